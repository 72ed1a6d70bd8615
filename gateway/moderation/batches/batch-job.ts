import { setTimeout } from "node:timers/promises";
import { wholeChange } from "contract/base/pages";
import { eq } from "drizzle-orm";
import { moderationBatches } from "../../database/schema";
import { forget } from "../../server/answers";
import type { JobKind } from "../../server/jobs";
import { Refusal } from "../../server/refusal";
import { doBatch, finish, refuseItem, waitingIn } from "./do-batch";
import { batchJobName } from "./store-batch";

/** Milliseconds that a job leaves to others after each thing, at most. */
const pauseMost = 100;
/** How long such a pause is, times the work before it. */
const pauseShare = 3;
/**
 * Milliseconds between two tellings of what changed. What is hidden leaves the kept pages within a second,
 * and to make what all pages share anew after each thing costs every reader more than the work itself.
 */
const tellEvery = 500;

/** What is said of things that could not be done, try after try, for about an hour. */
const neverDone = "服务器一直没有做成，这一项还是原样，请重新操作";

/**
 * What no form waits for: the whole of a long batch, and what is left of any that was cut off. Whoever goes on does what
 * has no outcome yet.
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
    // What a killed process did last, it may have told nobody.
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
        // On the embedded database nothing else lets pages have their turn: they get more time than the work does.
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
