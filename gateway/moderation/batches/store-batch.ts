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

/** The name of the job that does a batch; its key is the batch's number. */
export const batchJobName = "moderationBatch";
/** Up to so many are done while the form waits; what is left of them, and all of more, by the job. */
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

/** A batch is undone once, whoever asks at the same time. @returns whether it was not before */
async function markUndone(database: Database, batchId: number, undoneAt: Date): Promise<boolean> {
  const claimed = await database
    .update(moderationBatches)
    .set({ undoneAt })
    .where(and(eq(moderationBatches.id, batchId), isNull(moderationBatches.undoneAt)))
    .returning({ id: moderationBatches.id });
  return claimed.length > 0;
}

/** An undo that is over has used up what it put back, and nothing else: what was refused may be undone again. */
export async function freeUndo(
  database: Database,
  { id, undoesId, submissionId, done, refused }: Batch,
): Promise<void> {
  if (undoesId === null || refused === 0) return;
  // The texts that came back with something else go again with it: by this very undo.
  if (done > 0 && submissionId === textsUndoId(undoesId)) return;
  await database.update(moderationBatches).set({ undoneAt: null }).where(eq(moderationBatches.id, undoesId));
  if (done === 0) await freeForm(database, id);
}

/** The form that did nothing may be posted again. */
const freeForm = (database: Database, batchId: number) =>
  database.update(moderationBatches).set({ submissionId: null }).where(eq(moderationBatches.id, batchId));

/** The things that a batch did and no undo put back, the other way round: topics before the replies in them. */
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

/** A batch's row with those of its things. */
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
 * Keeps something that was done at once, to one thing, as a batch that is over: it has a page, and is undone like all else.
 * @param before what an undo puts back @returns the batch's number
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
 * Asks for what is left of a batch to be done, where nobody is at it.
 * @param claimed whoever asks is at it for now
 */
export const askFor = (database: Database, batchId: number, at: Date, claimed = false) =>
  enqueue(database, { name: batchJobName }, { batchId }, { at, key: String(batchId), claimed });

/** The number of the form that a batch's consequences go by: posted twice, it is the same two batches. */
export const followingId = (submissionId: string) => `${submissionId}+`;

/** Has what comes of a thing that was done be done to others, for the same reason. */
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

/** Has a whole batch undone by a job, where nobody has undone it: what it belongs to is taken back. */
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
 * Stores the batch with all its items and the job that does it, in one: a batch that is there is done, whatever becomes of
 * this process. One that was posted before is answered with as it is; where all of it was refused, it is tried again.
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
    // The same form came a moment before, and has marked what it undoes.
    const raced = isUniqueViolation(error) || (error instanceof Refusal && undoesId !== undefined);
    const other = raced ? await before() : undefined;
    if (other) return { batch: other, again: true };
    throw error;
  }
}
