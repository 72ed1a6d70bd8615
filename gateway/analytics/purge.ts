import { setTimeout } from "node:timers/promises";
import { rawDays, rawRowsLimit, rawRowsMax, sumDays } from "contract/analytics/numbers";
import { subtractTime } from "contract/base/time";
import { and, asc, desc, eq, inArray, lt, lte, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { analyticsBatches, analyticsEvents, analyticsHours } from "../database/schema";
import { transact } from "../database/transact";
import type { Job } from "../jobs";
import { enqueue, type JobKind } from "../server/jobs";
import { addEventDays, dropEventDays } from "./days";
import { purgeUsage } from "./usage/purge";

const batch = 2_000;

interface Payload {
  /** Events and batches before this time are deleted. */
  raw: string;
  /** Sums before this time are deleted. */
  sums: string;
  /** The maximal number of rows. */
  rows: number;
  /** The number of rows above which the oldest days are dropped. Jobs of earlier releases have none. */
  rowsOfDays?: number;
}

/** The newest event beyond a number of rows; null within it. */
async function lastTooMany(database: Database, rows: number): Promise<number | null> {
  const [span] = await database
    .select({
      span: sql<number>`coalesce(max(${analyticsEvents.id}) - min(${analyticsEvents.id}) + 1, 0)::float8`,
    })
    .from(analyticsEvents);
  // A span of ids is never shorter than its number of rows, so a short span needs no counting.
  if (!span || span.span <= rows) return null;
  const [last] = await database
    .select({ id: analyticsEvents.id })
    .from(analyticsEvents)
    .orderBy(desc(analyticsEvents.id))
    .offset(rows)
    .limit(1);
  return last?.id ?? null;
}

/**
 * Removes old events, and the oldest ones beyond the maximum. Events stay until the sums include them. Whole days are
 * dropped. Rows are deleted from the partitions that are no days (migration 0008), and where even the newest days have
 * too many.
 */
export const purgeAnalytics: JobKind<Payload, { deleted: number }> = {
  name: "purge-analytics",
  tries: 10,
  failure: () => "过期的使用统计没有删完",
  async run({ payload, progress, keep, checkStop }, { database, now }) {
    let deleted = progress?.deleted ?? 0;
    const old = new Date(payload.raw);
    await addEventDays(database, now());
    await dropEventDays(database, old, await lastTooMany(database, payload.rowsOfDays ?? payload.rows));
    const tooMany = await lastTooMany(database, payload.rows);
    const outdated: SQL | undefined = or(
      lt(analyticsEvents.createdAt, old),
      tooMany === null ? undefined : lte(analyticsEvents.id, tooMany),
    );
    const steps: ((inside: Database) => Promise<unknown[]>)[] = [
      (inside) => {
        const ids = inside
          .select({ id: analyticsEvents.id })
          .from(analyticsEvents)
          .where(and(outdated, eq(analyticsEvents.summed, true)))
          .orderBy(asc(analyticsEvents.id))
          .limit(batch);
        return inside
          .delete(analyticsEvents)
          .where(inArray(analyticsEvents.id, ids))
          .returning({ id: analyticsEvents.id });
      },
      (inside) => {
        const ids = inside
          .select({ id: analyticsBatches.id })
          .from(analyticsBatches)
          .where(lt(analyticsBatches.createdAt, old))
          .limit(batch);
        return inside
          .delete(analyticsBatches)
          .where(inArray(analyticsBatches.id, ids))
          .returning({ id: analyticsBatches.id });
      },
    ];
    for (const step of steps)
      for (let more = true; more; ) {
        checkStop();
        const began = performance.now();
        more = await transact(database, async (inside) => {
          const { length } = await step(inside);
          deleted += length;
          await keep({ deleted }, inside);
          return length === batch;
        });
        // The pause gives readers priority, as in sum-hours.ts.
        if (more) await setTimeout(Math.min(500, 3 * (performance.now() - began)));
      }
    await database.delete(analyticsHours).where(lt(analyticsHours.hour, new Date(payload.sums)));
    await purgeUsage(database, now());
  },
};

/** Runs every ten minutes. */
export const purgeAnalyticsJob: Job = {
  name: "analytics-purge",
  everySeconds: 600,
  async run({ database, now }) {
    const daysAgo = (days: number) => subtractTime(now(), days, "day").toISOString();
    const payload = {
      raw: daysAgo(rawDays),
      sums: daysAgo(sumDays),
      rows: rawRowsLimit,
      rowsOfDays: rawRowsMax,
    };
    await enqueue(database, purgeAnalytics, payload, { now: now(), key: "all" });
  },
};
