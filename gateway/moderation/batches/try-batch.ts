import type { BatchAnswer } from "contract/moderation/fields";
import { transact } from "../../database/transact";
import { accountOf, type CallContext } from "../../server/context";
import { found, Refusal } from "../../server/refusal";
import { readOperator } from "../operator";
import type { Work } from "./act";
import { acts } from "./acts";
import type { BatchRequest } from "./store-batch";

/** Thrown to roll back a dry run. */
class DryRunEnd extends Error {}

/** The dry run: acts on each target in a transaction that is always rolled back. */
export async function tryBatch(context: CallContext, request: BatchRequest): Promise<BatchAnswer> {
  const { action, options, ids, reason } = request;
  const { act } = found(acts[action], "WRONG_STATE");
  const operator = await readOperator(context.database, accountOf(context).id);
  const work: Work = { action, options, operator, reason: { id: 0, text: reason }, at: context.now() };
  const results: BatchAnswer["results"] = [];
  for (const id of ids) {
    const refusal = await transact(context.database, async (inside) => {
      await act(inside, id, work);
      throw new DryRunEnd();
    }).catch((error: unknown) => {
      if (error instanceof DryRunEnd) return null;
      if (error instanceof Refusal) return error;
      throw error;
    });
    results.push({ id, code: refusal?.code ?? null, message: refusal?.message ?? "" });
  }
  const refusedCount = results.filter(({ code }) => code !== null).length;
  return {
    batch: 0,
    total: ids.length,
    done: ids.length - refusedCount,
    refused: refusedCount,
    waiting: 0,
    canUndo: false,
    results,
    changedTopics: [],
  };
}
