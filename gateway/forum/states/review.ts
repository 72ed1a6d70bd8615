import { transitions } from "contract/forum/transitions";
import { and, eq, isNotNull, isNull } from "drizzle-orm";
import type { Database } from "../../database/open";
import { reviewItems } from "../../database/schema";
import { transact } from "../../database/transact";
import { notify, notifyFollowers, notifyOfPost } from "../../messages/notify";
import { Refusal } from "../../server/refusal";
import { changeState, lockTopicOf } from "./change-state";
import { lockAnyTopic, type Post } from "./find-content";

type Review = Post["review"];

const openItem = (postId: number) => and(eq(reviewItems.postId, postId), isNull(reviewItems.decidedAt));

/** Asks moderators to review a text, inside the writing transaction. A text that waits already gets the new words. */
export async function askForReview(
  database: Database,
  postId: number,
  words: string[],
  at: Date,
): Promise<void> {
  const open = await database
    .update(reviewItems)
    // New words need a new review, also where a moderator had set the item aside.
    .set({ words, ignoredAt: null })
    .where(openItem(postId))
    .returning({ id: reviewItems.id });
  if (open.length === 0) await database.insert(reviewItems).values({ postId, words, createdAt: at });
}

/**
 * Updates the review of an edited text. It needs a review if it has sensitive words, or if the section reviews this
 * person's texts before publication. Otherwise it is approved if these were the only reasons for its review; but a text
 * on which a moderator has ever decided needs a new review.
 */
export async function reviewAfterEdit(
  database: Database,
  post: Post,
  { words, preReview }: { words: string[]; preReview: boolean },
  at: Date,
): Promise<Review> {
  const needsReview = preReview || words.length > 0;
  if (!needsReview && post.review === "approved") {
    // Its author has removed the words that were found while it was listed.
    await database.update(reviewItems).set({ decidedAt: at }).where(openItem(post.id));
    return "approved";
  }
  const decided = await database
    .select({ id: reviewItems.id })
    .from(reviewItems)
    .where(and(eq(reviewItems.postId, post.id), isNotNull(reviewItems.decidedById)))
    .limit(1);
  if (needsReview || decided.length > 0) {
    await askForReview(database, post.id, words, at);
    return "pending";
  }
  await database.update(reviewItems).set({ decidedAt: at }).where(openItem(post.id));
  return "approved";
}

/** A moderator's decision on a text that waits. `reason` tells the author of a refused text why. */
export interface Decision {
  pid: number;
  approved: boolean;
  reason?: string | null;
  deciderId: number;
  at: Date;
  /** Whether the caller notifies the author itself. */
  isAuthorTold?: boolean;
}

/**
 * Decides on a waiting text. An approved text becomes visible and is counted, and the people whom it answers or
 * mentions get their notices now; a refused text stays visible to its author, with the reason. The author gets a notice
 * in both cases. The caller checks that the decider moderates the section. Throws POST_NOT_FOUND when no review is
 * open, and TOPIC_NOT_FOUND for a deleted topic.
 */
export function decideReview(database: Database, decision: Decision): Promise<void> {
  return transact(database, (transaction) => decideWaiting(transaction, decision));
}

/** The same inside the caller's transaction. */
export async function decideWaiting(
  transaction: Database,
  { pid, approved, reason = null, deciderId, at, isAuthorTold = false }: Decision,
): Promise<void> {
  const { topic: locked, post: present } = await lockTopicOf(transaction, pid, lockAnyTopic);
  const action = approved ? "approve" : "refuse";
  const decided = await transaction
    .update(reviewItems)
    .set({ decidedAt: at, decidedById: deciderId, decision: action, claimedById: null, claimedUntil: null })
    .where(openItem(pid))
    .returning({ id: reviewItems.id });
  if (decided.length === 0 || locked.deletedAt || present.deletedAt) throw new Refusal("POST_NOT_FOUND");
  // A listed text in which a word was found later stays listed: it is new to nobody.
  if (approved && (present.floor === 1 ? locked : present).review === "approved") return;
  const { topic, post } = await changeState(transaction, locked, present, { action, at, reason });
  const listed = topic.listed && (post.floor === 1 || post.listed);
  if (approved && listed) {
    const recipients = await notifyOfPost(transaction, topic, post, at);
    if (post.floor !== 1) await notifyFollowers(transaction, topic, post, recipients, at);
  }
  if (isAuthorTold) return;
  await notify(transaction, [post.authorId], {
    event: transitions[action].notice,
    actorId: null,
    topicId: topic.id,
    postId: post.id,
    at,
  });
}
