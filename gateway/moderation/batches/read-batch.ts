import type { CallResponse } from "contract";
import { and, eq, inArray } from "drizzle-orm";
import { moderationBatches, moderationItems, moderationReasons, topics } from "../../database/schema";
import { peopleByIds } from "../../people/cards";
import { accountOf, type CallContext } from "../../server/context";
import { found, Refusal } from "../../server/refusal";
import { readOperator } from "../operator";
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
  const ids = items.map(({ id }) => id);
  const { id, admin } = accountOf(context);
  // Of topics elsewhere, whose numbers anybody can send, nothing is said but that they were refused.
  const mine = admin ? undefined : inArray(topics.sectionId, (await readOperator(database, id)).fids);
  const titles =
    acts[batch.action]?.kind === "topic"
      ? await database
          .select({ id: topics.id, title: topics.title })
          .from(topics)
          .where(and(inArray(topics.id, ids), mine))
      : [];
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
