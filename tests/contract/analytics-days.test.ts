import { PGlite } from "@electric-sql/pglite";
import { visitedPages } from "contract/analytics/pages";
import { sql } from "drizzle-orm";
import { addEventDays } from "gateway/analytics/days";
import { purgeAnalytics, purgeAnalyticsJob } from "gateway/analytics/purge";
import { sumHoursJob } from "gateway/analytics/sum-hours";
import { runMigrations } from "gateway/database/migrate";
import { migrationsFolder, readMigrations } from "gateway/database/migration-files";
import { migrationsOnPglite } from "gateway/database/open";
import { openForMigrations } from "gateway/database/postgres";
import { analyticsBatches, analyticsEvents, analyticsHours, jobs } from "gateway/database/schema";
import { enqueue, runJobs } from "gateway/server/jobs";
import pg from "pg";
import { beforeEach, describe, expect, it } from "vitest";
import { analyticsTestId, usage, usageBatch } from "../support/calls/analytics";
import { startGateway } from "../support/gateway";
import { TestGateway } from "../support/test-gateway";

const opened = startGateway();
const day = 86_400;
const [first = "", second = "", third = ""] = [...visitedPages];

let gateway: TestGateway;
let reached = 100;
/** Seconds until noon (UTC) of a day that no earlier test has reached. */
const untilNewDay = () => {
  const now = Date.now() / 1000;
  reached += 100;
  return (Math.floor(now / day) + reached + 0.5) * day - now;
};

beforeEach(async () => {
  const { database } = opened();
  for (const table of [analyticsEvents, analyticsBatches, analyticsHours, jobs]) await database.delete(table);
  gateway = new TestGateway(database);
  gateway.pass(untilNewDay());
});

const view = (page: string) => usage("page_view", { page, path: `/${page}`, history: [] });
const send = (...pages: string[]) => gateway.ok("collectEvents", usageBatch(pages.map(view)));
const sum = () => sumHoursJob.run(gateway.services);
const rowsOf = async <Row>(statement: ReturnType<typeof sql>) =>
  ((await gateway.database.execute(statement)) as unknown as { rows: Row[] }).rows;
const purge = async (limits?: { rows: number; rowsOfDays?: number }) => {
  if (limits) {
    const far = new Date(0).toISOString();
    const key = analyticsTestId("purge");
    await enqueue(
      gateway.database,
      purgeAnalytics,
      { raw: far, sums: far, ...limits },
      {
        now: gateway.services.now(),
        key,
      },
    );
  } else await purgeAnalyticsJob.run(gateway.services);
  await runJobs(gateway.services, [purgeAnalytics]);
};
const nameOf = (ahead: number) => {
  const at = new Date(gateway.services.now().getTime() + ahead * day * 1000);
  return `analytics_events_${at.toISOString().slice(0, 10).replaceAll("-", "")}`;
};
const days = async () =>
  (await rowsOf<{ name: string }>(sql`select name from event_days() order by name`)).map(({ name }) => name);
/** The pages of the events, each with its partition. */
const stored = async () =>
  (
    await rowsOf<{ page: string; place: string }>(
      sql`select page, tableoid::regclass::text as place from analytics_events order by id`,
    )
  ).map(({ page, place }) => [page, place]);

describe("the days of events", () => {
  it("have partitions a week before they begin", async () => {
    await purge();
    const made = await days();
    for (let ahead = 0; ahead <= 7; ahead += 1) expect(made).toContain(nameOf(ahead));
    expect(made).not.toContain(nameOf(8));
    await send(first);
    gateway.pass(7 * day);
    await send(second);
    expect(await stored()).toEqual([
      [first, nameOf(-7)],
      [second, nameOf(0)],
    ]);
    await purge();
    expect(await days()).toContain(nameOf(7));
  });

  it("are dropped when their first event may be 30 days old, but not before the sums have all events", async () => {
    await purge();
    await send(first);
    gateway.pass(day);
    await send(second);
    await sum();
    await send(third);
    const names = [nameOf(-1), nameOf(0)];
    gateway.pass(28 * day);
    await purge();
    expect(await days()).toEqual(expect.arrayContaining(names));
    gateway.pass(day);
    await purge();
    expect(await stored()).toEqual([
      [second, names[1]],
      [third, names[1]],
    ]);
    expect(await days()).not.toContain(names[0]);
    // The second day is as old as the first one was, but has an event without a sum.
    gateway.pass(day);
    await purge();
    expect(await days()).toContain(names[1]);
    await sum();
    await purge();
    expect(await stored()).toEqual([]);
    expect(await days()).not.toContain(names[1]);
    const sums = await gateway.database.select().from(analyticsHours);
    expect(sums.map(({ key }) => key).sort()).toEqual([first, second, third].sort());
  });

  it("are dropped while the newer ones have enough events; beyond the limit, events are deleted", async () => {
    await purge();
    for (const page of [first, second, third]) {
      await send(page, page);
      gateway.pass(day);
    }
    await sum();
    const pages = async () => (await stored()).map(([page]) => page);
    await purge({ rows: 10, rowsOfDays: 5 });
    expect(await pages()).toEqual([first, first, second, second, third, third]);
    await purge({ rows: 10, rowsOfDays: 4 });
    expect(await pages()).toEqual([second, second, third, third]);
    expect(await days()).not.toContain(nameOf(-3));
    await purge({ rows: 10, rowsOfDays: 3 });
    expect(await pages()).toEqual([second, second, third, third]);
    await purge({ rows: 3, rowsOfDays: 3 });
    expect(await pages()).toEqual([second, third, third]);
    expect(await days()).toContain(nameOf(-2));
  });

  it("follow a job of an earlier release, which knows one limit", async () => {
    await purge();
    await send(first);
    gateway.pass(day);
    await send(second);
    await sum();
    await purge({ rows: 1 });
    expect((await stored()).map(([page]) => page)).toEqual([second]);
    expect(await days()).not.toContain(nameOf(-1));
  });
});

describe("a day without a partition", () => {
  it("has its events stored, counted, shown and deleted all the same", async () => {
    await send(first);
    await send(second);
    expect(await stored()).toEqual([
      [first, "analytics_events_rest"],
      [second, "analytics_events_rest"],
    ]);
    // Its events stay where they are, and the days after it get partitions.
    await purge();
    expect(await days()).not.toContain(nameOf(0));
    expect(await days()).toContain(nameOf(1));
    await sum();
    expect(await gateway.database.$count(analyticsHours)).toBe(2);
    gateway.pass(29 * day);
    await purge();
    expect(await stored()).toHaveLength(2);
    gateway.pass(day + 60);
    await purge();
    expect(await stored()).toEqual([]);
  });

  it("gets one, also after the clock was ahead and made later ones", async () => {
    await addEventDays(gateway.database, new Date(gateway.services.now().getTime() + 50 * day * 1000));
    await purge();
    expect(await days()).toContain(nameOf(0));
    await purge();
    await send(first);
    expect(await stored()).toEqual([[first, nameOf(0)]]);
  });
});

describe("a database of the release before", () => {
  const all = readMigrations(migrationsFolder());
  const before = all.filter(({ tag }) => tag < "0008");
  const insert = (page: string, at: string) =>
    `insert into analytics_events (id, code, page, data, session_id, anonymous_id, account_id, event_at, summed, created_at)
     values (default, 'click', '${page}', '{}', 's', 'a', null, now(), default, ${at}) returning id::int`;

  async function onEmptyDatabase(work: (on: Parameters<typeof runMigrations>[0]) => Promise<void>) {
    if (process.env.TEST_ENGINE !== "postgres") {
      const client = await PGlite.create();
      return work(migrationsOnPglite(client)).finally(() => client.close());
    }
    const url = new URL(process.env.TEST_DATABASE_URL ?? "");
    const name = `event_days_${process.pid}`;
    const server = new pg.Client({ connectionString: url.href });
    await server.connect();
    await server.query(`create database ${name}`);
    url.pathname = `/${name}`;
    const own = await openForMigrations(url.href);
    return work(own.database)
      .finally(() => own.client.end())
      .finally(() => server.query(`drop database ${name}`))
      .finally(() => server.end());
  }

  it("keeps its events and their ids, and its programs go on writing and deleting", () =>
    onEmptyDatabase(async (on) => {
      await runMigrations(on, before);
      await on.ask(insert("old", "now() - interval '20 days'"));
      await on.ask(insert("new", "now()"));
      expect((await runMigrations(on, all)).at(0)).toBe("0008_event_days");
      expect((await on.ask(insert("later", "now()"))).rows).toEqual([{ id: 3 }]);
      expect((await on.ask(insert("ahead", "now() + interval '3 days'"))).rows).toEqual([{ id: 4 }]);
      expect((await on.ask(insert("never", "now() + interval '300 days'"))).rows).toEqual([{ id: 5 }]);
      const places = async () =>
        (
          await on.ask(
            `select page, regexp_replace(tableoid::regclass::text, '\\d+', 'day') as place from analytics_events order by id`,
          )
        ).rows.map(({ page, place }) => [page, place]);
      expect(await places()).toEqual([
        ["old", "analytics_events_before"],
        ["new", "analytics_events_before"],
        ["later", "analytics_events_before"],
        ["ahead", "analytics_events_day"],
        ["never", "analytics_events_rest"],
      ]);
      await on.ask(
        "update analytics_events set summed = true where id in (select id from analytics_events where not summed order by id limit 4 for update skip locked)",
      );
      await on.ask(
        "delete from analytics_events where id in (select id from analytics_events where created_at < now() - interval '10 days' and summed order by id limit 10)",
      );
      expect((await places()).map(([page]) => page)).toEqual(["new", "later", "ahead", "never"]);
      // Its last day is over and old.
      await on.ask("select drop_event_days(now() + interval '2 days', 0)");
      expect((await places()).map(([page]) => page)).toEqual(["ahead", "never"]);
    }));

  it("without events has only days and the partition for the rest", () =>
    onEmptyDatabase(async (on) => {
      await runMigrations(on, all);
      const { rows } = await on.ask(
        "select count(*)::int as days from pg_inherits where inhparent = 'analytics_events'::regclass",
      );
      expect(rows).toEqual([{ days: 9 }]);
      expect((await on.ask("select to_regclass('analytics_events_before') as before")).rows).toEqual([
        { before: null },
      ]);
    }));
});
