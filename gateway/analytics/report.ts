import type { CallRequest, CallResponse } from "contract";
import { vitalNames } from "contract/analytics/events";
import { addTime, formatTime, startOf, subtractTime } from "contract/base/time";
import { gte, sql } from "drizzle-orm";
import { analyticsHours } from "../database/schema";
import type { CallContext } from "../server/context";
import { p75 } from "./vital-fields";

type Kind = typeof analyticsHours.$inferSelect.kind;

/** The number of rows in a table. */
const rowsMax = 50;

/** The start of a report, the pattern for names of its hours or days, and the names. */
function span(now: Date, days: number): { from: Date; pattern: string; times: string[] } {
  const [unit, steps, pattern] =
    days === 1 ? (["hour", 24, "YYYY-MM-DD HH"] as const) : (["day", days, "YYYY-MM-DD"] as const);
  const from = startOf(subtractTime(now, steps - 1, unit), unit);
  const times = Array.from({ length: steps }, (_, at) => formatTime(addTime(from, at, unit), pattern));
  return { from, pattern, times };
}

/** The report of the last days, from the hourly sums. */
export async function trafficReport(
  { database, now }: CallContext,
  { days }: CallRequest<"trafficReport">,
): Promise<CallResponse<"trafficReport">> {
  const { from, pattern, times } = span(now(), days);
  const amount = sql<number>`sum(${analyticsHours.amount})::float8`;
  const { kind, key } = analyticsHours;
  const since = gte(analyticsHours.hour, from);
  const sums = await database
    .select({ kind, key, amount })
    .from(analyticsHours)
    .where(since)
    .groupBy(kind, key);
  const hours = await database
    .select({ hour: analyticsHours.hour, kind, amount })
    .from(analyticsHours)
    .where(sql`${since} and ${kind} in ('visit', 'view')`)
    .groupBy(analyticsHours.hour, kind);

  const of = (which: Kind) => sums.filter((sum) => sum.kind === which);
  const at = (which: Kind) => new Map(of(which).map((sum) => [sum.key, sum.amount]));
  const most = (which: Kind) =>
    of(which)
      .sort((one, other) => other.amount - one.amount)
      .slice(0, rowsMax);
  const total = (which: Kind) => of(which).reduce((sum, one) => sum + one.amount, 0);
  const byTime = (which: Kind) => {
    const counts = new Map<string, number>();
    for (const one of hours.filter((row) => row.kind === which)) {
      const time = formatTime(one.hour, pattern);
      counts.set(time, (counts.get(time) ?? 0) + one.amount);
    }
    return counts;
  };
  const [visits, views] = [byTime("visit"), byTime("view")];
  const [stays, clicks, ads] = [at("stay"), at("click"), at("ad")];
  return {
    times: times.map((time) => ({ time, visits: visits.get(time) ?? 0, views: views.get(time) ?? 0 })),
    visits: total("visit"),
    views: total("view"),
    pages: most("view").map((sum) => ({
      page: sum.key,
      views: sum.amount,
      clicks: clicks.get(sum.key) ?? 0,
      seconds: Math.round((stays.get(sum.key) ?? 0) / sum.amount / 1_000),
    })),
    sources: most("source").map((sum) => ({ source: sum.key, visits: sum.amount })),
    advertising: most("seen").map((sum) => ({
      name: sum.key,
      seen: sum.amount,
      clicks: ads.get(sum.key) ?? 0,
    })),
    vitals: vitalNames.flatMap((name) => {
      const fields = of("vital").filter((sum) => sum.key.startsWith(`${name}:`));
      const counts = new Map(fields.map((sum) => [Number(sum.key.slice(name.length + 1)), sum.amount]));
      const value = p75(counts);
      const reports = fields.reduce((sum, one) => sum + one.amount, 0);
      return value === null ? [] : [{ name, p75: value, reports }];
    }),
  };
}
