import { type SQL, sql } from "drizzle-orm";

/**
 * The condition that neither the post with this id nor its topic is deleted or in the bin. It is a scalar subquery, so
 * that the planner does not turn it into a join with every post.
 */
export const stillThere = (postId: SQL): SQL =>
  sql`(select text.deleted_at is null and around.deleted_at is null
    from posts as text join topics as around on around.id = text.topic_id where text.id = ${postId})`;
