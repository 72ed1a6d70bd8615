import type { LogAction, LogValues, ModerationOptions } from "contract/moderation/actions";
import { and, desc, eq, isNull } from "drizzle-orm";
import type { Database } from "../../database/open";
import { moderationBatches, moderationItems, moderationReasons } from "../../database/schema";
import { isUniqueViolation, transact } from "../../database/transact";
import { accountOf, type CallContext } from "../../server/context";
import { enqueue } from "../../server/jobs";
import { found, Refusal } from "../../server/refusal";
import { textsUndoId } from "../penalties/take-back";
import type { ActOutcome, Work } from "./act";

/** The name of the job that does a batch; the job's key is the batch's number. */
export const batchJobName = "moderationBatch";
/** The form waits for batches of up to this size; the job does larger ones, and the rest of interrupted ones. */
export const atOnce = 20;

export interface BatchRequest {
  action: LogAction;
  ids: number[];
  options: ModerationOptions;
  reason: string;
  submissionId: string;
  undoesId?: number;
}

type Batch = typeof moderationBatches.$inferSelect;

/** Marks a batch as undone, once, also under concurrent requests. @returns false when it was marked before */
async function markUndone(database: Database, batchId: number, undoneAt: Date): Promise<boolean> {
  const claimed = await database
    .update(moderationBatches)
    .set({ undoneAt })
    .where(and(eq(moderationBatches.id, batchId), isNull(moderationBatches.undoneAt)))
    .returning({ id: moderationBatches.id });
  return claimed.length > 0;
}

/** After an undo ends: if it refused some targets, the batch can be undone again for those. */
export async function freeUndo(
  database: Database,
  { id, undoesId, submissionId, done, refused }: Batch,
): Promise<void> {
  if (undoesId === null || refused === 0) return;
  // This undo restored texts together with their penalty or appeal. The batch stays marked as undone, because the texts
  // may have to go back into the bin with it.
  if (done > 0 && submissionId === textsUndoId(undoesId)) return;
  await database.update(moderationBatches).set({ undoneAt: null }).where(eq(moderationBatches.id, undoesId));
  if (done === 0) await freeForm(database, id);
}

/** Clears the submission id of a form that did nothing, so that the form can be posted again. */
const freeForm = (database: Database, batchId: number) =>
  database.update(moderationBatches).set({ submissionId: null }).where(eq(moderationBatches.id, batchId));

/** The targets that a batch did and no undo restored, in reverse order: topics before the replies in them. */
export async function doneItems(database: Database, batchId: number): Promise<number[]> {
  const done = await database
    .select({ id: moderationItems.targetId })
    .from(moderationItems)
    .where(and(eq(moderationItems.batchId, batchId), eq(moderationItems.outcome, "done")))
    .orderBy(desc(moderationItems.position));
  return done.map(({ id }) => id);
}

interface Stored extends Omit<BatchRequest, "reason"> {
  operatorId: number;
  reasonId: number | null;
  at: Date;
}

/** Inserts a batch's row and the rows of its targets. */
async function insertBatch(database: Database, { ids, at, ...values }: Stored): Promise<Batch> {
  const [row] = await database
    .insert(moderationBatches)
    .values({ ...values, total: ids.length, createdAt: at })
    .returning();
  const batch = found(row, "BATCH_NOT_FOUND");
  await database
    .insert(moderationItems)
    .values(ids.map((targetId, position) => ({ batchId: batch.id, position, targetId })));
  return batch;
}

/**
 * Stores an action that was done at once to one target as a finished batch, so that it has a page and can be undone.
 * @param before the values that an undo restores
 * @returns the batch's number
 */
export async function keepDone(
  database: Database,
  {
    before,
    targetId,
    at,
    ...made
  }: Omit<Stored, "ids" | "options" | "submissionId"> & {
    targetId: number;
    before: LogValues;
  },
): Promise<number> {
  const [row] = await database
    .insert(moderationBatches)
    .values({ ...made, options: {}, total: 1, done: 1, createdAt: at, finishedAt: at })
    .returning({ id: moderationBatches.id });
  const { id: batchId } = found(row, "BATCH_NOT_FOUND");
  await database.insert(moderationItems).values({ batchId, position: 0, targetId, outcome: "done", before });
  return batchId;
}

/**
 * Enqueues the job that does the rest of a batch, unless somebody works on it already.
 * @param claimed the caller works on the batch now, so the job waits until that claim expires
 */
export const askFor = (database: Database, batchId: number, at: Date, claimed = false) =>
  enqueue(database, { name: batchJobName }, { batchId }, { now: at, key: String(batchId), claimed });

/** The submission id of the batch that another batch causes: a form posted twice gives the same two batches. */
export const followingId = (submissionId: string) => `${submissionId}+`;

/** Stores the further batch that an act causes, for the same reason, and enqueues its job. */
export async function storeFollowing(
  database: Database,
  { operatorId, reasonId, submissionId, id }: Batch,
  { at, ...follows }: NonNullable<ActOutcome["follows"]> & { at: Date },
): Promise<void> {
  const batch = await insertBatch(database, {
    at,
    operatorId,
    reasonId,
    options: {},
    submissionId: followingId(submissionId ?? `batch-${id}`),
    ...follows,
  });
  await askFor(database, batch.id, at);
}

/**
 * Enqueues a job that undoes a whole batch, unless it is undone already, because the decision it belongs to is taken
 * back.
 */
export async function storeUndo(
  database: Database,
  batchId: number,
  { operator, reason, at }: Pick<Work, "operator" | "reason" | "at">,
): Promise<void> {
  const ids = await doneItems(database, batchId);
  if (ids.length === 0 || !(await markUndone(database, batchId, at))) return;
  const undo = await insertBatch(database, {
    ids,
    at,
    operatorId: operator.id,
    reasonId: reason?.id ?? null,
    undoesId: batchId,
    action: "undo",
    options: { value: String(batchId) },
    submissionId: textsUndoId(batchId),
  });
  await askFor(database, undo.id, at);
}

/**
 * Stores a batch, all its targets and the job that does it in one transaction, so the batch gets done even if this
 * process is killed. A form that was posted before gets the stored batch; if all its targets were refused, it is tried
 * again.
 */
export async function storeBatch(
  context: CallContext,
  { action, ids, options, reason, submissionId, undoesId }: BatchRequest,
): Promise<{ batch: Batch; again: boolean }> {
  const { id: operatorId } = accountOf(context);
  const at = context.now();
  const posted = and(
    eq(moderationBatches.operatorId, operatorId),
    eq(moderationBatches.submissionId, submissionId),
  );
  const before = async () => {
    const [row] = await context.database.select().from(moderationBatches).where(posted);
    return row;
  };
  const same = await before();
  const nothing = same?.finishedAt && same.done === 0;
  if (same && !nothing) return { batch: same, again: true };
  try {
    return await transact(context.database, async (database) => {
      if (same) await freeForm(database, same.id);
      if (undoesId !== undefined && !(await markUndone(database, undoesId, at)))
        throw new Refusal("UNDO_TOO_LATE");
      const [storedReason] = reason
        ? await database.insert(moderationReasons).values({ text: reason }).returning()
        : [undefined];
      const batch = await insertBatch(database, {
        ids,
        at,
        operatorId,
        action,
        options,
        submissionId,
        reasonId: storedReason?.id ?? null,
        ...(undoesId === undefined ? {} : { undoesId }),
      });
      await askFor(database, batch.id, at, ids.length <= atOnce);
      return { batch, again: false };
    });
  } catch (error) {
    // The same form was stored by a request a moment earlier, which marked the batch as undone.
    const raced = isUniqueViolation(error) || (error instanceof Refusal && undoesId !== undefined);
    const other = raced ? await before() : undefined;
    if (other) return { batch: other, again: true };
    throw error;
  }
}
