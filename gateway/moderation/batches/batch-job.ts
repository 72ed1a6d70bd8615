import { setTimeout } from "node:timers/promises";
import { wholeChange } from "contract/base/pages";
import { eq } from "drizzle-orm";
import { moderationBatches } from "../../database/schema";
import { forget } from "../../server/answers";
import type { JobKind } from "../../server/jobs";
import { Refusal } from "../../server/refusal";
import { doBatch, finish, refuseItem, waitingIn } from "./do-batch";
import { batchJobName } from "./store-batch";

/** The longest pause, in milliseconds, that the job makes after each target so that other requests can run. */
const pauseMost = 100;
/** The pause's length as a multiple of the work before it. */
const pauseShare = 3;
/**
 * Milliseconds between two messages about changed pages. Hidden texts leave the cached pages within a second;
 * rebuilding what all pages share after each target would cost every reader more than the work itself.
 */
const tellEvery = 500;

/** The message for targets that still failed after about an hour of retries. */
const neverDone = "服务器一直没有做成，这一项还是原样，请重新操作";

/**
 * Does the part of a batch that no form waits for: all of a long one, and the rest of an interrupted one. It handles
 * the targets that have no outcome yet.
 */
export const batchJob: JobKind<{ batchId: number }, Record<string, never>> = {
  name: batchJobName,
  tries: 8,
  failure: ({ batchId }) => `批量操作 ${batchId} 没有做完`,
  async run({ payload, progress, keep, checkStop }, services) {
    const [batch] = await services.database
      .select()
      .from(moderationBatches)
      .where(eq(moderationBatches.id, payload.batchId));
    if (!batch) return;
    // The process may have been killed before it reported its last changes.
    if (progress) services.pagesChanged(wholeChange);
    await keep({});
    const untold: number[] = [];
    let [began, toldAt] = [performance.now(), performance.now()];
    const tell = () => {
      if (untold.length === 0) return;
      forget(services, { effect: "hides" });
      services.pagesChanged({ drop: untold.splice(0), hides: true, later: true });
    };
    let failure: unknown = null;
    try {
      const outcome = await doBatch(services, batch, async (tids) => {
        untold.push(...tids);
        if (performance.now() - toldAt > tellEvery) {
          tell();
          await keep({});
          toldAt = performance.now();
        }
        checkStop();
        // The embedded database has one connection: without a pause, pages would wait until the batch ends.
        await setTimeout(Math.min(pauseMost, pauseShare * (performance.now() - began)));
        began = performance.now();
        return true;
      });
      failure = outcome.failure;
    } finally {
      tell();
    }
    if (failure) throw failure;
  },
  async giveUp({ batchId }, services) {
    const [batch] = await services.database
      .select()
      .from(moderationBatches)
      .where(eq(moderationBatches.id, batchId));
    if (!batch) return;
    for (const targetId of await waitingIn(services.database, batchId))
      await refuseItem(services.database, batch, targetId, new Refusal("UNAVAILABLE", undefined, neverDone));
    await finish(services, batchId);
  },
};
