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
 * Does one thing, in a transaction of its own: the change, its row of the log, the notice and the outcome, or none. Who
 * does it is looked at anew for each: somebody may have dismissed, muted or banned them since the last.
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

/** Writes a refusal down beside what it refused. */
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

/** Those of a batch that nothing has become of yet, in the order of the form. */
export async function waitingIn(database: Database, batchId: number): Promise<number[]> {
  const rows = await database
    .select({ targetId: moderationItems.targetId })
    .from(moderationItems)
    .where(waitingItem(batchId))
    .orderBy(asc(moderationItems.position));
  return rows.map(({ targetId }) => targetId);
}

/** Where nothing waits any more, the batch is over and so is its job, whoever is at it. */
export async function finish(
  { database, now }: Pick<Services, "database" | "now">,
  batchId: number,
): Promise<void> {
  await transact(database, async (inside) => {
    const [over] = await inside
      .update(moderationBatches)
      .set({ finishedAt: now() })
      .where(and(eq(moderationBatches.id, batchId), isNull(moderationBatches.finishedAt)))
      .returning();
    if (over) await freeUndo(inside, over);
    await finishJob(inside, { name: batchJobName }, String(batchId));
  });
}

/**
 * Does what is left of a batch, one after the other; each is refused alone, and one that cannot be done for now, such as
 * one that somebody else holds, keeps none of the others. Two may be at one batch: each thing is done once.
 * @param step after each; whether to go on
 * @returns the topics whose pages are not what they were, and what kept a thing from being done. Throws where the
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
