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
import { requireRecentToDestroy } from "./require-recent";
import { askFor, atOnce, type BatchRequest, followingId, storeBatch } from "./store-batch";

/** Actions that destroy at once in a section without a bin. */
const destroying: readonly LogAction[] = ["recycle", "recyclePost", "recycleText", "discard"];

/** Whether what was done can be undone at this moment, by whoever did it: nothing can where nothing is left of it. */
async function canUndo(
  database: Database,
  { id, action, finishedAt, undoneAt, done, createdAt }: Batch,
  now: Date,
): Promise<boolean> {
  const inTime = createdAt >= subtractTime(now, undoDays, "day");
  const over = finishedAt !== null && undoneAt === null && done > 0;
  if (!inTime || !over || moderatorActions[action].undo !== "undo") return false;
  if (!destroying.includes(action)) return true;
  const notDeleted = sql`${moderationLog.after} ->> 'state' is distinct from 'deleted'`;
  return (await database.$count(moderationLog, and(eq(moderationLog.batchId, id), notDeleted))) > 0;
}

/** Refuses as the first of the things was refused that was. */
export function refuseLikeFirst({ results }: BatchAnswer): void {
  const refused = results.find(({ code }) => code !== null);
  if (refused) throw new Refusal(refused.code as RefusalCode, undefined, refused.message);
}

/** How a batch stands, with what became of each of its things. Throws BATCH_NOT_FOUND. */
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

/** Milliseconds for which a form waits for what is held up; the job has longer. */
const formPatience = 5_000;

/** Does what is left of a batch as far as a form can wait for it, and leaves the rest to its job. */
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
    // Where the database is away its claim runs out.
    await leave().catch(() => undefined);
    throw error;
  }
}

/**
 * Does the same action to one or many things: at once when they are few, as a job when they are many. Each is
 * done or refused by itself. The same form again continues with the rest. Throws SIGN_IN_NOT_RECENT.
 */
export async function runBatch(context: CallContext, request: BatchRequest): Promise<BatchAnswer> {
  await requireRecentToDestroy(context, request);
  const { batch, again } = await storeBatch(context, request);
  // Given up, or stored when short batches had no job.
  if (again && !batch.finishedAt) await askFor(context.database, batch.id, context.now());
  const answer = await goOn(context, batch);
  // The restorations after an appeal are a job.
  if (request.action === "appealUpheld") context.wakeJobs();
  return answer;
}

/**
 * Does the further batch that a form caused, such as deleting the texts of a banned person; null without one.
 */
export async function runFollowing(context: CallContext, submissionId: string): Promise<BatchAnswer | null> {
  const mine = and(
    eq(moderationBatches.operatorId, accountOf(context).id),
    eq(moderationBatches.submissionId, followingId(submissionId)),
  );
  const [batch] = await context.database.select().from(moderationBatches).where(mine);
  return batch ? goOn(context, batch) : null;
}
