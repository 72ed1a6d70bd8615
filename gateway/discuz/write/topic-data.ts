import { tagMax, tagsPerTopic } from "contract/forum/constants";
import { sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { tags, topicTags } from "../../database/schema";
import { decodeTitle } from "../bbcode/characters";
import { numberOf, type OldRow, rowsBy, textOf } from "../read/old-tables";
import type { ImportContext } from "./import-context";
import { pollKind, pollMarkdown, rewardKind } from "./topic-rules";

/** What stands in other tables about some topics, by their old ids. */
export interface TopicData {
  /** The result of a poll, in Markdown. */
  polls: Map<number, string>;
  /** The member whose answer a reward went to. */
  answerers: Map<number, number>;
  tags: Map<number, string[]>;
}

async function pollsOf({ tables }: ImportContext, tids: number[]): Promise<Map<number, string>> {
  if (tids.length === 0 || !(await tables.has("forum_polloption"))) return new Map();
  const options = rowsBy(await tables.where("forum_polloption", "tid", tids), "tid");
  const polls = rowsBy(
    (await tables.has("forum_poll")) ? await tables.where("forum_poll", "tid", tids) : [],
    "tid",
  );
  return new Map(tids.map((tid) => [tid, pollMarkdown(polls.get(tid)?.[0], options.get(tid) ?? [])]));
}

async function answerersOf({ tables }: ImportContext, tids: number[]): Promise<Map<number, number>> {
  if (tids.length === 0 || !(await tables.has("forum_rewardlog"))) return new Map();
  const rows = await tables.where("forum_rewardlog", "tid", tids);
  const paid = rows.filter((row) => numberOf(row.answererid) > 0);
  return new Map(paid.map((row) => [numberOf(row.tid), numberOf(row.answererid)]));
}

async function tagsOf({ tables, report }: ImportContext, tids: number[]): Promise<Map<number, string[]>> {
  if (!(await tables.has("common_tagitem"))) return new Map();
  const items = (await tables.where("common_tagitem", "itemid", tids)).filter(
    (row) => textOf(row.idtype) === "tid",
  );
  const names = new Map(
    (await tables.where("common_tag", "tagid", [...new Set(items.map((row) => numberOf(row.tagid)))])).map(
      (row) => [
        numberOf(row.tagid),
        [...decodeTitle(textOf(row.tagname)).replace(/\s+/g, " ").trim()].slice(0, tagMax).join(""),
      ],
    ),
  );
  const result = new Map<number, string[]>();
  for (const [tid, rows] of rowsBy(items, "itemid")) {
    const spellings = new Map(
      rows.flatMap((row) => {
        const name = names.get(numberOf(row.tagid));
        return name ? [[name.toLowerCase(), name] as const] : [];
      }),
    );
    const list = [...spellings.values()];
    if (list.length > tagsPerTopic) report.leave(`标签多于 ${tagsPerTopic} 个，只带来前几个`, `tid ${tid}`);
    result.set(tid, list.slice(0, tagsPerTopic));
  }
  return result;
}

export async function topicDataOf(context: ImportContext, topics: readonly OldRow[]): Promise<TopicData> {
  const ofKind = (kind: number) =>
    topics.filter((topic) => numberOf(topic.special) === kind).map((topic) => numberOf(topic.tid));
  return {
    polls: await pollsOf(context, ofKind(pollKind)),
    answerers: await answerersOf(context, ofKind(rewardKind)),
    tags: await tagsOf(
      context,
      topics.map((topic) => numberOf(topic.tid)),
    ),
  };
}

/** Creates missing tags, outside of the transactions that use them. Returns ids by the name in small letters. */
export async function tagIds(database: Database, names: string[]): Promise<Map<string, number>> {
  const spellings = new Map([...names].sort().map((name) => [name.toLowerCase(), name]));
  if (spellings.size === 0) return new Map();
  await database
    .insert(tags)
    .values([...spellings.values()].map((name) => ({ name })))
    .onConflictDoNothing();
  const rows = await database
    .select({ id: tags.id, name: tags.name })
    .from(tags)
    .where(sql`lower(${tags.name}) = any(${sql.param([...spellings.keys()])}::text[])`);
  return new Map(rows.map((row) => [row.name.toLowerCase(), row.id]));
}

/** Gives new topics their tags, and counts the listed ones. */
export async function writeTags(
  database: Database,
  topics: { id: number; tagIds: number[]; isListed: boolean }[],
): Promise<void> {
  const rows = topics.flatMap(({ id, tagIds: ids }) =>
    ids.map((tagId, position) => ({ topicId: id, tagId, position })),
  );
  if (rows.length === 0) return;
  await database.insert(topicTags).values(rows);
  const counted = topics.filter(({ isListed }) => isListed).flatMap(({ tagIds: ids }) => ids);
  await database.execute(sql`
    update ${tags} as t set topics = t.topics + gained.topics
    from (select id, count(*)::int as topics from unnest(${sql.param(counted)}::int[]) as id group by 1 order by 1) as gained
    where t.id = gained.id`);
}
