import { recycledTextsMaximum } from "contract/moderation/penalties";
import { and, desc, eq, gte, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { posts, topics } from "../../database/schema";
import type { Act } from "../batches/act";
import type { Operator } from "../operator";
import { changeText, lockedPost } from "../topics/bin";

/**
 * The posts that somebody wrote since then in the operator's sections and that are not gone yet: replies before
 * topics, for nothing happens to a reply whose topic lies in the bin.
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

/** Puts one text of somebody who is muted or banned into the bin; floor 1 takes its topic with it. */
export const recycleText: Act = {
  kind: "post",
  async act(database, pid, work) {
    const text = await lockedPost(database, pid);
    const { stateReason } = text.post.floor === 1 ? text.topic : text.post;
    const acted = await changeText(database, text, "recycle", work);
    // Whoever is muted or banned is told of that, and not of each of their texts.
    const { tell: _, ...rest } = acted;
    return { ...rest, undo: { ...acted.before, stateReason } };
  },
};
