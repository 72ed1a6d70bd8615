import { setTimeout } from "node:timers/promises";
import { furtherNames, namesMax } from "contract/analytics/constants";
import type { VitalName } from "contract/analytics/events";
import { logError } from "contract/base/log";
import { startOf } from "contract/base/time";
import { and, asc, between, eq, inArray, sql } from "drizzle-orm";
import { sqlState } from "../database/failures";
import type { Database } from "../database/open";
import { analyticsEvents, analyticsHours } from "../database/schema";
import { transact } from "../database/transact";
import type { Job } from "../jobs";
import type { Services } from "../server/context";
import { addUses, usageKey } from "./usage/add";
import { usesOf } from "./usage/uses-of-events";
import { vitalField } from "./vital-fields";

type Event = Pick<typeof analyticsEvents.$inferSelect, "id" | "code" | "page" | "data" | "createdAt">;
type Sum = typeof analyticsHours.$inferInsert;
type Part = Pick<Sum, "kind" | "key" | "amount">;

/** The class of PostgreSQL's codes for a value that does not fit. */
const wrongValue = "22";
/** The number of events in one transaction, and of transactions in one run. The next run sums the rest. */
const batch = 500;
const batchesMax = 200;
/** The pause between transactions, longer than the transaction itself, so that the embedded database serves readers. */
const pause = { share: 3, most: 500 };

/** The kinds of sums whose keys come from browsers. */
const limitedKinds = ["source", "seen", "ad"] as const satisfies readonly Sum["kind"][];
const isNamed = ({ kind }: Sum) => (limitedKinds as readonly string[]).includes(kind);

/** The sums that an event adds to. */
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

/** Limits the number of keys of an hour. New keys beyond the limit share one sum. */
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
  // The largest sums come first, because the report shows these.
  for (const sum of [...sums].sort((one, other) => other.amount - one.amount)) {
    const keys = isNamed(sum) ? keysOf(sum) : null;
    const name = !keys || keys.has(sum.key) || keys.size < namesMax ? sum.key : furtherNames;
    keys?.add(name);
    const id = `${sum.hour.getTime()} ${sum.kind} ${name}`;
    const before = sumsByKey.get(id);
    if (before) before.amount += sum.amount;
    else sumsByKey.set(id, { ...sum, key: name });
  }
  // A fixed order prevents deadlocks between two processes.
  return [...sumsByKey].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum);
}

/** Adds some new events to the sums of hours and of days (usage), and marks them in the same transaction. @returns the number of events */
async function sumSome(services: Services): Promise<number> {
  const { database } = services;
  const secret = await usageKey(services);
  return transact(database, async (inside) => {
    const events = await inside
      .select({
        id: analyticsEvents.id,
        code: analyticsEvents.code,
        page: analyticsEvents.page,
        data: analyticsEvents.data,
        anonymousId: analyticsEvents.anonymousId,
        accountId: analyticsEvents.accountId,
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
    // In a savepoint: what people send must not keep the sums of hours, and the events after it, from being made.
    await inside
      .transaction(async (within) => addUses(within, secret, await usesOf(within, events)))
      .catch((error: unknown) => {
        if (!sqlState(error)?.startsWith(wrongValue)) throw error;
        logError("[网关] 一批访问事件没有计入每日数据", error);
      });
    const ids = events.map(({ id }) => id);
    const times = events.map(({ createdAt }) => createdAt.getTime());
    await inside
      .update(analyticsEvents)
      .set({ summed: true })
      .where(
        and(
          inArray(analyticsEvents.id, ids),
          // Without the times, PostgreSQL would look for each id in every partition.
          between(analyticsEvents.createdAt, new Date(Math.min(...times)), new Date(Math.max(...times))),
        ),
      );
    return events.length;
  });
}

/** Adds events to the sums of their hour and day, once a minute. */
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
