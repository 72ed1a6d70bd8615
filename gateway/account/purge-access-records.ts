import { subtractTime } from "contract/base/time";
import { asc, inArray, lt } from "drizzle-orm";
import { accessRecords } from "../database/schema";
import { transact } from "../database/transact";
import type { Job } from "../jobs";
import { enqueue, type JobKind } from "../server/jobs";

/** Access records are kept for half a year. */
const keptDays = 180;
const batch = 1_000;

/** Deletes the access records before a time, one batch in each transaction. */
export const purgeAccessRecords: JobKind<{ before: string }, { deleted: number }> = {
  name: "purge-access-records",
  tries: 10,
  failure: () => "过期的来访记录没有删完",
  async run({ payload, progress, keep, checkStop }, { database }) {
    const old = lt(accessRecords.createdAt, new Date(payload.before));
    let deleted = progress?.deleted ?? 0;
    for (let more = true; more; ) {
      checkStop();
      more = await transact(database, async (inside) => {
        const ids = inside
          .select({ id: accessRecords.id })
          .from(accessRecords)
          .where(old)
          .orderBy(asc(accessRecords.createdAt))
          .limit(batch);
        const removed = await inside
          .delete(accessRecords)
          .where(inArray(accessRecords.id, ids))
          .returning({ id: accessRecords.id });
        deleted += removed.length;
        await keep({ deleted }, inside);
        return removed.length === batch;
      });
    }
  },
};

/** Once a day. */
export const accessRecordsJob: Job = {
  name: "access-records",
  everySeconds: 86_400,
  async run({ database, now }) {
    const before = subtractTime(now(), keptDays, "day").toISOString();
    await enqueue(database, purgeAccessRecords, { before }, { now: now(), key: "all" });
  },
};
