import type { AnalyticsEvent } from "contract/analytics/events";
import { visitedPages } from "contract/analytics/pages";
import { count, eq, sql } from "drizzle-orm";
import { purgeAnalytics, purgeAnalyticsJob } from "gateway/analytics/purge";
import { sumHoursJob } from "gateway/analytics/sum-hours";
import { p75, vitalField } from "gateway/analytics/vital-fields";
import { analyticsBatches, analyticsEvents, analyticsHours, jobs } from "gateway/database/schema";
import { enqueue, runJobs } from "gateway/server/jobs";
import { createLimits } from "gateway/server/limits";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { analyticsTestId, usage, usageBatch } from "../support/calls/analytics";
import { type Member, startGateway } from "../support/gateway";
import { TestGateway } from "../support/test-gateway";

const gateway = startGateway();

let [admin, member]: Member[] = [];
beforeAll(async () => {
  [admin, member] = [await gateway().member({ admin: true }), await gateway().member()];
});
beforeEach(async () => {
  const { database } = gateway();
  await database.delete(analyticsEvents);
  await database.delete(analyticsBatches);
  await database.delete(analyticsHours);
  await database.delete(jobs);
});

const send = (events: AnalyticsEvent[], as?: Member) => gateway().ok("collectEvents", usageBatch(events), as);
const view = (page = "home", source?: string) =>
  usage("page_view", {
    page,
    path: `/${page}`,
    history: [],
    ...(source === undefined ? {} : { source }),
  });
const rows = () => gateway().database.select().from(analyticsEvents);
const sum = () => sumHoursJob.run(gateway().services);

describe("collecting", () => {
  it("counts a batch once, however often it arrives, also at once", async () => {
    const batch = usageBatch([view(), view("search")]);
    const answers = await Promise.all(Array.from({ length: 5 }, () => gateway().ok("collectEvents", batch)));
    expect(answers.map(({ accepted }) => accepted).sort()).toEqual([0, 0, 0, 0, 2]);
    expect(await rows()).toHaveLength(2);
  });

  it("stores the account only if its own browser sends it, and stores no address", async () => {
    const mine = { userId: member?.id ?? 0 };
    const told = usage("click", { page: "home", shell: "desktop", target: "a", text: "论坛" }, mine);
    await send([told], member);
    await send([told]);
    await send([told], admin);
    expect((await rows()).map(({ accountId }) => accountId)).toEqual([member?.id, null, null]);
    const columns = await gateway().database.execute(
      sql`select column_name as name from information_schema.columns where table_name like 'analytics%'`,
    );
    const names = (columns as unknown as { rows: { name: string }[] }).rows.map(({ name }) => name);
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => /address|^ip$|agent|network/.test(name))).toEqual([]);
  });

  it("accepts texts of any kind", async () => {
    const text = "\u0000\ud800\u001f😀\\\"'<b>";
    await send([usage("click", { page: "home", shell: "h5", target: "a", text })]);
    expect((await rows())[0]?.data.text).toBe("   😀\\\"'<b>");
  });

  const wrong: [string, unknown[]][] = [
    ["none", []],
    ["201 events", Array.from({ length: 201 }, () => view())],
    ["an unknown code", [{ ...view(), code: "keypress" }]],
    ["a field that is none", [{ ...view(), data: { ...view().data, value: "typed" } }]],
    ["a text of 257", [usage("click", { page: "home", shell: "h5", target: "a", text: "x".repeat(257) })]],
    ["4 pages of history", [usage("page_view", { page: "home", path: "/", history: ["a", "b", "c", "d"] })]],
    ["a code that is no page's", [view("a b")]],
    ["a source that is no host", [view("home", "a b")]],
    ["no session", [{ ...view(), sessionId: "" }]],
    ["an advertisement's click", [usage("ad_click", { page: "home", name: "b" })]],
    ["no list", { length: 1 } as never],
  ];
  it.each(wrong)("refuses %s", async (_, events) => {
    await gateway().refused("collectEvents", usageBatch(events), "INVALID_REQUEST");
    expect(await rows()).toEqual([]);
  });

  it("accepts 200 events, texts of 256 and 3 pages of history, and counts clicks on advertising separately", async () => {
    const most = usage("click", { page: "home", shell: "h5", target: "a", text: "x".repeat(256) });
    const far = usage("page_view", { page: "home", path: "/", history: ["a", "b", "c"] });
    expect((await send([most, far, ...Array.from({ length: 198 }, () => view())])).accepted).toBe(200);
    const ad = usageBatch([usage("ad_click", { page: "home", name: "b" })]);
    expect((await gateway().ok("collectAdClicks", ad)).accepted).toBe(1);
    await gateway().refused("collectAdClicks", usageBatch([view()]), "INVALID_REQUEST");
    await gateway().refused("collectEvents", { header: "{", body: "[]" }, "INVALID_REQUEST");
  });
});

describe("a flood", () => {
  const times = Array.from({ length: 150 }, (_, at) => at);

  it("of invented pages, and of staff's own visits, is not stored", async () => {
    const made = times.map((at) => view(`page_${at}`));
    expect(await send([...made, view("moderator_audit"), view("activity_manage"), view("home")])).toEqual({
      accepted: 1,
    });
    expect((await rows()).map(({ page }) => page)).toEqual(["home"]);
    expect(await send(made)).toEqual({ accepted: 0 });
    expect(await gateway().database.$count(analyticsBatches)).toBe(1);
  });

  it("of hosts and names is stored as a hundred sums an hour, the largest ones, and one for the rest", async () => {
    await send([...times.map((at) => view("home", `h${at}.example`)), view("home", "big.example")]);
    await send(times.map((at) => usage("exposure", { page: "home", name: `name ${at}` })));
    await send([view("home", "big.example"), view("home", "late.example")]);
    await sum();
    const kept = (kind: "source" | "seen") =>
      gateway().database.select().from(analyticsHours).where(eq(analyticsHours.kind, kind));
    for (const [kind, total] of [
      ["source", 153],
      ["seen", 150],
    ] as const) {
      const sums = await kept(kind);
      expect(sums).toHaveLength(101);
      expect(sums.reduce((all, { amount }) => all + amount, 0)).toBe(total);
    }
    await send([view("home", "big.example"), view("home", "later.example")]);
    await sum();
    const sources = await kept("source");
    expect(sources).toHaveLength(101);
    expect(sources.find(({ key }) => key === "big.example")?.amount).toBe(3);
  });

  it("is refused by the number of events, whatever their batches", async () => {
    const few = new TestGateway(gateway().database, {}, createLimits(undefined, 1));
    const batch = () => usageBatch(Array.from({ length: 200 }, () => view("no_page")));
    for (let sent = 0; sent < 6_000; sent += 200) await few.ok("collectEvents", batch());
    await few.refused("collectEvents", usageBatch([view()]), "TOO_FREQUENT");
    few.address = "198.51.100.7";
    expect(await few.ok("collectEvents", usageBatch([view()]))).toEqual({ accepted: 1 });
  });

  it("from many addresses together is refused too", async () => {
    const few = new TestGateway(gateway().database, {}, createLimits(undefined, 1));
    await few.services.limits.spend("collectedOfAll", "all", 29_999);
    await few.ok("collectEvents", usageBatch([view()]));
    few.address = "198.51.100.8";
    await few.refused("collectEvents", usageBatch([view()]), "TOO_FREQUENT");
  });
});

describe("a browser's clock", () => {
  it("that is far off is corrected, and no event is lost", async () => {
    const now = gateway().services.now().getTime();
    const day = 86_400_000;
    for (const time of [0, now - 31 * day, now + 2 * day]) await send([{ ...view(), time }]);
    await send([{ ...view(), time: now - 3 * day }]);
    const ages = (await rows()).map(({ eventAt, createdAt }) => createdAt.getTime() - eventAt.getTime());
    expect(ages.slice(0, 3)).toEqual([0, 0, 0]);
    expect(ages[3]).toBeGreaterThanOrEqual(3 * day);
  });
});

describe("the report", () => {
  it("shows the hours' sums, and counts each event once", async () => {
    await send([view("home", "www.example.com"), view("search"), view("home"), view("home", "")]);
    await send([
      usage("page_stay", { page: "home", milliseconds: 9_000 }),
      usage("click", { page: "home", shell: "desktop", target: "a", text: "" }),
      usage("exposure", { page: "home", name: "banner-1" }),
      usage("exposure", { page: "home", name: "banner-1" }),
      usage("page_size", { page: "home", shell: "desktop", width: 1_280, height: 2_000 }),
      ...[100, 200, 300, 4_000].map((value) => usage("vital", { page: "home", name: "LCP", value })),
      ...[0, 0.1, 0.2, 0.05].map((value) => usage("vital", { page: "home", name: "CLS", value })),
    ]);
    await gateway().ok(
      "collectAdClicks",
      usageBatch([usage("ad_click", { page: "home", name: "banner-1" })]),
    );
    await Promise.all([sum(), sum()]);
    await sum();
    const report = await gateway().ok("trafficReport", { days: 1 }, admin);
    expect(report).toMatchObject({ visits: 2, views: 4 });
    expect(report.times).toHaveLength(24);
    expect(report.times.at(-1)).toMatchObject({ visits: 2, views: 4 });
    expect(report.pages).toEqual([
      { page: "home", views: 3, clicks: 1, seconds: 3 },
      { page: "search", views: 1, clicks: 0, seconds: 0 },
    ]);
    expect(report.sources).toEqual(
      expect.arrayContaining([
        { source: "www.example.com", visits: 1 },
        { source: "", visits: 1 },
      ]),
    );
    expect(report.advertising).toEqual([{ name: "banner-1", seen: 2, clicks: 1 }]);
    const [lcp, cls] = ["LCP", "CLS"].map((name) => report.vitals.find((vital) => vital.name === name));
    expect(lcp).toMatchObject({ reports: 4 });
    expect(lcp?.p75).toBeGreaterThanOrEqual(300);
    expect(lcp?.p75).toBeLessThanOrEqual(315);
    expect(cls?.p75).toBeGreaterThanOrEqual(100);
    expect(cls?.p75).toBeLessThanOrEqual(105);
  });

  it("covers the requested number of days", async () => {
    const { database } = gateway();
    const now = gateway().services.now().getTime();
    const ago = (days: number, amount: number) => ({
      hour: new Date(Math.floor((now - days * 86_400_000) / 3_600_000) * 3_600_000),
      kind: "visit" as const,
      key: "",
      amount,
    });
    await database
      .insert(analyticsHours)
      .values([ago(0, 1), ago(5, 10), ago(20, 100), ago(80, 1_000), ago(390, 10_000)]);
    const visits = async (days: 1 | 7 | 30 | 90 | 400) => {
      const report = await gateway().ok("trafficReport", { days }, admin);
      expect(report.times).toHaveLength(days === 1 ? 24 : days);
      expect(report.times.reduce((total, time) => total + time.visits, 0)).toBe(report.visits);
      return report.visits;
    };
    expect(await visits(1)).toBe(1);
    expect(await visits(7)).toBe(11);
    expect(await visits(30)).toBe(111);
    expect(await visits(90)).toBe(1_111);
    expect(await visits(400)).toBe(11_111);
    await gateway().refused("trafficReport", { days: 2 as 1 }, "INVALID_REQUEST", admin);
  });

  it("has the 75th percentile of any counts within 5 %", () => {
    expect(p75(new Map())).toBeNull();
    for (const value of [0, 1, 17, 250, 3_999, 60_000]) {
      const told = p75(new Map([[vitalField("LCP", value), 4]])) ?? Number.NaN;
      expect(told).toBeGreaterThanOrEqual(value);
      expect(told).toBeLessThanOrEqual(Math.max(1, value * 1.05 + 1));
    }
  });
});

describe("the heatmap", () => {
  const click = (x?: number, y?: number, shell: "desktop" | "h5" = "desktop", page = "home") =>
    usage("click", {
      page,
      shell,
      target: "a",
      text: "论坛",
      ...(x === undefined || y === undefined ? {} : { x, y }),
    });

  it("shows the clicks on one page in one shell, the most clicked field first", async () => {
    await send([
      usage("page_size", { page: "home", shell: "desktop", width: 1_000, height: 1_000 }),
      usage("page_size", { page: "home", shell: "desktop", width: 1_280, height: 2_400 }),
      ...[click(0, 0), click(500, 100), click(519, 119), click(1_000, 40)],
      ...[click(), click(5, 5, "h5"), click(5, 5, "desktop", "search")],
    ]);
    expect(await gateway().ok("trafficHeatmap", { page: "home" }, admin)).toEqual({
      clicks: 4,
      width: 1_280,
      height: 2_400,
      spots: [
        { x: 510, y: 110, clicks: 2, text: "论坛" },
        { x: 10, y: 10, clicks: 1, text: "论坛" },
        { x: 990, y: 50, clicks: 1, text: "论坛" },
      ],
    });
    const other = await gateway().ok("trafficHeatmap", { page: "home", shell: "h5" }, admin);
    expect(other).toMatchObject({ clicks: 1, width: 0, height: 0 });
    expect(await gateway().ok("trafficHeatmap", { page: "nowhere" }, admin)).toMatchObject({ spots: [] });
    await gateway().refused("trafficHeatmap", { page: "a b" }, "INVALID_REQUEST", admin);
  });
});

describe("stored events", () => {
  const left = async () => {
    const [events] = await gateway().database.select({ rows: count() }).from(analyticsEvents);
    const [batches] = await gateway().database.select({ rows: count() }).from(analyticsBatches);
    const hours = await gateway()
      .database.select()
      .from(analyticsHours)
      .where(eq(analyticsHours.kind, "view"));
    return {
      events: events?.rows,
      batches: batches?.rows,
      views: hours.reduce((all, one) => all + one.amount, 0),
    };
  };
  const day = 86_400_000;
  const purge = async () => {
    await purgeAnalyticsJob.run(gateway().services);
    await runJobs(gateway().services, [purgeAnalytics]);
  };
  const age = (milliseconds: number) => {
    const at = new Date(gateway().services.now().getTime() - milliseconds);
    return Promise.all([
      gateway().database.update(analyticsEvents).set({ createdAt: at }),
      gateway().database.update(analyticsBatches).set({ createdAt: at }),
    ]);
  };

  it("are deleted after exactly 30 days", async () => {
    await send([view(), view()]);
    await sum();
    await age(30 * day - 60_000);
    await purge();
    expect(await left()).toEqual({ events: 2, batches: 1, views: 2 });
    await age(30 * day + 1_000);
    await purge();
    expect(await left()).toEqual({ events: 0, batches: 0, views: 2 });
  });

  it("are added to the sums before they are deleted", async () => {
    await send([view()]);
    await age(31 * day);
    await purge();
    expect(await left()).toMatchObject({ events: 1, views: 0 });
    await sum();
    await purge();
    expect(await left()).toMatchObject({ events: 0, views: 1 });
  });

  it("have a maximum number: the oldest are deleted", async () => {
    const pages = [...visitedPages].slice(0, 10);
    await send(pages.map((page) => view(page)));
    await sum();
    const far = new Date(0).toISOString();
    const most = async (rows: number) => {
      const payload = { raw: far, sums: far, rows };
      await enqueue(gateway().database, purgeAnalytics, payload, {
        now: gateway().services.now(),
        key: analyticsTestId("purge"),
      });
      await runJobs(gateway().services, [purgeAnalytics]);
      return (await rows_()).map(({ page }) => page);
    };
    const rows_ = () => gateway().database.select().from(analyticsEvents).orderBy(analyticsEvents.id);
    expect(await most(10)).toHaveLength(10);
    expect(await most(3)).toEqual(pages.slice(7));
  });

  it("are kept as sums for 400 days", async () => {
    const now = gateway().services.now().getTime();
    const at = (ago: number, key: string) => ({
      hour: new Date(now - ago),
      kind: "view" as const,
      key,
      amount: 1,
    });
    await gateway()
      .database.insert(analyticsHours)
      .values([at(400 * day - 60_000, "kept"), at(400 * day + 1_000, "gone")]);
    await purge();
    expect((await gateway().database.select().from(analyticsHours)).map(({ key }) => key)).toEqual(["kept"]);
  });
});
