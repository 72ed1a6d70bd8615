import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";
import type { Database } from "../database/open";
import { follows, topics, topicTags } from "../database/schema";

/** Nobody reads further back than this in what they follow; it keeps the list's cost the same however much they follow. */
const longest = 1_000;

/**
 * The newest topics by followed people, in followed sections or with followed tags, newest first, at most 1,000.
 * Each of the three is cut before they are put together.
 */
export async function followedTopicIds(database: Database, accountId: number, conditions: SQL[]): Promise<number[]> {
  const followed = (kind: "user" | "section" | "tag") =>
    database
      .select({ id: follows.targetId })
      .from(follows)
      .where(and(eq(follows.accountId, accountId), eq(follows.kind, kind)));
  const newest = (condition: SQL) =>
    database
      .select({ id: topics.id, createdAt: topics.createdAt })
      .from(topics)
      .where(and(...conditions, condition))
      .orderBy(sql`${topics.createdAt} desc nulls last`, sql`${topics.id} desc nulls last`)
      .limit(longest);
  const tagged = database
    .select({ id: topicTags.topicId })
    .from(topicTags)
    .where(inArray(topicTags.tagId, followed("tag")));
  const all = union(
    newest(inArray(topics.authorId, followed("user"))),
    newest(inArray(topics.sectionId, followed("section"))),
    newest(inArray(topics.id, tagged)),
  ).as("followed");
  const rows = await database.select({ id: all.id }).from(all).orderBy(sql`${all.createdAt} desc`, sql`${all.id} desc`).limit(longest);
  return rows.map(({ id }) => id);
}
