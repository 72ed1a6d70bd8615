import { and, eq, inArray } from "drizzle-orm";
import { posts } from "../../database/schema";
import { numberOf, type OldRow, rowsBy } from "../read/old-tables";
import type { ImportContext } from "../write/import-context";
import { plannedPosts, plannedTopics, postTableOf, topicTables } from "../write/plan-ids";
import { inOrder } from "../write/topic-rules";
import { plannedMembers } from "../write/write-members";

/** A post to which a deed belongs. */
interface Target {
  topicId: number;
  postId: number;
  authorId: number;
}

const columns = ["pid", "tid", "first", "position", "dateline", "authorid", "anonymous"];

/** The author here of a post of the board; 0 for one that no member here wrote. */
async function authorsOf(context: ImportContext, rows: readonly OldRow[]) {
  const members = await plannedMembers(
    context,
    rows.map((row) => numberOf(row.authorid)),
  );
  return (row: OldRow) =>
    numberOf(row.anonymous) === 1 ? 0 : (members.get(numberOf(row.authorid))?.newId ?? 0);
}

/** Those of some posts of the board that a run would bring, by their old ids; for a dry run. */
export async function foreseenPosts(
  context: ImportContext,
  rows: readonly OldRow[],
): Promise<Map<number, Target>> {
  const topics = await plannedTopics(
    context,
    rows.map((row) => numberOf(row.tid)),
  );
  const pids = await plannedPosts(context, rows, topics);
  const authorOf = await authorsOf(context, rows);
  return new Map(
    rows.flatMap((row) => {
      const [pid, topic] = [numberOf(row.pid), topics.get(numberOf(row.tid))];
      const post = pids.get(pid);
      if (!topic || !post || post.written) return [];
      return [[pid, { topicId: topic.newId, postId: post.newId, authorId: authorOf(row) }] as const];
    }),
  );
}

/** The first posts of topics that a run would bring, by the old ids of the topics. */
async function foreseenFirsts(context: ImportContext, tids: number[]): Promise<Map<number, Target>> {
  const { tables } = context;
  const topics: OldRow[] = [];
  for (const table of await topicTables(tables))
    topics.push(...(await tables.where(table, "tid", tids, ["tid", "posttableid"])));
  const firsts: OldRow[] = [];
  for (const table of new Set(topics.map(postTableOf)))
    if (await tables.has(table)) {
      const own = topics.filter((topic) => postTableOf(topic) === table).map((topic) => numberOf(topic.tid));
      for (const rows of rowsBy(await tables.where(table, "tid", own, columns), "tid").values())
        firsts.push(...inOrder(rows).slice(0, 1));
    }
  const found = await foreseenPosts(context, firsts);
  return new Map(
    firsts.flatMap((row) => {
      const target = found.get(numberOf(row.pid));
      return target ? [[numberOf(row.tid), target] as const] : [];
    }),
  );
}

/** The first posts of topics that are here, by the old ids of the topics; in a dry run also of those that would come. */
export async function firstPosts(
  context: ImportContext,
  tids: readonly number[],
): Promise<Map<number, Target>> {
  const topics = await plannedTopics(context, tids);
  const rows = await context.services.database
    .select({ postId: posts.id, topicId: posts.topicId, authorId: posts.authorId })
    .from(posts)
    .where(
      and(inArray(posts.topicId, [0, ...[...topics.values()].map(({ newId }) => newId)]), eq(posts.floor, 1)),
    );
  const byTopic = new Map(rows.map((row) => [row.topicId, row]));
  const here = new Map(
    [...topics].flatMap(([tid, { newId }]) => {
      const first = byTopic.get(newId);
      return first ? [[tid, first] as const] : [];
    }),
  );
  if (!context.options.isDryRun) return here;
  const others = [...topics].filter(([tid, { written }]) => !written && !here.has(tid)).map(([tid]) => tid);
  return new Map([...here, ...(await foreseenFirsts(context, others))]);
}

/** The rows of some posts in whichever table of the board they stand. */
export async function headsOf(
  { tables }: ImportContext,
  names: readonly string[],
  pids: number[],
): Promise<OldRow[]> {
  const rows: OldRow[] = [];
  for (const name of names) rows.push(...(await tables.where(name, "pid", pids, columns)));
  return rows;
}
