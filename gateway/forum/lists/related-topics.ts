import { and, count, desc, eq, ne, notInArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { topics, topicTags } from "../../database/schema";
import { tagIdsOf } from "../states/topic-tags";

const topicsMax = 6;

/** The query reads only this many of a tag's newest topics. */
const candidatesMax = 200;

/**
 * The newest topics of each tag, as a table `recent (topic_id)`; a topic is in it once for each of the tags.
 */
function newestTagged(tagIds: number[]): SQL {
  const values = sql.join(
    tagIds.map((id) => sql`(${id}::int)`),
    sql`, `,
  );
  return sql`(values ${values}) as wanted (tag_id) cross join lateral (
    select ${topicTags.topicId} as topic_id from ${topicTags} where ${topicTags.tagId} = wanted.tag_id
    order by ${topicTags.topicId} desc nulls last limit ${candidatesMax}
  ) as recent`;
}

/**
 * Other topics with the most tags in common, the newest first among equals; filled up with the section's
 * newest.
 */
export async function relatedIds(
  database: Database,
  { id: tid, sectionId }: { id: number; sectionId: number },
  conditions: SQL[],
): Promise<number[]> {
  const tagIds = await tagIdsOf(database, tid);
  const related = tagIds.length > 0 ? await withTags(database, tid, tagIds, conditions) : [];
  if (related.length >= topicsMax) return related;
  const others = await database
    .select({ id: topics.id })
    .from(topics)
    .where(and(...conditions, eq(topics.sectionId, sectionId), notInArray(topics.id, [tid, ...related])))
    .orderBy(sql`${topics.activeAt} desc nulls last`, sql`${topics.id} desc nulls last`)
    .limit(topicsMax - related.length);
  return [...related, ...others.map(({ id }) => id)];
}

async function withTags(
  database: Database,
  tid: number,
  tagIds: number[],
  conditions: SQL[],
): Promise<number[]> {
  const rows = await database
    .select({ id: topics.id })
    .from(newestTagged(tagIds))
    .innerJoin(topics, sql`${topics.id} = recent.topic_id`)
    .where(and(...conditions, ne(topics.id, tid)))
    .groupBy(topics.id)
    .orderBy(desc(count()), desc(topics.id))
    .limit(topicsMax);
  return rows.map(({ id }) => id);
}
