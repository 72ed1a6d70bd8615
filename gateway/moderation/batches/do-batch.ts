import { moderatorActions } from "contract/moderation/actions";
import { refusals } from "contract/refusals";
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { isConnectionLost } from "../../database/failures";
import type { Database } from "../../database/open";
import { moderationBatches, moderationItems, moderationReasons } from "../../database/schema";
import { transact } from "../../database/transact";
import { notify } from "../../messages/notify";
import type { Services } from "../../server/context";
import { finishJob } from "../../server/jobs";
import { found, Refusal } from "../../server/refusal";
import { readActing } from "../operator";
import { writeLog } from "../write-log";
import type { Work } from "./act";
import { acts } from "./acts";
import { batchJobName, freeUndo, storeFollowing, storeUndo } from "./store-batch";

export type Batch = typeof moderationBatches.$inferSelect;

type BatchServices = Pick<Services, "database" | "now" | "texts">;

const waitingItem = (batchId: number) =>
  and(eq(moderationItems.batchId, batchId), isNull(moderationItems.outcome));

/**
 * Does one target in a transaction of its own: the change, its row of the log, the notice and the outcome are all
 * stored, or none. The operator's rights are read again for each target, because somebody may have dismissed, muted or
 * banned the operator meanwhile.
 */
async function actOnItem(
  services: BatchServices,
  batch: Batch,
  terms: Omit<Work, "operator">,
  targetId: number,
): Promise<number[]> {
  const { database } = services;
  const { kind, act, prepare } = found(acts[terms.action], "WRONG_STATE");
  const prepared = await prepare?.(services, targetId, terms);
  return transact(database, async (inside) => {
    const claimed = await inside
      .update(moderationItems)
      .set({ outcome: "done" })
      .where(and(waitingItem(batch.id), eq(moderationItems.targetId, targetId)))
      .returning({ id: moderationItems.targetId });
    if (claimed.length === 0) return [];
    const { who, told } = moderatorActions[terms.action];
    const operator = await readActing(inside, batch.operatorId, { at: terms.at, who });
    const work: Work = { ...terms, operator, prepared };
    const outcome = await act(inside, targetId, work);
    const { sectionId, personId, before, after, undo, tids, tell, undoes, follows } = outcome;
    if (follows) await storeFollowing(inside, batch, { ...follows, at: work.at });
    if (undoes !== undefined) await storeUndo(inside, undoes, work);
    await inside
      .update(moderationItems)
      .set({ before: undo ?? before })
      .where(and(eq(moderationItems.batchId, batch.id), eq(moderationItems.targetId, targetId)));
    await inside
      .update(moderationBatches)
      .set({ done: sql`${moderationBatches.done} + 1` })
      .where(eq(moderationBatches.id, batch.id));
    const { reason, at, action } = work;
    const logId = await writeLog(inside, {
      at,
      action,
      sectionId,
      personId,
      before,
      after,
      reason,
      operatorId: operator.id,
      targetKind: outcome.kind ?? kind,
      targetId,
      batchId: batch.id,
    });
    if (tell && told) {
      const { accountIds, ...about } = tell;
      await notify(inside, accountIds, { event: "moderated", actorId: null, logId, at, ...about });
    }
    return tids;
  });
}

/** Stores a refusal as the outcome of its target. */
export async function refuseItem(database: Database, batch: Batch, targetId: number, refusal: Refusal) {
  await transact(database, async (inside) => {
    const { code } = refusal;
    const message = refusal.message === refusals[code].message ? null : refusal.message;
    const refused = await inside
      .update(moderationItems)
      .set({ outcome: code, message: message })
      .where(and(waitingItem(batch.id), eq(moderationItems.targetId, targetId)))
      .returning({ id: moderationItems.targetId });
    if (refused.length === 0) return;
    await inside
      .update(moderationBatches)
      .set({ refused: sql`${moderationBatches.refused} + 1` })
      .where(eq(moderationBatches.id, batch.id));
  });
}

/** The targets of a batch that have no outcome yet, in the order of the form. */
export async function waitingIn(database: Database, batchId: number): Promise<number[]> {
  const rows = await database
    .select({ targetId: moderationItems.targetId })
    .from(moderationItems)
    .where(waitingItem(batchId))
    .orderBy(asc(moderationItems.position));
  return rows.map(({ targetId }) => targetId);
}

/** Ends the batch and its job when no target waits any more. */
export async function finish(
  { database, now }: Pick<Services, "database" | "now">,
  batchId: number,
): Promise<void> {
  await transact(database, async (inside) => {
    const [finishedBatch] = await inside
      .update(moderationBatches)
      .set({ finishedAt: now() })
      .where(and(eq(moderationBatches.id, batchId), isNull(moderationBatches.finishedAt)))
      .returning();
    if (finishedBatch) await freeUndo(inside, finishedBatch);
    await finishJob(inside, { name: batchJobName }, String(batchId));
  });
}

/**
 * Handles the waiting targets of a batch one by one. Each is refused by itself; one that fails for now, for example
 * because another transaction holds its lock, does not stop the others. Two callers may work on the same batch: each
 * target is done once.
 * @param step called after each target; returns whether to go on
 * @returns the topics whose pages have changed, and the first error that kept a target from being done. Throws when the
 * database is away.
 */
export async function doBatch(
  services: BatchServices,
  batch: Batch,
  step: (tids: number[], failed: boolean) => Promise<boolean>,
): Promise<{ changed: number[]; failure: unknown }> {
  const { database } = services;
  const [reason] =
    batch.reasonId === null
      ? []
      : await database.select().from(moderationReasons).where(eq(moderationReasons.id, batch.reasonId));
  const changed: number[] = [];
  let failure: unknown = null;
  for (const targetId of await waitingIn(database, batch.id)) {
    const { action, options } = batch;
    const terms = { action, options, reason: reason ?? null, at: services.now() };
    let tids: number[] = [];
    let failed = false;
    try {
      tids = await actOnItem(services, batch, terms, targetId);
      changed.push(...tids);
    } catch (error) {
      if (error instanceof Refusal) await refuseItem(database, batch, targetId, error);
      else if (isConnectionLost(error)) throw error;
      else {
        failed = true;
        failure ??= error;
      }
    }
    if (!(await step(tids, failed))) break;
  }
  if ((await waitingIn(database, batch.id)).length === 0) await finish(services, batch.id);
  return { changed: [...new Set(changed)], failure };
}
