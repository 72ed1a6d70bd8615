import type { CallResponse } from "contract";
import type { LogAction, LogTarget } from "contract/moderation/actions";
import { and, eq } from "drizzle-orm";
import type { Database } from "../../database/open";
import { moderationBatches, moderationItems, moderationReasons } from "../../database/schema";
import { peopleByIds } from "../../people/cards";
import { accountOf, type CallContext } from "../../server/context";
import { found, Refusal } from "../../server/refusal";
import { titleKey, titlesOf } from "../titles";
import { acts } from "./acts";
import { batchAnswer } from "./run-batch";
import { doneItems } from "./store-batch";

type Batch = typeof moderationBatches.$inferSelect;

/** A batch of the caller; administrators may read anybody's. Throws BATCH_NOT_FOUND. */
async function ownBatch(context: CallContext, batchId: number): Promise<Batch> {
  const { id, admin } = accountOf(context);
  const [row] = await context.database
    .select()
    .from(moderationBatches)
    .where(eq(moderationBatches.id, batchId));
  const batch = found(row, "BATCH_NOT_FOUND");
  if (batch.operatorId !== id && !admin) throw new Refusal("BATCH_NOT_FOUND");
  return batch;
}

/** What kind of things a batch is about; for an undo, those of the batch that it undoes. */
async function kindOf(database: Database, { action, undoesId }: Batch): Promise<LogTarget> {
  if (undoesId === null) return kinds[action] ?? acts[action]?.kind ?? "topic";
  const [undone] = await database.select().from(moderationBatches).where(eq(moderationBatches.id, undoesId));
  return undone ? kindOf(database, undone) : "topic";
}

/** The kinds of actions that are done at once and have no entry in `acts`. */
const kinds: Partial<Record<LogAction, LogTarget>> = { rewrite: "post", banAddress: "network" };

/** The progress of a batch. Throws BATCH_NOT_FOUND. */
export async function readBatch(context: CallContext, batchId: number): Promise<CallResponse<"batchDetail">> {
  const { database } = context;
  const batch = await ownBatch(context, batchId);
  const answer = await batchAnswer(context, batchId);
  const people = await peopleByIds(database, [batch.operatorId]);
  const [reason] =
    batch.reasonId === null
      ? []
      : await database.select().from(moderationReasons).where(eq(moderationReasons.id, batch.reasonId));
  const items = await database
    .select({ id: moderationItems.targetId })
    .from(moderationItems)
    .where(eq(moderationItems.batchId, batchId));
  const targetKind = await kindOf(database, batch);
  // Anybody can post any id: for texts outside the caller's sections the answer holds the refusal only, no title.
  const things = items.map(({ id: targetId }) => ({ targetKind, targetId }));
  const titlesById = await titlesOf(context, things);
  const titles = things.flatMap((thing) => {
    const text = titlesById.get(titleKey(thing));
    return text ? [{ id: thing.targetId, ...text }] : [];
  });
  return {
    ...answer,
    action: batch.action,
    reason: reason?.text ?? "",
    operator: found(people.get(batch.operatorId), "USER_NOT_FOUND"),
    createdAt: batch.createdAt.toISOString(),
    finishedAt: batch.finishedAt?.toISOString() ?? "",
    undone: batch.undoneAt !== null,
    titles,
  };
}

/**
 * The targets that an undo of this batch restores. Throws BATCH_NOT_FOUND, UNDO_TOO_LATE. The undo itself makes sure
 * that it happens once; the same form posted again gets the same answer.
 */
export async function itemsToUndo(
  context: CallContext,
  batchId: number,
  submissionId: string,
): Promise<number[]> {
  const { database } = context;
  await ownBatch(context, batchId);
  if (!(await batchAnswer(context, batchId)).canUndo) {
    const same = and(
      ...[eq(moderationBatches.undoesId, batchId), eq(moderationBatches.operatorId, accountOf(context).id)],
      eq(moderationBatches.submissionId, submissionId),
    );
    if ((await database.$count(moderationBatches, same)) === 0) throw new Refusal("UNDO_TOO_LATE");
  }
  return doneItems(database, batchId);
}
