import { setTimeout } from "node:timers/promises";
import { furtherNames, namesMax } from "contract/analytics/constants";
import type { VitalName } from "contract/analytics/events";
import { startOf } from "contract/base/time";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { analyticsEvents, analyticsHours } from "../database/schema";
import { transact } from "../database/transact";
import type { Job } from "../jobs";
import type { Services } from "../server/context";
import { vitalField } from "./vital-fields";

type Event = Pick<typeof analyticsEvents.$inferSelect, "id" | "code" | "page" | "data" | "createdAt">;
type Sum = typeof analyticsHours.$inferInsert;
type Part = Pick<Sum, "kind" | "key" | "amount">;

/** Events of one transaction, and the most of one run: whatever is left is summed in the next. */
const batch = 500;
const batchesMax = 200;
/** Between two, readers get more time than the sums took: on the embedded database nothing else lets them have it. */
const pause = { share: 3, most: 500 };

/** Sums by names that browsers give. */
const limitedKinds = ["source", "seen", "ad"] as const satisfies readonly Sum["kind"][];
const isNamed = ({ kind }: Sum) => (limitedKinds as readonly string[]).includes(kind);

/** What an event adds to its hour. */
function partsOf({ code, page, data }: Event): Part[] {
  const one = (kind: Part["kind"], key: string, amount = 1): Part => ({ kind, key, amount });
  const text = (name: string) => String(data[name] ?? "");
  switch (code) {
    case "page_view": {
      const begins = typeof data.source === "string";
      return [one("view", page), ...(begins ? [one("visit", ""), one("source", text("source"))] : [])];
    }
    case "page_stay":
      return [one("stay", page, Number(data.milliseconds))];
    case "click":
      return [one("click", page)];
    case "exposure":
      return [one("seen", text("name"))];
    case "ad_click":
      return [one("ad", text("name"))];
    case "vital": {
      const name = text("name") as VitalName;
      return [one("vital", `${name}:${vitalField(name, Number(data.value))}`)];
    }
    default:
      return [];
  }
}

function sumsOf(events: readonly Event[]): Sum[] {
  const sums = new Map<string, Sum>();
  for (const event of events) {
    const hour = startOf(event.createdAt, "hour");
    for (const part of partsOf(event)) {
      const name = `${hour.getTime()} ${part.kind} ${part.key}`;
      const before = sums.get(name);
      if (before) before.amount += part.amount;
      else sums.set(name, { ...part, hour });
    }
  }
  return [...sums.values()];
}

/** Of names that an hour has not yet, as many get sums of their own as there is room for; the others are one. */
async function bounded(database: Database, sums: Sum[]): Promise<Sum[]> {
  const hours = [...new Set(sums.filter(isNamed).map(({ hour }) => hour.getTime()))];
  if (hours.length === 0) return sums;
  const { hour, kind, key } = analyticsHours;
  const existing = await database
    .select({ hour, kind, key })
    .from(analyticsHours)
    .where(
      and(
        inArray(
          hour,
          hours.map((time) => new Date(time)),
        ),
        inArray(kind, [...limitedKinds]),
      ),
    );
  const keysByKind = new Map<string, Set<string>>();
  const keysOf = (sum: { hour: Date; kind: string }) => {
    const name = `${sum.hour.getTime()} ${sum.kind}`;
    const keys = keysByKind.get(name) ?? new Set();
    keysByKind.set(name, keys);
    return keys;
  };
  for (const row of existing) keysOf(row).add(row.key);
  const sumsByKey = new Map<string, Sum>();
  // Those that led to most first: they are what the report is about.
  for (const sum of [...sums].sort((one, other) => other.amount - one.amount)) {
    const keys = isNamed(sum) ? keysOf(sum) : null;
    const name = !keys || keys.has(sum.key) || keys.size < namesMax ? sum.key : furtherNames;
    keys?.add(name);
    const id = `${sum.hour.getTime()} ${sum.kind} ${name}`;
    const before = sumsByKey.get(id);
    if (before) before.amount += sum.amount;
    else sumsByKey.set(id, { ...sum, key: name });
  }
  // In one order, so that two processes never wait for each other.
  return [...sumsByKey].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum);
}

/** Adds some of what is not yet in the sums; an event and its mark in one transaction. @returns how many. */
async function sumSome({ database }: Services): Promise<number> {
  return transact(database, async (inside) => {
    const events = await inside
      .select({
        id: analyticsEvents.id,
        code: analyticsEvents.code,
        page: analyticsEvents.page,
        data: analyticsEvents.data,
        createdAt: analyticsEvents.createdAt,
      })
      .from(analyticsEvents)
      .where(eq(analyticsEvents.summed, false))
      .orderBy(asc(analyticsEvents.id))
      .limit(batch)
      .for("update", { skipLocked: true });
    if (events.length === 0) return 0;
    const sums = await bounded(inside, sumsOf(events));
    if (sums.length > 0)
      await inside
        .insert(analyticsHours)
        .values(sums)
        .onConflictDoUpdate({
          target: [analyticsHours.hour, analyticsHours.kind, analyticsHours.key],
          set: { amount: sql`${analyticsHours.amount} + excluded.amount` },
        });
    const ids = events.map(({ id }) => id);
    await inside.update(analyticsEvents).set({ summed: true }).where(inArray(analyticsEvents.id, ids));
    return events.length;
  });
}

/** Once a minute: events become sums of their hour. */
export const sumHoursJob: Job = {
  name: "analytics-hours",
  everySeconds: 60,
  async run(services) {
    for (let times = 0; times < batchesMax; times += 1) {
      const began = performance.now();
      if ((await sumSome(services)) < batch) return;
      await setTimeout(Math.min(pause.most, pause.share * (performance.now() - began)));
    }
  },
};
