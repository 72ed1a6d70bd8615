import { logError, logWarning } from "contract/base/log";
import { subtractTime } from "contract/base/time";
import { type LogAction, moderatorActions } from "contract/moderation/actions";
import type { BatchAnswer } from "contract/moderation/fields";
import { type RefusalCode, refusals } from "contract/refusals";
import { and, asc, eq, sql } from "drizzle-orm";
import { isDatabaseAway } from "../../database/failures";
import type { Database } from "../../database/open";
import { moderationBatches, moderationItems, moderationLog } from "../../database/schema";
import { accountOf, type CallContext } from "../../server/context";
import { handOver } from "../../server/jobs";
import { found, Refusal } from "../../server/refusal";
import { undoDays } from "../undo/undo-item";
import { batchJob } from "./batch-job";
import { type Batch, doBatch } from "./do-batch";
import { askFor, atOnce, type BatchRequest, followingId, storeBatch } from "./store-batch";

/** Actions that delete for good at once in a section without a recycle bin. */
const destroying: readonly LogAction[] = ["recycle", "recyclePost", "recycleText", "discard"];

/** Whether the operator can undo the batch now; a batch cannot be undone when all its texts are deleted for good. */
async function canUndo(
  database: Database,
  { id, action, finishedAt, undoneAt, done, createdAt }: Batch,
  now: Date,
): Promise<boolean> {
  const inTime = createdAt >= subtractTime(now, undoDays, "day");
  const isFinished = finishedAt !== null && undoneAt === null && done > 0;
  if (!inTime || !isFinished || moderatorActions[action].undo !== "undo") return false;
  if (!destroying.includes(action)) return true;
  const notDeleted = sql`${moderationLog.after} ->> 'state' is distinct from 'deleted'`;
  return (await database.$count(moderationLog, and(eq(moderationLog.batchId, id), notDeleted))) > 0;
}

/** Throws the refusal of the first refused target, if there is one. */
export function refuseLikeFirst({ results }: BatchAnswer): void {
  const firstRefusal = results.find(({ code }) => code !== null);
  if (firstRefusal) throw new Refusal(firstRefusal.code as RefusalCode, undefined, firstRefusal.message);
}

/** The progress of a batch, with the outcome of each target. Throws BATCH_NOT_FOUND. */
export async function batchAnswer(
  { database, now }: Pick<CallContext, "database" | "now">,
  batchId: number,
  changedTopics: number[] = [],
): Promise<BatchAnswer> {
  const [row] = await database.select().from(moderationBatches).where(eq(moderationBatches.id, batchId));
  const batchRow = found(row, "BATCH_NOT_FOUND");
  const { id: batch, total, done, refused } = batchRow;
  const items = await database
    .select()
    .from(moderationItems)
    .where(eq(moderationItems.batchId, batchId))
    .orderBy(asc(moderationItems.position));
  return {
    batch,
    total,
    done,
    refused,
    changedTopics,
    waiting: total - done - refused,
    canUndo: await canUndo(database, batchRow, now()),
    results: items.flatMap(({ targetId: id, outcome, message }) => {
      if (outcome === null) return [];
      const code = outcome === "done" || outcome === "undone" ? null : (outcome as RefusalCode);
      return [{ id, code, message: message ?? (code ? refusals[code].message : "") }];
    }),
  };
}

/** How many milliseconds a form keeps trying after a failure; the job tries longer. */
const formPatience = 5_000;

/** Does as much of a batch as a form can wait for, and hands the rest over to its job. */
async function goOn(context: CallContext, batch: Batch): Promise<BatchAnswer> {
  const { database, now } = context;
  if (batch.finishedAt) return batchAnswer(context, batch.id);
  if (batch.total > atOnce) {
    context.wakeJobs();
    return batchAnswer(context, batch.id);
  }
  const leave = async () => {
    await handOver(database, batchJob, String(batch.id), now());
    context.wakeJobs();
  };
  const began = performance.now();
  let hasFailed = false;
  try {
    const { changed, failure } = await doBatch(context, batch, async (_, failed) => {
      hasFailed ||= failed;
      return !hasFailed || performance.now() - began < formPatience;
    });
    if (failure) {
      const log = isDatabaseAway(failure) ? logWarning : logError;
      log(`[网关] ${batchJob.failure({ batchId: batch.id })}，后台接着做：`, failure);
      await leave();
    }
    return await batchAnswer(context, batch.id, changed);
  } catch (error) {
    // If the database is away, the job's claim expires by itself and the job runs then.
    await leave().catch(() => undefined);
    throw error;
  }
}

/**
 * Does the same action to one or many targets: few at once, many as a job. Each is done or refused by itself. Posting
 * the same form again continues with the rest.
 */
export async function runBatch(context: CallContext, request: BatchRequest): Promise<BatchAnswer> {
  const { batch, again } = await storeBatch(context, request);
  // The job may have given up, or the batch may be stored without a job.
  if (again && !batch.finishedAt) await askFor(context.database, batch.id, context.now());
  const answer = await goOn(context, batch);
  // A job restores the texts after an upheld appeal.
  if (request.action === "appealUpheld") context.wakeJobs();
  return answer;
}

/** Does the further batch that a form caused, such as deleting the texts of a banned person; null if there is none. */
export async function runFollowing(context: CallContext, submissionId: string): Promise<BatchAnswer | null> {
  const mine = and(
    eq(moderationBatches.operatorId, accountOf(context).id),
    eq(moderationBatches.submissionId, followingId(submissionId)),
  );
  const [batch] = await context.database.select().from(moderationBatches).where(mine);
  return batch ? goOn(context, batch) : null;
}
