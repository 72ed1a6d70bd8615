import { transitions } from "contract/forum/transitions";
import { and, eq, isNotNull, isNull } from "drizzle-orm";
import type { Database } from "../../database/open";
import { posts, reviewItems } from "../../database/schema";
import { transact } from "../../database/transact";
import { notify, notifyFollowers, notifyOfPost } from "../../messages/notify";
import { found, Refusal } from "../../server/refusal";
import { changeState, presentPost } from "./change-state";
import { lockAnyTopic, type Post } from "./find-content";

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
    // New words are looked at anew, also where the old ones were set aside.
    .set({ words, ignoredAt: null })
    .where(openItem(postId))
    .returning({ id: reviewItems.id });
  if (open.length === 0) await database.insert(reviewItems).values({ postId, words, createdAt: at });
}

/**
 * What an edit makes of a text's review. Words that ask for it, and a section that looks at what this person writes
 * first, make it wait (again). Without either, one that waited only for them is free; one about which a moderator
 * has ever decided waits for a moderator again.
 */
export async function reviewAfterEdit(
  database: Database,
  post: Post,
  { words, preReview }: { words: string[]; preReview: boolean },
  at: Date,
): Promise<Review> {
  const needsReview = preReview || words.length > 0;
  if (!needsReview && post.review === "approved") {
    // Where it waited for words that were found in it while it stood, its author has taken them out.
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

/** A moderator's word on a text that waits. `reason` is for its author, where the text is refused. */
export interface Decision {
  pid: number;
  approved: boolean;
  reason?: string | null;
  deciderId: number;
  at: Date;
  /** Whether its author is told elsewhere. */
  isAuthorTold?: boolean;
}

/**
 * Decides on a text that waits. An approved one becomes visible and is counted, and the people that it
 * answers or mentions get their notices now; a refused one stays its author's, with the reason. The author is
 * told in both cases. The caller checks that the decider moderates the section. Throws POST_NOT_FOUND when
 * nothing waits any more, TOPIC_NOT_FOUND when the topic was deleted.
 */
export function decideReview(database: Database, decision: Decision): Promise<void> {
  return transact(database, (transaction) => decideWaiting(transaction, decision));
}

/** The same inside the caller's transaction. */
export async function decideWaiting(
  transaction: Database,
  { pid, approved, reason = null, deciderId, at, isAuthorTold = false }: Decision,
): Promise<void> {
  const [waiting] = await transaction
    .select({ topicId: posts.topicId })
    .from(posts)
    .where(eq(posts.id, pid))
    .limit(1);
  const { topicId } = found(waiting, "POST_NOT_FOUND");
  const locked = await lockAnyTopic(transaction, topicId);
  const present = await presentPost(transaction, pid);
  const action = approved ? "approve" : "refuse";
  const decided = await transaction
    .update(reviewItems)
    .set({ decidedAt: at, decidedById: deciderId, decision: action, claimedById: null, claimedUntil: null })
    .where(openItem(pid))
    .returning({ id: reviewItems.id });
  if (decided.length === 0 || locked.deletedAt || present.deletedAt) throw new Refusal("POST_NOT_FOUND");
  // One that stands, in which a word was found since, goes on standing: nothing is new to anybody.
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
    topicId,
    postId: post.id,
    at,
  });
}
