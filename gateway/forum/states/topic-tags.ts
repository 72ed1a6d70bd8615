import { eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { tags, topicTags } from "../../database/schema";

/** The tags of a topic. */
export async function tagIdsOf(database: Database, tid: number): Promise<number[]> {
  const rows = await database
    .select({ id: topicTags.tagId })
    .from(topicTags)
    .where(eq(topicTags.topicId, tid));
  return rows.map(({ id }) => id);
}

/** The ids of these tags, in order; creates new ones. A tag keeps the spelling of its first use. */
async function tagIdsByName(database: Database, names: string[]): Promise<number[]> {
  if (names.length === 0) return [];
  const foldedNames = names.map((name) => name.toLowerCase());
  // All writes use the same order, so that two topics with the same new tags do not block each other.
  const values = [...names].sort().map((name) => ({ name }));
  const count = new Set(foldedNames).size;
  for (let attempt = 0; ; attempt += 1) {
    await database.insert(tags).values(values).onConflictDoNothing();
    const rows = await database
      .select({ id: tags.id, name: sql<string>`lower(${tags.name})` })
      .from(tags)
      .where(inArray(sql`lower(${tags.name})`, foldedNames))
      .for("key share");
    // Creates a tag again that was deleted with its last topic in the meantime.
    if (rows.length < count && attempt < 3) continue;
    const ids = new Map(rows.map(({ id, name }) => [name, id]));
    return foldedNames.flatMap((name) => ids.get(name) ?? []);
  }
}

/** Gives a topic without tags these. @returns their ids */
export async function giveTags(database: Database, topicId: number, names: string[]): Promise<number[]> {
  const tagIds = [...new Set(await tagIdsByName(database, names))];
  if (tagIds.length > 0)
    await database.insert(topicTags).values(tagIds.map((tagId, position) => ({ topicId, tagId, position })));
  return tagIds;
}

/**
 * Gives a topic these tags and no others. Returns the added and the removed ones: the caller updates the counters.
 */
export async function setTags(
  database: Database,
  topicId: number,
  names: string[],
): Promise<{ came: number[]; went: number[] }> {
  const before = await database
    .select({ id: topicTags.tagId })
    .from(topicTags)
    .where(eq(topicTags.topicId, topicId));
  const previousIds = new Set(before.map(({ id }) => id));
  await database.delete(topicTags).where(eq(topicTags.topicId, topicId));
  const tagIds = await giveTags(database, topicId, names);
  return {
    came: tagIds.filter((id) => !previousIds.has(id)),
    went: [...previousIds].filter((id) => !tagIds.includes(id)),
  };
}

/** The tags of each of these topics, in their order. */
export async function tagsOfTopics(
  database: Database,
  topicIds: number[],
): Promise<Map<number, { id: number; name: string }[]>> {
  const rows = await database
    .select({ topicId: topicTags.topicId, id: tags.id, name: tags.name })
    .from(topicTags)
    .innerJoin(tags, eq(tags.id, topicTags.tagId))
    .where(inArray(topicTags.topicId, topicIds))
    .orderBy(topicTags.position);
  const byTopic = new Map<number, { id: number; name: string }[]>();
  for (const { topicId, id, name } of rows)
    byTopic.set(topicId, [...(byTopic.get(topicId) ?? []), { id, name }]);
  return byTopic;
}
