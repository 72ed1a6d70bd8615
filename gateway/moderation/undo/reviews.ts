import { desc, eq } from "drizzle-orm";
import type { Database } from "../../database/open";
import { posts, reviewItems, topics } from "../../database/schema";
import { changeState, presentPost } from "../../forum/states/change-state";
import { lockAnyTopic } from "../../forum/states/find-content";
import { stateOf } from "../../forum/states/visibility";
import type { ActOutcome, Work } from "../batches/act";
import { checkMayAct } from "../operator";
import { hasBegunTopic } from "../topics/began-topic";
import { lockedPost } from "../topics/bin";
import { checkUnchanged, type Done, isMoment } from "./done";
import { putBackWords } from "./rewritten";

/** Locks a text and its topic, and reads its latest review item. Throws CHANGED_SINCE when there is none. */
async function lockedReviewed(database: Database, pid: number, { operator }: Work) {
  const { topic, post } = await lockedPost(database, pid);
  await checkMayAct(database, operator, { sectionId: topic.sectionId, authorId: post.authorId }, true);
  const [item] = await database
    .select()
    .from(reviewItems)
    .where(eq(reviewItems.postId, pid))
    .orderBy(desc(reviewItems.id))
    .limit(1);
  checkUnchanged(item !== undefined);
  return { topic, post, item };
}

/**
 * Puts a decided text back into review, hidden if it was hidden before; anybody may decide on it anew. Throws
 * CHANGED_SINCE when the text was edited, put into review or decided on since.
 */
export async function waitAgain(
  database: Database,
  pid: number,
  done: Done,
  work: Work,
): Promise<ActOutcome> {
  const { topic, post, item } = await lockedReviewed(database, pid, work);
  checkUnchanged(!(await hasBegunTopic(database, post, done.at)));
  const isTopic = post.floor === 1;
  const was = isTopic ? topic : post;
  const isUnchanged =
    stateOf(was) === done.after.state && (post.editedAt === null || post.editedAt <= done.at);
  checkUnchanged(isUnchanged && isMoment(item.decidedAt, done.at));
  if (done.action === "discard") checkUnchanged(isMoment(was.deletedAt, done.at));
  await database
    .update(reviewItems)
    .set({ decidedAt: null, decidedById: null, decision: null, ignoredAt: null })
    .where(eq(reviewItems.id, item.id));
  let text = { topic, post };
  const { at } = work;
  if (done.action === "discard") text = await changeState(database, topic, post, { action: "recover", at });
  // A text that was public during its review, because a word was found in it later, stays public.
  const stood = done.before.review === "approved";
  const wasRefused = done.action === "refuse" || done.action === "discard";
  if (!stood) await changeState(database, text.topic, text.post, { action: "resubmit", at });
  else if (wasRefused) await changeState(database, text.topic, text.post, { action: "edit", at });
  if (wasRefused) {
    const [table, id] = isTopic ? [topics, topic.id] : [posts, pid];
    const stateReason = (done.before.stateReason ?? null) as string | null;
    await database.update(table).set({ stateReason }).where(eq(table.id, id));
  }
  if (done.action === "rewrite") await putBackWords(database, pid, done, work);
  const now = isTopic ? await lockAnyTopic(database, topic.id) : await presentPost(database, pid);
  return {
    kind: "post",
    sectionId: topic.sectionId,
    personId: post.authorId,
    tids: [topic.id],
    before: { state: stateOf(was) },
    after: { state: stateOf(now) },
  };
}

/** Puts an ignored text back into the queue, if nobody has decided on it since. */
export async function queuedAgain(
  database: Database,
  pid: number,
  done: Done,
  work: Work,
): Promise<ActOutcome> {
  const { topic, post, item } = await lockedReviewed(database, pid, work);
  checkUnchanged(item.decidedAt === null && isMoment(item.ignoredAt, done.at));
  await database.update(reviewItems).set({ ignoredAt: null }).where(eq(reviewItems.id, item.id));
  return {
    kind: "post",
    sectionId: topic.sectionId,
    personId: post.authorId,
    tids: [],
    before: { ignored: true },
    after: { ignored: false },
  };
}
