import { type LogAction, moderatorActions, type TopicAction } from "contract/moderation/actions";
import { and, eq } from "drizzle-orm";
import type { Database } from "../../database/open";
import { moderationBatches, moderationItems, moderationLog, moderationReasons } from "../../database/schema";
import { isUniqueViolation } from "../../database/transact";
import { found, Refusal } from "../../server/refusal";
import type { Act, ActOutcome, Work } from "../batches/act";
import { readActing } from "../operator";
import { appealWaitsAgain } from "./appeals";
import { caseAssignedBefore, caseWaitsAgain } from "./cases";
import type { Done } from "./done";
import { readMerged, topicBack } from "./merged-topic";
import { messageWaitsAgain } from "./messages";
import { readSplit, repliesBack } from "./moved-replies";
import { bannedAgain, unbannedAgain } from "./networks";
import { liftedAgain, penaltyGoes } from "./penalties";
import { profileWaitsAgain } from "./profiles";
import { queuedAgain, waitAgain } from "./reviews";
import { readReplaced } from "./rewritten";
import { inBinAgain, outOfBin, putBackReply } from "./texts";
import { putBackTopic } from "./topics";

/** For how many days a batch can be undone. */
export const undoDays = 7;

type Undo = (database: Database, id: number, done: Done, work: Work) => Promise<ActOutcome>;

/** How each action whose `undo` in the table is `undo` is undone, except actions on topics. */
const undos: Partial<Record<LogAction, Undo>> = {
  hidePost: putBackReply,
  showPost: putBackReply,
  recyclePost: outOfBin,
  recycleText: outOfBin,
  recover: inBinAgain,
  recoverPost: inBinAgain,
  moveReplies: repliesBack,
  splitTopic: repliesBack,
  mergeTopic: topicBack,
  approve: waitAgain,
  refuse: waitAgain,
  discard: waitAgain,
  rewrite: waitAgain,
  ignore: queuedAgain,
  approveProfile: profileWaitsAgain,
  refuseProfile: profileWaitsAgain,
  ignoreProfile: profileWaitsAgain,
  uphold: caseWaitsAgain,
  reject: caseWaitsAgain,
  assign: caseAssignedBefore,
  appealUpheld: appealWaitsAgain,
  appealRejected: appealWaitsAgain,
  upholdMessage: messageWaitsAgain,
  rejectMessage: messageWaitsAgain,
  warn: penaltyGoes,
  mute: penaltyGoes,
  ban: penaltyGoes,
  lift: liftedAgain,
  banAddress: unbannedAgain,
  unbanAddress: bannedAgain,
} satisfies Partial<Record<Exclude<LogAction, TopicAction>, Undo>>;

/** What a batch did to one target, with its row of the log. Throws BATCH_NOT_FOUND. */
async function doneBy(database: Database, batchId: number, targetId: number): Promise<Done> {
  const [row] = await database
    .select({
      action: moderationBatches.action,
      before: moderationItems.before,
      entry: moderationLog,
      reason: moderationReasons.text,
    })
    .from(moderationItems)
    .innerJoin(moderationBatches, eq(moderationBatches.id, moderationItems.batchId))
    .innerJoin(
      moderationLog,
      and(eq(moderationLog.batchId, batchId), eq(moderationLog.targetId, moderationItems.targetId)),
    )
    .leftJoin(moderationReasons, eq(moderationReasons.id, moderationBatches.reasonId))
    .where(
      and(
        ...[eq(moderationItems.batchId, batchId), eq(moderationItems.targetId, targetId)],
        eq(moderationItems.outcome, "done"),
      ),
    );
  const { before, entry, ...done } = found(row, "BATCH_NOT_FOUND");
  const { after, at, sectionId } = entry;
  return { ...done, before: found(before ?? undefined, "BATCH_NOT_FOUND"), after, at, sectionId, entry };
}

/**
 * Undoes what a batch did to one target; `options.value` is the batch's number. A target that was changed since is
 * refused alone (CHANGED_SINCE).
 */
export const undoItem: Act = {
  kind: "topic",

  /** Renders and cuts texts before the transaction: no transaction may wait for a worker. */
  async prepare(services, id, { options }) {
    const done = await doneBy(services.database, Number(options.value), id);
    if (done.action === "splitTopic") return readSplit(services, done);
    if (done.action === "mergeTopic") return readMerged(services, id, done);
    return done.action === "rewrite" ? readReplaced(services, done) : undefined;
  },

  async act(database, id, work) {
    const batchId = Number(work.options.value);
    const done = await doneBy(database, batchId, id);
    // Only administrators may undo what only administrators may do.
    await readActing(database, work.operator.id, { at: work.at, who: moderatorActions[done.action].who });
    const undo = undos[done.action] ?? putBackTopic;
    const outcome = await undo(database, id, done, work).catch((error: unknown) => {
      // Somebody else has taken the nickname, report or network that the undo would restore.
      throw isUniqueViolation(error) ? new Refusal("CHANGED_SINCE") : error;
    });
    await database
      .update(moderationItems)
      .set({ outcome: "undone" })
      .where(and(eq(moderationItems.batchId, batchId), eq(moderationItems.targetId, id)));
    return { ...outcome, before: { ...outcome.before, batch: batchId } };
  },
};
