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

/** A batch of the caller's own, or anybody's for administrators. Throws BATCH_NOT_FOUND. */
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

/** The subject of a batch; that of an undo is the batch that it undoes. */
async function kindOf(database: Database, { action, undoesId }: Batch): Promise<LogTarget> {
  if (undoesId === null) return kinds[action] ?? acts[action]?.kind ?? "topic";
  const [undone] = await database.select().from(moderationBatches).where(eq(moderationBatches.id, undoesId));
  return undone ? kindOf(database, undone) : "topic";
}

/** Of what is done at once, without an act of its own. */
const kinds: Partial<Record<LogAction, LogTarget>> = { rewrite: "post", banAddress: "network" };

/** How far a batch is. Throws BATCH_NOT_FOUND. */
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
  // Of texts elsewhere, whose numbers anybody can send, nothing is said but that they were refused.
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
 * The things that an undo of this batch puts back. Throws BATCH_NOT_FOUND, UNDO_TOO_LATE. That it is undone once is
 * written with the undo itself; the same form posted again is answered with what it was.
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
