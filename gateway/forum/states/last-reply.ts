import { and, desc, eq, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { posts, topics } from "../../database/schema";
import type { Topic } from "./find-content";

/** Sets the time by which lists order a topic: that of its latest listed reply, or its own without one. */
export async function setLastReply(
  database: Database,
  topic: Pick<Topic, "id" | "createdAt">,
): Promise<void> {
  // OFFSET 0 makes PostgreSQL collect the replies before it sorts them: a sort by the index on time would read every
  // newer post of the forum.
  const replies = database
    .select({ authorId: posts.authorId, createdAt: posts.createdAt, id: posts.id })
    .from(posts)
    .where(and(eq(posts.topicId, topic.id), sql`${posts.listed}`, sql`${posts.floor} is distinct from 1`))
    .offset(0)
    .as("replies");
  const [last] = await database
    .select()
    .from(replies)
    .orderBy(desc(replies.createdAt), desc(replies.id))
    .limit(1);
  await database
    .update(topics)
    .set({ lastReplyAt: last?.createdAt ?? topic.createdAt, lastReplierId: last?.authorId ?? null })
    .where(eq(topics.id, topic.id));
}
