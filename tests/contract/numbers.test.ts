import type { CallInput } from "contract";
import { dayOf, subtractTime } from "contract/base/time";
import { questionClass } from "contract/forum/constants";
import { eq, max, sql } from "drizzle-orm";
import { sumHoursJob } from "gateway/analytics/sum-hours";
import { purgeUsage } from "gateway/analytics/usage/purge";
import { writeSearches } from "gateway/analytics/usage/searches";
import { sourceGroup, thingAt } from "gateway/analytics/usage/uses-of-events";
import {
  analyticsEvents,
  courseLearners,
  courses,
  productParts,
  sections,
  staffRoles,
  usageDays,
} from "gateway/database/schema";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { usage, usageBatch } from "../support/calls/analytics";
import { addClasses, addProducts, addResource } from "../support/catalogue";
import { type Member, startGateway, submissionId } from "../support/gateway";
import { TestGateway } from "../support/test-gateway";
import { saveTraining } from "../support/training";

const gateway = startGateway();
const [mine, others] = [3_011, 3_012];
let [admin, member, analyst, editor, narrowed, moderator]: Member[] = [];
const resource = 3_101;
let version = 0;
let section: { fid: number; classes: number[] };

const withRole = async (role: "editor" | "analyst", kinds: "products"[] = [], classes: number[] = []) => {
  const person = await gateway().member();
  await gateway().database.insert(staffRoles).values({ accountId: person.id, role, kinds, classes });
  return person;
};

beforeAll(async () => {
  const { database } = gateway();
  [admin, member] = [await gateway().member({ admin: true }), await gateway().member()];
  [analyst, editor] = [await withRole("analyst"), await withRole("editor", ["products"])];
  narrowed = await withRole("editor", ["products"], [12]);
  moderator = await gateway().member();
  section = await gateway().section({ moderators: [moderator] });
  await addClasses(database);
  await addProducts(database, [
    { id: mine, classId: 11, parts: [{ package: "QFN" }] },
    { id: others, classId: 12 },
  ]);
  await database
    .update(productParts)
    .set({
      sample: "https://shop.example/sample",
      buy: [{ name: "商城", url: "https://shop.example/buy?x=1" }],
    })
    .where(eq(productParts.productId, mine));
  version = await addResource(database, { id: resource, productId: mine });
});
beforeEach(async () => {
  await gateway().database.delete(analyticsEvents);
  await gateway().database.delete(usageDays);
});

const today = () => dayOf(gateway().services.now());
const span = () => ({ from: dayOf(subtractTime(gateway().services.now(), 6, "day")), to: today() });
const by = (who: number, more: object = {}) => ({ anonymousId: `browser-${who}`.padEnd(9, "x"), ...more });
const seen = (id: number, who: number, more: { source?: string; userId?: number } = {}) => {
  const { source, ...of } = more;
  const data = { page: "product_detail", path: `/products/details/${id}`, history: [] };
  return usage("page_view", { ...data, ...(source === undefined ? {} : { source }) }, by(who, of));
};
const pressed = (who: number, link: { version: number } | { href: string }, id = mine) =>
  usage("link", { page: "product_detail", path: `/products/details/${id}`, ...link }, by(who));
const send = (events: unknown[], as?: Member, batch?: string) =>
  gateway().ok("collectEvents", usageBatch(events, batch), as);
const sum = () => sumHoursJob.run(gateway().services);
const five = [1, 2, 3, 4, 5];
const report = (as: Member | undefined, more: Partial<CallInput<"usageReport">> = {}) =>
  gateway().ok("usageReport", { of: "products", ...span(), ...more }, as);

describe("views, downloads and steps", () => {
  it("are summed by thing, day and source, each event once", async () => {
    await send(five.map((who) => seen(mine, who, { source: "www.baidu.com" })));
    await send(five.map((who) => seen(mine, who)));
    const links = five.flatMap((who) => [
      pressed(who, { version }),
      pressed(who, { href: "https://shop.example/sample" }),
      pressed(who, { href: "https://shop.example/buy?x=1" }),
      pressed(who, { href: "https://elsewhere.example/" }),
    ]);
    // The same batch twice, also at once.
    await Promise.all([1, 2].map(() => send(links, undefined, "batch-of-links")));
    await Promise.all([sum(), sum()]);
    await sum();
    const answer = await report(admin);
    const figures = { view: 10, download: 0, datasheet: 5, sample: 5, buy: 5 };
    expect(answer.items).toEqual([{ id: mine, name: `P${mine}`, beside: "", all: null, figures }]);
    expect(answer.whole).toEqual(figures);
    expect(answer.days).toHaveLength(7);
    expect(answer.days.at(-1)).toEqual({ day: today(), figures });
    expect(Object.fromEntries(answer.sources.map((one) => [one.source, one.view]))).toEqual({
      site: 5,
      engine: 5,
      direct: 0,
      other: 0,
    });
    expect((await report(admin, { source: "engine" })).items[0]?.figures).toMatchObject({ view: 5, buy: 0 });
    expect((await report(admin, { id: mine })).days.at(-1)?.figures).toEqual(figures);
    expect(await report(admin, { id: others })).toMatchObject({ items: [], days: [], whole: null });
    for (const [of, id] of [
      ["resources", resource],
      ["versions", version],
    ] as const)
      expect((await report(admin, { of })).items).toMatchObject([{ id, figures: { view: 0, download: 5 } }]);
  });

  it("are told in steps of five, so that no difference gives a hidden one away", async () => {
    await send([...five, 6, 7, 8].map((who) => seen(mine, who)));
    await send([seen(mine, 9, { source: "www.baidu.com" })]);
    await sum();
    const answer = await report(admin);
    expect([answer.whole?.view, answer.items[0]?.figures.view]).toEqual([5, 5]);
    expect(answer.sources).toMatchObject([{ view: 5 }, { view: null }, { view: 0 }, { view: 0 }]);
  });

  it("are made whatever else somebody sends", async () => {
    const path = "/hsforum/thread-999999999999999-1-1.html";
    await send([usage("link", { page: "forum_topic", path, href: "https://shop.example/buy" }, by(1))]);
    await send(five.map((who) => seen(mine, who)));
    await sum();
    expect(await report(admin)).toMatchObject({ items: [{ id: mine, figures: { view: 5 } }] });
    expect(await gateway().database.$count(analyticsEvents, eq(analyticsEvents.summed, false))).toBe(0);
  });

  it("leave out staff, and things that do not exist", async () => {
    for (const as of [admin, analyst, editor, moderator])
      await send([...five.map((who) => seen(mine, who, { userId: as?.id ?? 0 }))], as);
    await send(five.map((who) => seen(987_654, who)));
    await send(
      five.map((who) => seen(mine, who, { userId: member?.id ?? 0 })),
      member,
    );
    await sum();
    expect(await report(admin)).toMatchObject({
      items: [{ id: mine, figures: { view: 5 } }],
      whole: { view: 5 },
    });
    expect(await gateway().database.$count(usageDays, eq(usageDays.key, "987654"))).toBe(0);
  });

  it("of fewer than five browsers are not shown, whatever their number and their days", async () => {
    const { database } = gateway();
    for (const day of [1, 2, 3]) {
      await send([1, 2, 3, 4].flatMap((who) => [seen(mine, who), seen(mine, who)]));
      await sum();
      await database.execute(sql`update usage_days set day = day - ${day}::int where day = ${today()}::date`);
    }
    expect(await report(admin)).toMatchObject({
      items: [{ figures: { view: null } }],
      whole: { view: null },
    });
    await send([seen(mine, 5)]);
    await sum();
    // The fifth browser came on another day: together they may be shown, each day alone may not.
    const answer = await report(admin);
    expect(answer).toMatchObject({ items: [{ figures: { view: 25 } }], whole: { view: 25 } });
    expect(answer.days.map(({ figures }) => figures.view)).toEqual([0, 0, 0, null, null, null, null]);
  });

  it("are read without their sums where only the table is asked for", async () => {
    await send(five.map((who) => seen(mine, who)));
    await sum();
    const { items, total, whole, days, sources } = await report(admin, { sums: false });
    expect(items).toEqual((await report(admin)).items);
    expect({ total, whole, days, sources }).toEqual({ total: 1, whole: null, days: [], sources: [] });
  });

  it("store marks that tell nobody and differ for two things, and none once there are five", async () => {
    await send([seen(mine, 1), seen(others, 1), ...five.map((who) => seen(mine, who, { source: "" }))]);
    await sum();
    const rows = await gateway().database.select().from(usageDays);
    const marksOf = (key: string, source: string) =>
      rows
        .filter((row) => row.key === key && row.source === source)
        .map(({ people, marks }) => ({ people, marks }));
    expect(marksOf(String(mine), "direct")).toEqual([{ people: 5, marks: [] }]);
    const [[one], [other]] = [marksOf(String(mine), "site"), marksOf(String(others), "site")];
    expect([one?.people, other?.people]).toEqual([1, 1]);
    expect(one?.marks).not.toEqual(other?.marks);
    expect(JSON.stringify(rows)).not.toContain("browser");
  });

  it("are whole when a run of the sums is cut off", async () => {
    await send(five.map((who) => seen(mine, who)));
    const { services, database } = gateway();
    const broken = new TestGateway(database);
    await database.execute(sql`alter table usage_days add constraint cut_off check (amount < 0)`);
    await expect(sumHoursJob.run(broken.services)).rejects.toThrow();
    await database.execute(sql`alter table usage_days drop constraint cut_off`);
    expect(await database.$count(analyticsEvents, eq(analyticsEvents.summed, false))).toBe(5);
    await sumHoursJob.run(services);
    await sumHoursJob.run(services);
    expect(await report(admin)).toMatchObject({ whole: { view: 5 } });
  });

  it("are found by page and source", () => {
    expect(thingAt("forum_topic", "/hsforum/thread-77-2-1.html")).toEqual({ kind: "topics", id: 77 });
    expect(thingAt("forum_topic", "/postDetail?tid=78&page=2")).toEqual({ kind: "topics", id: 78 });
    expect(thingAt("training_course", "/trainingClass/details/5")).toEqual({ kind: "courses", id: 5 });
    expect(thingAt("products", "/products/index")).toBeNull();
    const groups = [
      "www.google.com.hk",
      "cn.bing.com",
      "m.baidu.com:443",
      "a.example",
      "mygoogle.com.evil.example",
      "",
    ];
    expect([...groups, undefined].map(sourceGroup)).toEqual([
      ...["engine", "engine", "engine", "other", "other", "direct", "site"],
    ]);
  });
});

describe("who sees what", () => {
  it("is the whole for analysts, and their kinds, classes and sections for others", async () => {
    const { tid } = await gateway().ok(
      "submitTopic",
      {
        fid: section.fid,
        classId: null,
        title: "串口没有输出",
        tags: [],
        content: "正文",
        submissionId: submissionId(),
      },
      member,
    );
    const topic = (who: number) =>
      usage(
        "page_view",
        { page: "forum_topic", path: `/hsforum/thread-${tid}-1-1.html`, history: [] },
        by(who),
      );
    await send([...five.flatMap((who) => [seen(mine, who), seen(others, who), topic(who)])]);
    await sum();
    const ids = async (as: Member | undefined) => (await report(as)).items.map(({ id }) => id);
    for (const as of [admin, analyst, editor]) expect(await ids(as)).toEqual([mine, others]);
    expect(await ids(narrowed)).toEqual([others]);
    // The sums of all products are not theirs, and neither are those of another's product.
    expect(await report(narrowed)).toMatchObject({ whole: null, days: [], sources: [] });
    expect(await report(narrowed, { id: others })).toMatchObject({ whole: { view: 5 } });
    expect(await report(narrowed, { id: mine })).toMatchObject({ items: [], whole: null });
    expect(await report(moderator, { of: "topics" })).toMatchObject({ items: [{ id: tid }], whole: null });
    // Another office sees none of it.
    for (const [as, of] of [
      [moderator, "products"],
      [editor, "courses"],
      [editor, "topics"],
    ] as const)
      expect(await report(as, { of })).toMatchObject({ items: [], whole: null, days: [], sources: [] });
    expect((await gateway().ok("courseNumbers", span(), editor)).items).toEqual([]);
    const request = { of: "products" as const, ...span() };
    await gateway().refused("usageReport", request, "NOT_PERMITTED", member);
    for (const as of [editor, moderator])
      await gateway().refused("searchNumbers", span(), "NOT_PERMITTED", as);
    await gateway().refused("questionNumbers", {}, "NOT_PERMITTED", editor);
  });

  it("has the topics of hidden sections for themselves, and in no sum of all topics", async () => {
    const hidden = await gateway().section({ moderators: [] });
    const topicIn = async (fid: number, as: Member | undefined) => {
      const texts = { title: "没有公开的讨论", tags: [], content: "正文" };
      const form = { fid, classId: null, ...texts, submissionId: submissionId() };
      return (await gateway().ok("submitTopic", form, as)).tid;
    };
    const [open, inner] = [await topicIn(section.fid, member), await topicIn(hidden.fid, member)];
    await gateway().database.update(sections).set({ unlisted: true }).where(eq(sections.id, hidden.fid));
    const view = (tid: number) => (who: number) =>
      usage(
        "page_view",
        { page: "forum_topic", path: `/hsforum/thread-${tid}-1-1.html`, history: [] },
        by(who),
      );
    await send([...five.map(view(open)), ...five.map(view(inner))]);
    await sum();
    const of = { of: "topics" } as const;
    expect(await report(analyst, of)).toMatchObject({ items: [{ id: open }], whole: { view: 5 } });
    expect((await report(admin, of)).items.map(({ id }) => id)).toEqual([open, inner]);
    expect(await report(admin, of)).toMatchObject({ whole: { view: 5 } });
    expect(await report(admin, { ...of, id: inner })).toMatchObject({ whole: { view: 5 } });
  });

  it("refuses days that are none, backwards, or too many", async () => {
    const wrong = async (days: { from: string; to: string }) =>
      (await gateway().refused("usageReport", { of: "products", ...days }, "INVALID_REQUEST", admin)).fields;
    expect(await wrong({ from: "2026-02-30", to: "2026-03-01" })).toHaveProperty("from");
    expect(await wrong({ from: "2026-03-02", to: "2026-03-01" })).toEqual({
      to: ["结束日期不能早于开始日期"],
    });
    expect(await wrong({ from: "2024-01-01", to: "2026-03-01" })).toEqual({ from: ["一次最多看 400 天"] });
  });
});

describe("searches", () => {
  const searched = async (text: string, people: (Member | undefined)[], counted = true) => {
    for (const person of people) await gateway().ok("fullTextSearch", { text, kind: "all", counted }, person);
    await writeSearches(gateway().services);
  };
  const numbers = async (missed = false) =>
    (await gateway().ok("searchNumbers", { ...span(), missed }, analyst)).items;

  it("are listed when five people made them; what nothing was found for is apart", async () => {
    const people = await Promise.all(five.map(() => gateway().member()));
    await searched(`P${mine}`, people);
    await searched("量子隧道 显微镜", [...people, people[0]]);
    await searched("四个人搜的东西", people.slice(1));
    expect(await numbers()).toEqual([
      { text: "量子隧道 显微镜", times: 5, lastOn: today() },
      { text: `p${mine}`, times: 5, lastOn: today() },
    ]);
    expect(await numbers(true)).toEqual([{ text: "量子隧道 显微镜", times: 5, lastOn: today() }]);
    const rows = await gateway().database.select().from(usageDays).where(eq(usageDays.kind, "searches"));
    for (const person of people) expect(JSON.stringify(rows)).not.toContain(`"${person.id}"`);
  });

  it("are written when the server stops, also those that are being written", async () => {
    const people = await Promise.all(five.map(() => gateway().member()));
    const search = (person: Member) =>
      gateway().ok("fullTextSearch", { text: "最后几次搜索", kind: "all", counted: true }, person);
    for (const person of people.slice(1)) await search(person);
    // What the timer begins just before: whoever stops then waits for both.
    void writeSearches(gateway().services);
    if (people[0]) await search(people[0]);
    await writeSearches(gateway().services);
    expect(await numbers()).toMatchObject([{ text: "最后几次搜索", times: 5 }]);
  });

  it("count nobody twice when the portal's secret is renewed", async () => {
    const { settings } = gateway().services;
    const before = settings.secrets;
    await searched("换了密钥", [member]);
    settings.secrets = ["another-secret-of-the-portal-for-signing"];
    await searched("换了密钥", [member]);
    settings.secrets = before;
    const [row] = await gateway().database.select().from(usageDays).where(eq(usageDays.measure, "search"));
    expect(row).toMatchObject({ amount: 2, people: 1 });
  });

  it("are not counted of staff, of whoever objects, and of another page or kind", async () => {
    await searched("不该记下的", [admin, analyst, editor, moderator]);
    await searched("不该记下的", [member], false);
    for (const more of [{ page: 2 }, { kind: "topics" as const }])
      await gateway().ok(
        "fullTextSearch",
        { text: "不该记下的", kind: "all", counted: true, ...more },
        member,
      );
    await writeSearches(gateway().services);
    expect(await gateway().database.$count(usageDays, eq(usageDays.kind, "searches"))).toBe(0);
  });

  it("are forgotten after a week unless five people made them, and all after 90 days", async () => {
    const people = await Promise.all(five.map(() => gateway().member()));
    await searched("很多人搜的", people);
    await searched("几个人搜的", people.slice(1));
    const { database, services } = gateway();
    const kept = async () =>
      [...new Set((await database.select().from(usageDays)).map(({ key }) => key))].sort();
    const later = (days: number) =>
      purgeUsage(database, new Date(services.now().getTime() + days * 86_400_000));
    await later(7);
    expect(await kept()).toEqual(["几个人搜的", "很多人搜的"]);
    await later(8);
    expect(await kept()).toEqual(["很多人搜的"]);
    await later(91);
    expect(await kept()).toEqual([]);
  });

  it("keep those that five people made over several days", async () => {
    const people = await Promise.all(five.map(() => gateway().member()));
    await searched("分两天搜的", people.slice(0, 3));
    const { database, services } = gateway();
    await database.execute(sql`update usage_days set day = day - 1`);
    await searched("分两天搜的", people.slice(3));
    expect(await numbers()).toMatchObject([{ times: 5 }]);
    await purgeUsage(database, new Date(services.now().getTime() + 20 * 86_400_000));
    expect(await numbers()).toMatchObject([{ times: 5 }]);
    // A day of three is still one of three.
    const [day] = await database.select({ people: max(usageDays.people) }).from(usageDays);
    expect(day).toEqual({ people: 3 });
  });
});

it("courses say how far the people came who began in these days, without staff", async () => {
  const { database, services } = gateway();
  const { course } = await saveTraining(gateway(), null);
  await database.update(courses).set({ lessons: 4 }).where(eq(courses.id, course));
  const at = services.now();
  const before = subtractTime(at, 30, "day");
  const learner = async (done: number, more: { as?: Member | undefined; startedAt?: Date } = {}) => {
    const { id } = more.as ?? (await gateway().member());
    await database.insert(courseLearners).values({
      accountId: id,
      courseId: course,
      lessonsDone: done,
      finishedAt: done === 4 ? at : null,
      startedAt: more.startedAt ?? at,
      studiedAt: at,
    });
  };
  for (const done of [0, 0, 1, 2, 2, 2, 3, 4, 4]) await learner(done);
  for (const as of [admin, moderator, analyst]) await learner(4, { as });
  await learner(4, { startedAt: before });
  const numbers = async (from = span().from) =>
    (await gateway().ok("courseNumbers", { from, to: today() }, analyst)).items.find(
      ({ id }) => id === course,
    );
  expect(await numbers()).toMatchObject({ started: 5, half: 5, finished: null, certified: 0 });
  expect(await numbers(dayOf(before))).toMatchObject({ started: 10, half: 5, finished: null });
});

it("questions without answers are counted by age, and first answers by month, staff's apart", async () => {
  const { fid, classes } = await gateway().section({ moderators: moderator ? [moderator] : [] });
  const [classId] = classes;
  expect(questionClass).toBe("求助");
  const ask = async (hours: number) => {
    const { tid } = await gateway().ok(
      "submitTopic",
      {
        fid,
        classId: classId ?? null,
        title: "怎么低功耗",
        tags: [],
        content: "正文",
        submissionId: submissionId(),
      },
      member,
    );
    const at = new Date(gateway().services.now().getTime() - hours * 3_600_000);
    await gateway().database.execute(
      sql`update topics set created_at = ${at.toISOString()}::timestamptz, published_at = ${at.toISOString()}::timestamptz where id = ${tid}`,
    );
    return tid;
  };
  const answer = (tid: number, as: Member | undefined) =>
    gateway().ok("submitPost", { tid, content: "看手册", submissionId: submissionId() }, as);
  for (const hours of [1, 30, 24 * 10, 24 * 40, 24 * 41]) await ask(hours);
  const answered = [];
  for (let made = 0; made < 5; made += 1) answered.push(await ask(0.5));
  const helper = await gateway().member();
  for (const [at, tid] of answered.entries()) {
    await answer(tid, member);
    await answer(tid, at === 0 ? moderator : helper);
  }
  const numbers = await gateway().ok("questionNumbers", {}, moderator);
  expect(numbers.waiting.find((row) => row.fid === fid)).toMatchObject({
    day: 1,
    week: 1,
    month: 1,
    older: 2,
  });
  const months = numbers.answers.filter((row) => row.fid === fid);
  const found = months.find((row) => row.month === today().slice(0, 7));
  // One of five answers was a moderator's: of the members' there are too few.
  expect(found).toMatchObject({ answered: 5, byStaff: 1, p50: null, p90: null, staffP50: null });
  expect(months.reduce((all, { questions }) => all + questions, 0)).toBe(10);
  const fifth = await ask(1);
  await answer(fifth, helper);
  for (const hours of [2, 2, 2, 2]) await answer(await ask(hours), moderator);
  gateway().pass(601);
  const later = (await gateway().ok("questionNumbers", {}, moderator)).answers.find(
    (row) => row.fid === fid && row.month === found?.month,
  );
  expect(later).toMatchObject({ answered: 10, byStaff: 5, staffP50: 120, staffP90: 120 });
  expect([later?.p50, (later?.p90 ?? 0) > 30]).toEqual([30, true]);
  expect(months.filter((row) => row.answered < 5).every(({ p50 }) => p50 === null)).toBe(true);
});
