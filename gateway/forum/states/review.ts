import { transitions } from "contract/forum/transitions";
import { and, eq, isNotNull, isNull } from "drizzle-orm";
import type { Database } from "../../database/open";
import { posts, reviewItems } from "../../database/schema";
import { transact } from "../../database/transact";
import { notify, notifyOfPost } from "../../messages/notify";
import { found, Refusal } from "../../server/refusal";
import { changeState, presentPost } from "./change-state";
import { lockTopic, type Post } from "./find-content";

type Review = Post["review"];

const openItem = (postId: number) => and(eq(reviewItems.postId, postId), isNull(reviewItems.decidedAt));

/**
 * Puts a text before the moderators; one that waits there already waits for the new words. Inside the writing
 * transaction.
 */
export async function askForReview(
  database: Database,
  postId: number,
  words: string[],
  at: Date,
): Promise<void> {
  const open = await database
    .update(reviewItems)
    .set({ words })
    .where(openItem(postId))
    .returning({ id: reviewItems.id });
  if (open.length === 0) await database.insert(reviewItems).values({ postId, words, createdAt: at });
}

/**
 * What an edit makes of a text's review. Words that ask for it make it wait (again). Without any, one that
 * waited only for its words is free; one about which a moderator has ever decided waits for a moderator
 * again.
 */
export async function reviewAfterEdit(
  database: Database,
  post: Post,
  reviewed: string[],
  at: Date,
): Promise<Review> {
  if (reviewed.length === 0 && post.review === "approved") return "approved";
  const decided = await database
    .select({ id: reviewItems.id })
    .from(reviewItems)
    .where(and(eq(reviewItems.postId, post.id), isNotNull(reviewItems.decidedById)))
    .limit(1);
  if (reviewed.length > 0 || decided.length > 0) {
    await askForReview(database, post.id, reviewed, at);
    return "pending";
  }
  await database.update(reviewItems).set({ decidedAt: at }).where(openItem(post.id));
  return "approved";
}

/** A moderator's word on a text that waits. `reason` is for its author, where the text is refused. */
export interface Decision {
  pid: number;
  approved: boolean;
  reason?: string | null;
  deciderId: number;
  at: Date;
}

/**
 * Decides on a text that waits: approved, it comes into sight, counts, and the people it answers and mentions
 * are told at this time; refused, it stays its author's, with the reason. Its author is told either way.
 * Whether the decider moderates its section is the caller's to check. Throws POST_NOT_FOUND when nothing
 * waits (any more), TOPIC_NOT_FOUND when its topic was deleted.
 */
export async function decideReview(
  database: Database,
  { pid, approved, reason = null, deciderId, at }: Decision,
): Promise<void> {
  const [waiting] = await database
    .select({ topicId: posts.topicId })
    .from(posts)
    .where(eq(posts.id, pid))
    .limit(1);
  const { topicId } = found(waiting, "POST_NOT_FOUND");
  await transact(database, async (transaction) => {
    const locked = await lockTopic(transaction, topicId);
    const present = await presentPost(transaction, pid);
    const decided = await transaction
      .update(reviewItems)
      .set({ decidedAt: at, decidedById: deciderId })
      .where(openItem(pid))
      .returning({ id: reviewItems.id });
    if (decided.length === 0 || present.deletedAt) throw new Refusal("POST_NOT_FOUND");
    const action = approved ? "approve" : "refuse";
    const { topic, post } = await changeState(transaction, locked, present, { action, at, reason });
    const listed = topic.listed && (post.floor === 1 || post.listed);
    if (approved && listed) await notifyOfPost(transaction, topic, post, at);
    await notify(transaction, [post.authorId], {
      event: transitions[action].notice,
      actorId: null,
      topicId,
      postId: pid,
      at,
    });
  });
}
