import { and, eq, gte, inArray } from "drizzle-orm";
import type { Database } from "../database/open";
import { notifications, posts } from "../database/schema";
import { mentionedIn } from "../text/mentions";
import { notify } from "./notify";
import type { Post, Topic } from "./topics";

/** Whom a reply answers: the topic's author, the floor's, and the person who was answered beneath it. Nobody for floor 1. */
async function answeredBy(database: Database, topic: Topic, post: Post): Promise<number[]> {
  if (post.floor === 1) return [];
  const [floorPost] =
    post.parentId === null ? [] : await database.select({ authorId: posts.authorId }).from(posts).where(eq(posts.id, post.parentId));
  return [topic.authorId, floorPost?.authorId, post.replyToId].filter((id) => typeof id === "number");
}

/** Those of the people who have been told of the post already. */
async function toldBefore(database: Database, people: number[], post: Post): Promise<Set<number>> {
  const rows = await database
    .select({ id: notifications.accountId })
    .from(notifications)
    .where(
      and(
        inArray(notifications.accountId, people),
        // What the index can cut off: nobody was told of a post before it was written.
        gte(notifications.createdAt, post.createdAt),
        eq(notifications.postId, post.id),
        inArray(notifications.event, ["reply", "mention"]),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Tells people of a post that everyone sees now: those whom it answers, and those whom it mentions. Each person once for
 * one post, however often it is changed or comes back into sight, and as answered rather than mentioned.
 * @param isNew nobody can have been told of it yet.
 */
export async function tellOfPost(database: Database, topic: Topic, post: Post, at: Date, isNew = false): Promise<void> {
  const replied = new Set(await answeredBy(database, topic, post));
  const mentioned = mentionedIn(post.html).filter((id) => !replied.has(id));
  const people = [...replied, ...mentioned].filter((id) => id !== post.authorId);
  if (people.length === 0) return;
  const told = isNew ? new Set<number>() : await toldBefore(database, people, post);
  const about = { actorId: post.authorId, topicId: topic.id, postId: post.id, at };
  const still = (ids: Iterable<number>) => [...ids].filter((id) => !told.has(id));
  await notify(database, still(replied), { event: "reply", ...about });
  await notify(database, still(mentioned), { event: "mention", ...about });
}
