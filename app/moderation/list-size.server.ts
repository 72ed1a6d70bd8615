import { listSize, listSizes } from "contract/moderation/fields";
import type { Scope } from "~/request/scope.server";

/** How many things a page shall have, as an address says it. */
export const sizeAsked = listSize.optional().catch(undefined);

/** How many things a page has: as the address says it, which holds for the other lists from then on, else as it last did. */
export function listSizeOf(
  { session }: Pick<Scope, "session">,
  asked: (typeof listSizes)[number] | undefined,
) {
  const kept = session.get("listSize");
  if (asked !== undefined && asked !== kept) session.set("listSize", asked);
  return asked ?? listSizes.find((size) => size === kept) ?? listSizes[0];
}
