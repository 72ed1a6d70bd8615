import { and, eq, gt } from "drizzle-orm";
import type { Database } from "../../database/open";
import { moderationLog, posts, topics } from "../../database/schema";
import { changeState, presentPost } from "../../forum/states/change-state";
import { lockAnyTopic } from "../../forum/states/find-content";
import { stateOf } from "../../forum/states/visibility";
import { firstPost } from "../../forum/writing/permalinks";
import type { ActOutcome, Work } from "../batches/act";
import { checkMayAct } from "../operator";
import { hasBegunTopic } from "../topics/began-topic";
import { changeText, lockedPost } from "../topics/bin";
import { checkUnchanged, type Done, isMoment, momentOf, reasonAfter } from "./done";

/** Restores a text from the bin, with the reason of an earlier action beside it. */
export async function outOfBin(database: Database, pid: number, done: Done, work: Work): Promise<ActOutcome> {
  const text = await lockedPost(database, pid);
  const isTopic = text.post.floor === 1;
  const was = isTopic ? text.topic : text.post;
  checkUnchanged(was.recycledById !== null && isMoment(was.deletedAt, done.at));
  const { tell: _, ...acted } = await changeText(database, text, "recover", work);
  const [table, id] = isTopic ? [topics, text.topic.id] : [posts, pid];
  const now = { ...was, deletedAt: null, recycledById: null };
  const stateReason = reasonAfter(was.stateReason, now, done);
  await database.update(table).set({ stateReason }).where(eq(table.id, id));
  return { ...acted, kind: "post" };
}

/** Moves a restored text into the bin again, with the stored time, moderator and reason. */
export async function inBinAgain(
  database: Database,
  id: number,
  done: Done,
  work: Work,
): Promise<ActOutcome> {
  const isTopic = done.action === "recover";
  const pid = isTopic ? (await firstPost(database, id)).id : id;
  const { topic, post } = await lockedPost(database, pid);
  checkUnchanged(!(await hasBegunTopic(database, post, done.at)));
  const was = isTopic ? topic : post;
  const { sectionId } = topic;
  await checkMayAct(database, work.operator, { sectionId, authorId: post.authorId }, true);
  const { targetKind, action, id: logId } = done.entry;
  // The text was in the bin again meanwhile, and was restored for another reason.
  const again = and(
    ...[eq(moderationLog.targetKind, targetKind), eq(moderationLog.targetId, id)],
    ...[eq(moderationLog.action, action), gt(moderationLog.id, logId)],
  );
  checkUnchanged(stateOf(was) === done.after.state && (await database.$count(moderationLog, again)) === 0);
  const { deletedAt, recycledById, stateReason } = done.before;
  const byId = Number(recycledById);
  const reason = (stateReason ?? null) as string | null;
  const at = momentOf(deletedAt) ?? work.at;
  await changeState(database, topic, post, { action: "recycle", at, reason, byId });
  const now = isTopic ? await lockAnyTopic(database, topic.id) : await presentPost(database, pid);
  return {
    kind: isTopic ? "topic" : "post",
    sectionId,
    personId: post.authorId,
    tids: [topic.id],
    before: { state: stateOf(was) },
    after: { state: stateOf(now) },
    tell: { accountIds: [post.authorId], topicId: topic.id, postId: pid },
  };
}

/** Shows a hidden reply, or hides it again with the stored reason and time. */
export async function putBackReply(
  database: Database,
  pid: number,
  done: Done,
  work: Work,
): Promise<ActOutcome> {
  const text = await lockedPost(database, pid);
  checkUnchanged(!(await hasBegunTopic(database, text.post, done.at)));
  const { hiddenAt, deletedAt } = text.post;
  const wasHiding = done.action === "hidePost";
  checkUnchanged(deletedAt === null && (wasHiding ? isMoment(hiddenAt, done.at) : hiddenAt === null));
  const { tell: _, ...acted } = await changeText(database, text, wasHiding ? "show" : "hide", work);
  const stateReason = (done.before.stateReason as string | null | undefined) ?? null;
  const since = wasHiding ? null : momentOf(done.before.hiddenAt);
  await database
    .update(posts)
    .set({ stateReason, ...(since ? { hiddenAt: since } : {}) })
    .where(eq(posts.id, pid));
  return { ...acted, kind: "post" };
}
