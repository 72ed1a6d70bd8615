import { type LogValues, logActions, moderatorActions } from "contract/moderation/actions";
import { and, desc, eq, isNotNull, isNull } from "drizzle-orm";
import type { Database } from "../../database/open";
import { accounts, reviewItems } from "../../database/schema";
import { changeState, presentPost } from "../../forum/states/change-state";
import { lockAnyTopic } from "../../forum/states/find-content";
import { decideWaiting } from "../../forum/states/review";
import { stateOf } from "../../forum/states/visibility";
import { Refusal } from "../../server/refusal";
import type { Act, ActOutcome, Work } from "../batches/act";
import { checkMayAct } from "../operator";
import { checkStillReply } from "../topics/began-topic";
import { changeText, lockedPost } from "../topics/bin";

const openItem = (pid: number) => and(eq(reviewItems.postId, pid), isNull(reviewItems.decidedAt));

/** The refusal for a text that is already decided: it says by whom and how. */
export async function decidedBy(database: Database, pid: number): Promise<Refusal> {
  const [last] = await database
    .select({ nickname: accounts.nickname, decision: reviewItems.decision })
    .from(reviewItems)
    .innerJoin(accounts, eq(accounts.id, reviewItems.decidedById))
    .where(and(eq(reviewItems.postId, pid), isNotNull(reviewItems.decidedAt)))
    .orderBy(desc(reviewItems.id))
    .limit(1);
  if (!last?.decision) return new Refusal("ALREADY_DECIDED");
  return new Refusal(
    "ALREADY_DECIDED",
    undefined,
    `已由 ${last.nickname} 处理：${logActions[last.decision]}`,
  );
}

/**
 * Locks a text that waits for review, with its topic, and checks that this operator may decide on it. Throws
 * ALREADY_DECIDED, REVIEW_CLAIMED while another moderator has claimed it, and what checkMayAct throws.
 */
export async function lockedWaiting(database: Database, pid: number, work: Work) {
  const { topic, post } = await lockedPost(database, pid);
  const { operator, at } = work;
  await checkMayAct(
    database,
    operator,
    { sectionId: topic.sectionId, authorId: post.authorId },
    moderatorActions[work.action].against,
  );
  const [item] = await database.select().from(reviewItems).where(openItem(pid)).for("update");
  if (!item) throw await decidedBy(database, pid);
  const { claimedById, claimedUntil } = item;
  if (claimedById !== null && claimedById !== operator.id && claimedUntil && claimedUntil > at)
    throw new Refusal("REVIEW_CLAIMED");
  return { topic, post, item };
}

/** The values that an undo needs to put a text back into review. */
export const reviewStateOf = ({ topic, post }: Awaited<ReturnType<typeof lockedPost>>): LogValues => {
  const was = post.floor === 1 ? topic : post;
  return { state: stateOf(was), review: was.review, stateReason: was.stateReason };
};

/** Approves or refuses a text in review. */
export const decideText = (decision: "approve" | "refuse"): Act => ({
  kind: "post",
  async act(database, pid, work): Promise<ActOutcome> {
    const { topic, post, item } = await lockedWaiting(database, pid, work);
    const { operator, reason, at } = work;
    const approved = decision === "approve";
    if (!approved) await checkStillReply(database, post, item.createdAt);
    await decideWaiting(database, {
      pid,
      approved,
      reason: reason?.text ?? null,
      deciderId: operator.id,
      at,
    });
    const isTopic = post.floor === 1;
    const now = isTopic ? await lockAnyTopic(database, topic.id) : await presentPost(database, pid);
    return {
      sectionId: topic.sectionId,
      personId: post.authorId,
      tids: [topic.id],
      before: { state: stateOf(isTopic ? topic : post) },
      after: { state: stateOf(now) },
      undo: reviewStateOf({ topic, post }),
    };
  },
});

/** Takes a text out of the queue; other members still do not see it. */
export const ignoreText: Act = {
  kind: "post",
  async act(database, pid, work): Promise<ActOutcome> {
    const { topic, post, item } = await lockedWaiting(database, pid, work);
    if (item.ignoredAt) throw new Refusal("ALREADY_SO");
    await database
      .update(reviewItems)
      .set({ ignoredAt: work.at, claimedById: null, claimedUntil: null })
      .where(eq(reviewItems.id, item.id));
    return {
      sectionId: topic.sectionId,
      personId: post.authorId,
      tids: [],
      before: { ignored: false },
      after: { ignored: true },
    };
  },
};

/** Moves a text in review into the recycle bin. */
export const discardText: Act = {
  kind: "post",
  async act(database, pid, work): Promise<ActOutcome> {
    const waiting = await lockedWaiting(database, pid, work);
    await checkStillReply(database, waiting.post, waiting.item.createdAt);
    await database
      .update(reviewItems)
      .set({ decidedAt: work.at, decidedById: work.operator.id, decision: "discard" })
      .where(eq(reviewItems.id, waiting.item.id));
    // It is refused too: if it is restored from the bin, its author can rewrite it, and it is not in review.
    const { topic, post } = waiting;
    const { at, reason } = work;
    const act = { action: "refuse", at, reason: reason?.text ?? null } as const;
    const refused = await changeState(database, topic, post, act);
    const outcome = await changeText(database, refused, "recycle", work);
    return {
      ...outcome,
      before: { state: stateOf(post.floor === 1 ? topic : post) },
      undo: reviewStateOf({ topic, post }),
    };
  },
};
