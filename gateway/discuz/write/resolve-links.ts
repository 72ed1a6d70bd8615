import {
  memberAddress,
  pageSizeKind,
  pageSizeUsual,
  sectionAddress,
  topicAddress,
} from "../addresses/new-address";
import { oldLinksIn } from "../bbcode/links";
import { type OldKind, type OldTarget, targetKey } from "../bbcode/old-address";
import { numberOf, type OldRow, rowsBy, textOf } from "../read/old-tables";
import { type ImportContext, importedOf, keptNumber } from "./import-context";
import { postTableOf, topicTables } from "./plan-ids";
import { inOrder, keepsPositions } from "./topic-rules";

type Links = Record<string, string | null>;

/** The post with which a page of a topic began. */
function firstOfPage(heads: readonly OldRow[], page: number, size: number): OldRow | undefined {
  const ordered = inOrder(heads);
  const floor = (page - 1) * size + 1;
  return keepsPositions(ordered)
    ? ordered.findLast((post) => numberOf(post.position) <= floor)
    : (ordered[floor - 1] ?? ordered.at(-1));
}

/** Later pages of topics lead to the post with which they began. Only few texts link to one. */
async function pageLinks(context: ImportContext, targets: OldTarget[]): Promise<Links> {
  const { services, options, tables } = context;
  const pages = targets.filter(({ kind, page = 1 }) => kind === "topic" && page > 1);
  const tids = [...new Set(pages.map(({ id }) => id))];
  if (tids.length === 0) return {};
  const size = (await keptNumber(services.database, options.source, pageSizeKind)) ?? pageSizeUsual;
  const topics: OldRow[] = [];
  for (const table of await topicTables(tables))
    topics.push(...(await tables.where(table, "tid", tids, ["tid", "posttableid"])));
  const heads: OldRow[] = [];
  for (const table of new Set(topics.map(postTableOf)))
    if (await tables.has(table)) {
      const own = topics.filter((topic) => postTableOf(topic) === table).map((topic) => numberOf(topic.tid));
      heads.push(...(await tables.where(table, "tid", own, ["pid", "tid", "first", "position", "dateline"])));
    }
  const byTopic = rowsBy(heads, "tid");
  const begins = pages.map((target) => ({
    target,
    pid: numberOf(firstOfPage(byTopic.get(target.id) ?? [], target.page ?? 1, size)?.pid),
  }));
  const pids = await importedOf(
    services.database,
    options.source,
    "post",
    begins.map(({ pid }) => pid),
  );
  const links: Links = {};
  for (const { target, pid } of begins) {
    const post = pids.get(pid);
    if (post && post.parentId !== null) links[targetKey(target)] = topicAddress(post.parentId, post.newId);
  }
  return links;
}

/** Articles that show a topic lead to it. */
async function articleLinks(context: ImportContext, aids: number[]): Promise<Links> {
  const { services, options, tables } = context;
  if (aids.length === 0 || !(await tables.has("portal_article_title"))) return {};
  const rows = (await tables.where("portal_article_title", "aid", aids)).filter(
    (row) => textOf(row.idtype) === "tid",
  );
  const topics = await importedOf(
    services.database,
    options.source,
    "topic",
    rows.map((row) => numberOf(row.id)),
  );
  return Object.fromEntries(
    rows.flatMap((row) => {
      const topic = topics.get(numberOf(row.id));
      return topic
        ? [[targetKey({ kind: "article", id: numberOf(row.aid) }), topicAddress(topic.newId)]]
        : [];
    }),
  );
}

/**
 * Attachments of other posts keep their old addresses: where these lead depends on whether the other post is listed when
 * a reader follows them.
 */
async function fileLinks({ services, options, tables }: ImportContext, aids: number[]): Promise<Links> {
  if (aids.length === 0 || !(await tables.has("forum_attachment"))) return {};
  const rows = await tables.where("forum_attachment", "aid", aids);
  const posts = await importedOf(
    services.database,
    options.source,
    "post",
    rows.map((row) => numberOf(row.pid)),
  );
  return Object.fromEntries(
    rows
      .filter((row) => posts.has(numberOf(row.pid)))
      .map((row) => [targetKey({ kind: "file", id: numberOf(row.aid) }), null]),
  );
}

/**
 * The new addresses of the board's pages to which texts link, by `targetKey`. Topics and posts have theirs before they
 * are written.
 */
export async function newAddressesOf(context: ImportContext, texts: readonly string[]): Promise<Links> {
  const { services, options } = context;
  const targets = texts.flatMap((text): OldTarget[] => [
    ...oldLinksIn(text, options.hosts),
    ...[...text.matchAll(/\[(thread|post)=(\d{1,15})/gi)].map((match) => ({
      kind: match[1]?.toLowerCase() === "post" ? ("post" as const) : ("topic" as const),
      id: Number(match[2]),
    })),
  ]);
  const idsOf = (wanted: OldKind) => targets.filter(({ kind }) => kind === wanted).map(({ id }) => id);
  const links: Links = {};
  for (const kind of ["topic", "post", "section", "member"] satisfies OldKind[]) {
    for (const [id, { newId, parentId }] of await importedOf(
      services.database,
      options.source,
      kind,
      idsOf(kind),
    )) {
      const address = {
        topic: () => topicAddress(newId),
        post: () => (parentId === null ? undefined : topicAddress(parentId, newId)),
        section: () => sectionAddress(newId),
        member: () => memberAddress(newId),
      }[kind]();
      if (address !== undefined) links[targetKey({ kind, id })] = address;
    }
  }
  return {
    ...links,
    ...(await pageLinks(context, targets)),
    ...(await articleLinks(context, idsOf("article"))),
    ...(await fileLinks(context, idsOf("file"))),
  };
}
