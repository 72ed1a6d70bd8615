import { setTimeout } from "node:timers/promises";
import { wholeChange } from "contract/base/pages";
import type { BatchAnswer } from "contract/moderation/fields";
import { type RefusalCode, refusals } from "contract/refusals";
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { moderationBatches, moderationItems, moderationReasons } from "../../database/schema";
import { transact } from "../../database/transact";
import { notify } from "../../messages/notify";
import { accountOf, type CallContext, type Services } from "../../server/context";
import type { JobKind } from "../../server/jobs";
import { found, Refusal } from "../../server/refusal";
import { forgetShared } from "../../server/shared-answers";
import { readActing, readOperator } from "../operator";
import { writeLog } from "../write-log";
import type { Work } from "./act";
import { acts } from "./acts";
import { atOnce, type BatchRequest, batchJobName, storeBatch, storeUndo } from "./store-batch";

/** Milliseconds that a job leaves to others after each thing, at most. */
const pauseMost = 100;
/** How long such a pause is, times the work before it. */
const pauseShare = 3;
/**
 * Milliseconds between two tellings of what changed. What is hidden leaves the kept pages within a second (issue 15),
 * and to make what all pages share anew after each thing costs every reader more than the work itself.
 */
const tellEvery = 500;

type Batch = typeof moderationBatches.$inferSelect;

const waitingItem = (batchId: number) =>
  and(eq(moderationItems.batchId, batchId), isNull(moderationItems.outcome));

/**
 * Does one thing, in a transaction of its own: the change, its row of the log, the notice and the outcome, or none. Who
 * does it is looked at anew for each: somebody may have dismissed, muted or banned them since the last.
 */
async function actOnItem(
  database: Database,
  batch: Batch,
  asked: Omit<Work, "operator">,
  targetId: number,
): Promise<number[]> {
  const { kind, act, adminOnly } = found(acts[asked.action], "WRONG_STATE");
  return transact(database, async (inside) => {
    const claimed = await inside
      .update(moderationItems)
      .set({ outcome: "done" })
      .where(and(waitingItem(batch.id), eq(moderationItems.targetId, targetId)))
      .returning({ id: moderationItems.targetId });
    if (claimed.length === 0) return [];
    const operator = await readActing(inside, batch.operatorId, { at: asked.at, adminOnly });
    const work: Work = { ...asked, operator };
    const acted = await act(inside, targetId, work);
    const { sectionId, personId, before, after, undo, tids, tell, undoes } = acted;
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
      ...{ at, action, sectionId, personId, before, after, reason },
      operatorId: operator.id,
      targetKind: acted.kind ?? kind,
      targetId,
      batchId: batch.id,
    });
    if (tell) {
      const { accountIds, ...about } = tell;
      await notify(inside, accountIds, { event: "moderated", actorId: null, logId, at, ...about });
    }
    return tids;
  });
}

/** Writes a refusal down beside what it refused. */
async function refuseItem(database: Database, batch: Batch, targetId: number, refusal: Refusal) {
  await transact(database, async (inside) => {
    const { code } = refusal;
    const said = refusal.message === refusals[code].message ? null : refusal.message;
    const refused = await inside
      .update(moderationItems)
      .set({ outcome: code, message: said })
      .where(and(waitingItem(batch.id), eq(moderationItems.targetId, targetId)))
      .returning({ id: moderationItems.targetId });
    if (refused.length === 0) return;
    await inside
      .update(moderationBatches)
      .set({ refused: sql`${moderationBatches.refused} + 1` })
      .where(eq(moderationBatches.id, batch.id));
  });
}

/**
 * Does what is left of a batch, one after the other; each is refused alone. @returns the topics whose pages are not
 * what they were
 */
async function doBatch(
  services: Pick<Services, "database" | "now">,
  batch: Batch,
  step: (tids: number[]) => Promise<void> = async () => {},
): Promise<number[]> {
  const { database } = services;
  const [reason] =
    batch.reasonId === null
      ? []
      : await database.select().from(moderationReasons).where(eq(moderationReasons.id, batch.reasonId));
  const waiting = await database
    .select({ targetId: moderationItems.targetId })
    .from(moderationItems)
    .where(waitingItem(batch.id))
    .orderBy(asc(moderationItems.position));
  const changed: number[] = [];
  for (const { targetId } of waiting) {
    const { action, options } = batch;
    const asked = { action, options, reason: reason ?? null, at: services.now() };
    try {
      const tids = await actOnItem(database, batch, asked, targetId);
      changed.push(...tids);
      await step(tids);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await refuseItem(database, batch, targetId, error);
      await step([]);
    }
  }
  await database
    .update(moderationBatches)
    .set({ finishedAt: services.now() })
    .where(and(eq(moderationBatches.id, batch.id), isNull(moderationBatches.finishedAt)));
  return [...new Set(changed)];
}

/** A batch that is too long to wait for. Killed half-way, whoever goes on does what has no outcome yet. */
export const batchJob: JobKind<{ batchId: number }, Record<string, never>> = {
  name: batchJobName,
  tries: 5,
  // A moderator waits for it, and no thing takes as long.
  claimSeconds: 30,
  failure: ({ batchId }) => `批量操作 ${batchId} 没有做完`,
  async run({ payload, progress, keep, checkStop }, services) {
    const [batch] = await services.database
      .select()
      .from(moderationBatches)
      .where(eq(moderationBatches.id, payload.batchId));
    if (!batch) return;
    // What a killed process did last, it may have told nobody.
    if (progress) services.pagesChanged(wholeChange);
    await keep({});
    const untold: number[] = [];
    let [began, told] = [performance.now(), performance.now()];
    const tell = () => {
      if (untold.length === 0) return;
      forgetShared(services.database);
      services.pagesChanged({ drop: untold.splice(0), hides: true, later: true });
    };
    try {
      await doBatch(services, batch, async (tids) => {
        untold.push(...tids);
        if (performance.now() - told > tellEvery) {
          tell();
          await keep({});
          told = performance.now();
        }
        checkStop();
        // On the embedded database nothing else lets pages have their turn: they get more time than the work does.
        await setTimeout(Math.min(pauseMost, pauseShare * (performance.now() - began)));
        began = performance.now();
      });
    } finally {
      tell();
    }
  },
};

/** How a batch stands, with what became of each of its things. Throws BATCH_NOT_FOUND. */
export async function batchAnswer(
  database: Database,
  batchId: number,
  changedTopics: number[] = [],
): Promise<BatchAnswer> {
  const [row] = await database.select().from(moderationBatches).where(eq(moderationBatches.id, batchId));
  const { id: batch, total, done, refused } = found(row, "BATCH_NOT_FOUND");
  const items = await database
    .select()
    .from(moderationItems)
    .where(eq(moderationItems.batchId, batchId))
    .orderBy(asc(moderationItems.position));
  return {
    ...{ batch, total, done, refused, changedTopics },
    waiting: total - done - refused,
    results: items.flatMap(({ targetId: id, outcome, message }) => {
      if (outcome === null) return [];
      const code = outcome === "done" ? null : (outcome as RefusalCode);
      return [{ id, code, message: message ?? (code ? refusals[code].message : "") }];
    }),
  };
}

/**
 * Does the same thing to one or many: at once where they are few, as a job where they are many. Every one is done or
 * refused alone.
 */
export async function runBatch(context: CallContext, request: BatchRequest): Promise<BatchAnswer> {
  const { database } = context;
  const { batch, again } = await storeBatch(context, request);
  if (again) return batchAnswer(database, batch.id);
  if (request.ids.length > atOnce) {
    context.wakeJobs();
    return batchAnswer(database, batch.id);
  }
  const changed = await doBatch(context, batch);
  // What goes back with an appeal is a job.
  if (request.action === "appealUpheld") context.wakeJobs();
  return batchAnswer(database, batch.id, changed);
}

/** Thrown to undo what was only tried. */
class Tried extends Error {}

/** What would come of it: everything is done to each of them, and undone at once. */
export async function tryBatch(context: CallContext, request: BatchRequest): Promise<BatchAnswer> {
  const { action, options, ids, reason } = request;
  const { act } = found(acts[action], "WRONG_STATE");
  const operator = await readOperator(context.database, accountOf(context).id);
  const work: Work = { action, options, operator, reason: { id: 0, text: reason }, at: context.now() };
  const results: BatchAnswer["results"] = [];
  for (const id of ids) {
    const refusal = await transact(context.database, async (inside) => {
      await act(inside, id, work);
      throw new Tried();
    }).catch((error: unknown) => {
      if (error instanceof Tried) return null;
      if (error instanceof Refusal) return error;
      throw error;
    });
    results.push({ id, code: refusal?.code ?? null, message: refusal?.message ?? "" });
  }
  const refused = results.filter(({ code }) => code !== null).length;
  return {
    ...{ batch: 0, total: ids.length, done: ids.length - refused, refused, waiting: 0, results },
    changedTopics: [],
  };
}
