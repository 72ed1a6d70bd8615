import { setTimeout } from "node:timers/promises";
import { rawDays, rawRowsMax, sumDays } from "contract/analytics/numbers";
import { subtractTime } from "contract/base/time";
import { and, asc, desc, eq, inArray, lt, lte, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { analyticsBatches, analyticsEvents, analyticsHours } from "../database/schema";
import { transact } from "../database/transact";
import type { Job } from "../jobs";
import { enqueue, type JobKind } from "../server/jobs";

const batch = 2_000;

interface Payload {
  /** Events and batches from before go. */
  raw: string;
  /** Sums from before go. */
  sums: string;
  /** Rows that may stay. */
  rows: number;
}

/** The newest event that there is no room for; null where there is room. */
async function lastTooMany(database: Database, rows: number): Promise<number | null> {
  const [span] = await database
    .select({
      span: sql<number>`coalesce(max(${analyticsEvents.id}) - min(${analyticsEvents.id}) + 1, 0)::float8`,
    })
    .from(analyticsEvents);
  // Ids have gaps: a short span is few rows, and needs no look at all of them.
  if (!span || span.span <= rows) return null;
  const [last] = await database
    .select({ id: analyticsEvents.id })
    .from(analyticsEvents)
    .orderBy(desc(analyticsEvents.id))
    .offset(rows)
    .limit(1);
  return last?.id ?? null;
}

/** Deletes what is too old, and of events what is too many; those that are in no sum yet stay until they are. */
export const purgeAnalytics: JobKind<Payload, { deleted: number }> = {
  name: "purge-analytics",
  tries: 10,
  failure: () => "过期的使用统计没有删完",
  async run({ payload, progress, keep, checkStop }, { database }) {
    let deleted = progress?.deleted ?? 0;
    const old = new Date(payload.raw);
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
        // As the sums do: readers come first.
        if (more) await setTimeout(Math.min(500, 3 * (performance.now() - began)));
      }
    await database.delete(analyticsHours).where(lt(analyticsHours.hour, new Date(payload.sums)));
  },
};

/** Every ten minutes. */
export const purgeAnalyticsJob: Job = {
  name: "analytics-purge",
  everySeconds: 600,
  async run({ database, now }) {
    const daysAgo = (days: number) => subtractTime(now(), days, "day").toISOString();
    const payload = { raw: daysAgo(rawDays), sums: daysAgo(sumDays), rows: rawRowsMax };
    await enqueue(database, purgeAnalytics, payload, { at: now(), key: "all" });
  },
};
