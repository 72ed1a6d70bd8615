import { recycledTextsMaximum } from "contract/moderation/penalties";
import { and, desc, eq, gte, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { posts, topics } from "../../database/schema";
import type { Operator } from "../operator";

/**
 * The posts that somebody wrote since then in the operator's sections and that are not deleted. Replies come before
 * topics, because a reply cannot be moved into the bin after its topic.
 */
export async function recentPosts(
  database: Database,
  operator: Operator,
  accountId: number,
  since: Date,
): Promise<number[]> {
  const rows = await database
    .select({ id: posts.id })
    .from(posts)
    .innerJoin(topics, eq(topics.id, posts.topicId))
    .where(
      and(
        ...[eq(posts.authorId, accountId), gte(posts.createdAt, since)],
        ...[isNull(posts.deletedAt), isNull(topics.deletedAt)],
        operator.admin ? undefined : inArray(topics.sectionId, operator.fids),
      ),
    )
    .orderBy(sql`${posts.floor} = 1 nulls first`, desc(posts.id))
    .limit(recycledTextsMaximum);
  return rows.map(({ id }) => id);
}
