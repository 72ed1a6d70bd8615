import { memberAddress, sectionAddress, topicAddress } from "../addresses/new-address";
import { oldLinksIn } from "../bbcode/links";
import { type OldKind, type OldTarget, targetKey } from "../bbcode/old-address";
import { type ImportContext, importedOf } from "./import-context";

/**
 * The new addresses of the board's pages to which texts link, by `targetKey`. Topics and posts have theirs before they
 * are written.
 */
export async function newAddressesOf(
  { services, options }: ImportContext,
  texts: readonly string[],
): Promise<Record<string, string>> {
  const targets = texts.flatMap((text): OldTarget[] => [
    ...oldLinksIn(text, options.hosts),
    ...[...text.matchAll(/\[(thread|post)=(\d{1,15})/gi)].map((match) => ({
      kind: match[1]?.toLowerCase() === "post" ? ("post" as const) : ("topic" as const),
      id: Number(match[2]),
    })),
  ]);
  const links: Record<string, string> = {};
  for (const kind of ["topic", "post", "section", "member"] satisfies OldKind[]) {
    const ids = targets.filter((target) => target.kind === kind).map(({ id }) => id);
    for (const [id, { newId, parentId }] of await importedOf(services.database, options.source, kind, ids)) {
      const address = {
        topic: () => topicAddress(newId),
        post: () => (parentId === null ? undefined : topicAddress(parentId, newId)),
        section: () => sectionAddress(newId),
        member: () => memberAddress(newId),
      }[kind]();
      if (address !== undefined) links[targetKey({ kind, id })] = address;
    }
  }
  return links;
}
