import { sql } from "drizzle-orm";
import { importedIds } from "../../database/schema";
import { transact } from "../../database/transact";
import { numberOf, type OldRow, type OldTables, splitTables, timeOf } from "../read/old-tables";
import { type ImportContext, type Imported, importedOf, isBefore } from "./import-context";

/**
 * Topics and posts get their new ids before any text is written, because texts link to each other. Ids follow the old
 * ones, so they grow with time as those of the portal's own texts do.
 */

const numbered = (name: string) => [name, ...Array.from({ length: 100 }, (_, at) => `${name}_${at + 1}`)];

/** The tables of posts: the first, and those into which old posts were moved. */
export const postTables = (tables: OldTables): Promise<string[]> =>
  splitTables(tables, numbered("forum_post"));

/** The tables of topics: the first, and those into which the board archived old topics. */
export const topicTables = (tables: OldTables): Promise<string[]> =>
  splitTables(tables, numbered("forum_thread"));

export const postTableOf = (topic: OldRow): string => {
  const number = numberOf(topic.posttableid);
  return number > 0 ? `forum_post_${number}` : "forum_post";
};

/** The rows of several tables in the order of a key that is one sequence over all of them, some hundreds at a time. */
async function* rowsInOrder(
  tables: OldTables,
  names: string[],
  { key, size, columns }: { key: string; size: number; columns?: string[] },
): AsyncGenerator<OldRow[]> {
  for (let above = 0; ; ) {
    const pages = await Promise.all(names.map((name) => tables.after(name, key, above, size, columns)));
    // Beyond the end of a full page its table may have more.
    const ends = pages.filter((page) => page.length === size).map((page) => numberOf(page.at(-1)?.[key]));
    const end = ends.length > 0 ? Math.min(...ends) : Number.POSITIVE_INFINITY;
    const rows = pages
      .flat()
      .filter((row) => numberOf(row[key]) <= end)
      .sort((one, other) => numberOf(one[key]) - numberOf(other[key]));
    if (rows.length > 0) yield rows;
    if (ends.length === 0) return;
    above = end;
  }
}

/** All topics, archived ones too, in the order of `tid`. */
export async function* threadsInOrder(tables: OldTables, size: number): AsyncGenerator<OldRow[]> {
  yield* rowsInOrder(tables, await topicTables(tables), { key: "tid", size });
}

/** Whether a topic has posts from then on. */
const isSince = ({ options: { since } }: ImportContext, topic: OldRow): boolean =>
  since === null || timeOf(topic.lastpost) >= since;

/** Gives new ids to those of these old ids that have none. @param parents the new topics of posts */
async function plan(
  context: ImportContext,
  kind: "topic" | "post",
  oldIds: number[],
  parents: (number | null)[],
): Promise<void> {
  const { services, options } = context;
  if (options.isDryRun) return;
  const sequence = kind === "topic" ? "topics_id_seq" : "posts_id_seq";
  await transact(services.database, (database) =>
    database.execute(sql`
      insert into ${importedIds} (source, kind, old_id, new_id, parent_id, written)
      select ${options.source}::text, ${kind}::text, planned.old_id, nextval(${sequence}::text::regclass), planned.parent_id, false
      from (
        select old.old_id, old.parent_id
        from unnest(${sql.param(oldIds)}::bigint[], ${sql.param(parents)}::bigint[]) with ordinality as old (old_id, parent_id, place)
        where not exists (
          select 1 from ${importedIds} known
          where known.kind = ${kind} and known.old_id = old.old_id and known.source = ${options.source}
        )
        order by old.place
      ) planned
      on conflict do nothing`),
  );
}

/** Topics of members' groups stay out, drafts too. */
const isWanted = (row: OldRow) => numberOf(row.isgroup) !== 1 && numberOf(row.displayorder) !== -4;

/** Whether this run brings a topic that is not here yet. One that was moved leaves an entry that only points to it. */
const isPlanned = (context: ImportContext, row: OldRow): boolean =>
  isWanted(row) && numberOf(row.closed) <= 1 && isBefore(context, row) && isSince(context, row);

/** Of a topic that is here already only the posts since come. */
const isNewPost = ({ options: { since } }: ImportContext, row: OldRow): boolean =>
  since === null || timeOf(row.dateline) >= since;

const isPlaced = (context: ImportContext, topic: Imported | undefined, post: OldRow): boolean =>
  isBefore(context, post) && topic !== undefined && (!topic.written || isNewPost(context, post));

/** What stands for the id that a dry run does not give: below zero, where no row has one. */
export const foreseen = (oldId: number, parentId: number | null = null): Imported => ({
  newId: -oldId,
  parentId,
  written: false,
});

/** The new ids of topics, in a dry run also of those that a run would bring. */
export async function plannedTopics(
  context: ImportContext,
  tids: readonly number[],
): Promise<Map<number, Imported>> {
  const { services, options, tables } = context;
  const result = await importedOf(services.database, options.source, "topic", tids);
  if (!options.isDryRun) return result;
  const others = [...new Set(tids.filter((tid) => !result.has(tid)))];
  for (const table of await topicTables(tables))
    for (const row of await tables.where(table, "tid", others))
      if (isPlanned(context, row)) result.set(numberOf(row.tid), foreseen(numberOf(row.tid)));
  return result;
}

/**
 * The new ids of posts, in a dry run also of those that a run would bring.
 * @param heads `pid`, `tid` and `dateline` of the posts
 * @param topics the new ids of their topics
 */
export async function plannedPosts(
  context: ImportContext,
  heads: readonly OldRow[],
  topics: ReadonlyMap<number, Imported>,
): Promise<Map<number, Imported>> {
  const { services, options } = context;
  const pids = heads.map((row) => numberOf(row.pid));
  const result = await importedOf(services.database, options.source, "post", pids);
  if (!options.isDryRun) return result;
  for (const row of heads) {
    const [pid, topic] = [numberOf(row.pid), topics.get(numberOf(row.tid))];
    if (!result.has(pid) && topic && isPlaced(context, topic, row))
      result.set(pid, foreseen(pid, topic.newId));
  }
  return result;
}

async function planTopics(context: ImportContext): Promise<void> {
  let done = 0;
  for await (const rows of threadsInOrder(context.tables, 1_000)) {
    const wanted = rows.filter(isWanted);
    const skipped = rows.filter((row) => !wanted.includes(row));
    for (const row of skipped)
      context.report.leave(
        numberOf(row.isgroup) === 1 ? "群组里的主题没有带来" : "没有发表的草稿没有带来",
        `tid ${numberOf(row.tid)}`,
      );
    const ids = wanted.filter((row) => isPlanned(context, row)).map((row) => numberOf(row.tid));
    await plan(
      context,
      "topic",
      ids,
      ids.map(() => null),
    );
    done += rows.length;
    context.progress("编号：主题", done);
  }
}

async function planPosts(context: ImportContext): Promise<void> {
  let done = 0;
  const columns = ["pid", "tid", "dateline"];
  const names = await postTables(context.tables);
  for await (const all of rowsInOrder(context.tables, names, { key: "pid", size: 1_000, columns })) {
    const rows = all.filter((row) => isBefore(context, row));
    const topics = await plannedTopics(
      context,
      rows.map((row) => numberOf(row.tid)),
    );
    // What is planned is what importTopics writes.
    const placed = rows.filter((row) => isPlaced(context, topics.get(numberOf(row.tid)), row));
    await plan(
      context,
      "post",
      placed.map((row) => numberOf(row.pid)),
      placed.map((row) => topics.get(numberOf(row.tid))?.newId ?? null),
    );
    const lost = rows.filter((row) => !topics.has(numberOf(row.tid)) && isNewPost(context, row));
    for (const row of lost)
      context.report.leave("帖子所属的主题没有带来", `pid ${numberOf(row.pid)}（tid ${numberOf(row.tid)}）`);
    done += all.length;
    context.progress("编号：帖子", done);
  }
}

/** Plans what this run brings; a dry run only reports what stays behind. */
export async function planIds(context: ImportContext): Promise<void> {
  await planTopics(context);
  await planPosts(context);
}
