import type { LogValues } from "contract/moderation/actions";
import type { AppealableAction } from "contract/moderation/constants";
import { and, eq, gt, lt, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { appeals, moderationLog, posts, topics } from "../../database/schema";
import { lockAnyTopic } from "../../forum/states/find-content";
import { stateOf } from "../../forum/states/visibility";
import { firstPost } from "../../forum/writing/permalinks";
import { found, Refusal } from "../../server/refusal";
import type { ActOutcome, Work } from "../batches/act";
import { checkMayAct } from "../operator";
import { takeBackPenalty, textsBatchOf } from "../penalties/take-back";
import { changeText, lockedPost } from "../topics/bin";
import { writeMarks } from "../topics/change-marks";

type Entry = typeof moderationLog.$inferSelect;

/** The post that a row of the log is about; for a topic, its first post. */
async function postOf(database: Database, { targetKind, targetId }: Entry): Promise<number> {
  const id = found(targetId ?? undefined, "POST_NOT_FOUND");
  return targetKind === "topic" ? (await firstPost(database, id)).id : id;
}

/** The result of taking a decision back: the topics whose pages changed, and the values that an undo of it needs. */
interface ReversalResult {
  tids: number[];
  /** Null when another decision applies now, which is kept, or when the text is deleted for good. */
  values: LogValues | null;
}
const nothing: ReversalResult = { tids: [], values: null };

/**
 * Shows or restores a text if this row of the log made its present state. If the text was hidden again for another
 * reason, its time differs from the row's.
 */
async function takeBackText(database: Database, entry: Entry, work: Work): Promise<ReversalResult> {
  const text = await lockedPost(database, await postOf(database, entry));
  const isTopic = text.post.floor === 1;
  const { hiddenAt, deletedAt, recycledById, ...now } = isTopic ? text.topic : text.post;
  const hides = entry.action === "hide" || entry.action === "hidePost";
  const moment = hides ? hiddenAt : recycledById === null ? null : deletedAt;
  if (moment?.getTime() !== entry.at.getTime()) return nothing;
  const values = { stateReason: now.stateReason, recycledById };
  const state = stateOf({ ...now, hiddenAt, deletedAt, recycledById });
  if (hides && state === "recycled") {
    // The text is in the bin for another reason; a restore must not make it hidden again.
    const table = isTopic ? topics : posts;
    await database.update(table).set({ hiddenAt: null }).where(eq(table.id, now.id));
    return { tids: [], values };
  }
  const { tids } = await changeText(database, text, hides ? "show" : "recover", work);
  return { tids, values };
}

/** Whether another row of the log that meets these conditions closed the same topic. */
async function isClosing(database: Database, { targetId }: Entry, ...conditions: SQL[]): Promise<boolean> {
  const same = and(eq(moderationLog.targetKind, "topic"), eq(moderationLog.targetId, targetId ?? 0));
  const closing = and(same, eq(moderationLog.action, "close"), ...conditions);
  return (await database.$count(moderationLog, closing)) > 0;
}

/** Restores the state that a topic had before it was closed: open, or closed by an earlier row. */
async function takeBackClose(database: Database, entry: Entry, work: Work): Promise<ReversalResult> {
  const topic = await lockAnyTopic(database, found(entry.targetId ?? undefined, "TOPIC_NOT_FOUND"));
  const undone = sql`exists (select 1 from ${moderationLog} as undoing where undoing.action = 'undo'
    and undoing.target_kind = 'topic' and undoing.target_id = ${moderationLog.targetId}
    and undoing.before ->> 'batch' = ${moderationLog.batchId}::text)`;
  const upheld = sql`exists (select 1 from ${appeals}
    where ${appeals.logId} = ${moderationLog.id} and ${appeals.upheld})`;
  // A moderator who closed it again later had another reason, so it stays closed.
  const since = [gt(moderationLog.id, entry.id), sql`not ${undone}`, sql`not ${upheld}`];
  if (!topic.closed || (await isClosing(database, entry, ...since))) return nothing;
  await checkMayAct(database, work.operator, topic, false);
  const { closed, duplicateOfId, until } = entry.before;
  const stays =
    closed === true && !(await isClosing(database, entry, lt(moderationLog.id, entry.id), upheld));
  const ends = await writeMarks(
    database,
    topic.id,
    { closed: stays, duplicateOfId: stays ? ((duplicateOfId as number | null) ?? null) : null },
    { mark: "closed", at: stays && typeof until === "string" ? new Date(until) : null },
  );
  const values = { closedAs: topic.duplicateOfId, ends: ends?.toISOString() ?? null };
  return { tids: [topic.id], values };
}

/** Takes back what a row of the log did; a later decision about the same target stays in force. */
export async function takeBack(
  database: Database,
  entry: Entry,
  work: Work,
): Promise<ReversalResult & Pick<ActOutcome, "undoes">> {
  const action = entry.action as AppealableAction;
  if (action === "warn" || action === "mute" || action === "ban") {
    const hasEnded = await takeBackPenalty(database, entry, work);
    const undoes = await textsBatchOf(database, entry);
    return { tids: [], values: hasEnded ? {} : null, ...(undoes === undefined ? {} : { undoes }) };
  }
  try {
    const back = action === "close" ? takeBackClose : takeBackText;
    return await back(database, entry, work);
  } catch (error) {
    // A text that is deleted for good cannot be restored; the appeal is upheld all the same.
    const isGone = error instanceof Refusal && ["TOPIC_NOT_FOUND", "POST_NOT_FOUND"].includes(error.code);
    if (isGone) return nothing;
    throw error;
  }
}
