import { type SQL, sql } from "drizzle-orm";

/**
 * Whether a text, by the id of its post, is neither deleted nor in the bin, nor its topic: what is waits for nobody. A
 * subquery for one row, which the planner does not make a join with every post of the forum of.
 */
export const stillThere = (postId: SQL): SQL =>
  sql`(select text.deleted_at is null and around.deleted_at is null
    from posts as text join topics as around on around.id = text.topic_id where text.id = ${postId})`;
