import { awardOf } from "contract/activities/home";
import { eq } from "drizzle-orm";
import { loadContentPack } from "gateway/content/load/load-pack";
import {
  activities,
  activityTeamMembers,
  activityTeams,
  activityWorks,
  type KeptHome,
} from "gateway/database/schema";
import { afterAll, describe, expect, it, test } from "vitest";
import { addActivity, addSignup } from "../support/activities";
import { changePack, copyPack, replacing } from "../support/content";
import { startGateway } from "../support/gateway";

const gateway = startGateway();
const hour = 3_600_000;
const at = (hours: number) => new Date(gateway().services.now().getTime() + hours * hour);

const home = (change: Partial<KeptHome> = {}): KeptHome => ({
  steps: [],
  prizes: [
    { name: "开源奖", ranks: null, count: 5, prize: "开发板" },
    { name: "一等奖", ranks: [1, 1], count: 1, prize: "一万元" },
    { name: "二等奖", ranks: [2, 3], count: 2, prize: "五千元" },
  ],
  tracks: [],
  criteria: [],
  panel: [],
  questions: [],
  materials: [],
  news: [],
  winners: [],
  recap: "",
  recapHtml: "",
  gallery: true,
  ...change,
});

const workFields = [
  {
    key: "text",
    label: "介绍",
    type: "text" as const,
    hint: "",
    required: false,
    max: 500,
    endings: [],
    maxBytes: 0,
  },
  {
    key: "repo",
    label: "代码",
    type: "link" as const,
    hint: "",
    required: false,
    max: 500,
    endings: [],
    maxBytes: 0,
  },
  {
    key: "report",
    label: "说明",
    type: "file" as const,
    hint: "",
    required: false,
    max: 0,
    endings: [".pdf"],
    maxBytes: 9,
  },
];

/** A competition with a team's work and the work of a team that ended. */
async function contest(change: Parameters<typeof addActivity>[1] = {}) {
  const judge = await gateway().member();
  const activityId = await addActivity(gateway(), {
    kind: "competition",
    home: home(),
    teams: { min: 1, max: 3 },
    teamsUntil: at(100),
    workFields,
    worksUntil: at(50),
    judges: [judge],
    ...change,
  });
  const maker = await gateway().member();
  const signup = await addSignup(gateway(), activityId, maker, { name: "林小默" });
  const [team] = await gateway()
    .database.insert(activityTeams)
    .values({ activityId, name: "省电队", nameFolded: "省电队", captainId: signup.id })
    .returning();
  const teamId = team?.id ?? 0;
  await gateway()
    .database.insert(activityTeamMembers)
    .values({ teamId, signupId: signup.id, joinedAt: at(0) });
  const [work] = await gateway()
    .database.insert(activityWorks)
    .values({
      activityId,
      teamId,
      title: "一年不换电池",
      answers: { text: "睡得久", repo: "https://git.example.com/a", report: "77" },
      updatedAt: at(0),
    })
    .returning();
  return { activityId, judge, maker, workId: work?.id ?? 0 };
}

describe("the gallery of a contest", () => {
  it("opens once nobody can change the works, and never has their files", async () => {
    const { activityId } = await contest();
    expect(await gateway().ok("activityGallery", { activityId })).toMatchObject({ items: [], total: 0 });
    gateway().pass(51 * 3_600);
    const { items, total } = await gateway().ok("activityGallery", { activityId });
    expect(total).toBe(1);
    expect(items).toEqual([
      {
        id: expect.any(Number),
        title: "一年不换电池",
        by: "省电队",
        category: "组别all",
        rank: null,
        award: "",
        texts: [{ label: "介绍", text: "睡得久" }],
        links: [{ label: "代码", url: "https://git.example.com/a" }],
      },
    ]);
  });

  it("stays closed when the contest does not show works", async () => {
    const { activityId } = await contest({ home: home({ gallery: false }), worksUntil: at(-1) });
    expect(await gateway().ok("activityGallery", { activityId })).toMatchObject({ total: 0 });
    const without = await contest({ home: null, worksUntil: at(-1) });
    expect(await gateway().ok("activityGallery", { activityId: without.activityId })).toMatchObject({
      total: 0,
    });
    await gateway().refused("activityGallery", { activityId: 999_999_999 }, "ACTIVITY_NOT_FOUND");
  });

  it("shows a person by nickname, not by the name of the sign-up, and tells them before they hand in", async () => {
    const activityId = await addActivity(gateway(), {
      kind: "competition",
      home: home(),
      workFields,
      worksUntil: at(1),
    });
    const maker = await gateway().member();
    await addSignup(gateway(), activityId, maker, { name: "林小默" });
    await gateway().ok("activityWorkSave", { activityId, title: "独自做的", answers: {} }, maker);
    expect(await gateway().ok("activityWork", { activityId }, maker)).toMatchObject({ shown: true });
    gateway().pass(2 * 3_600);
    const { items } = await gateway().ok("activityGallery", { activityId });
    expect(items).toMatchObject([{ title: "独自做的", by: maker.nickname }]);
  });

  it("has the prizes of the published ranks, winners first", async () => {
    const { activityId, workId } = await contest({ worksUntil: at(-1), teams: null, teamsUntil: null });
    const maker = await gateway().member();
    const signup = await addSignup(gateway(), activityId, maker);
    const [late] = await gateway()
      .database.insert(activityWorks)
      .values({ activityId, signupId: signup.id, title: "第一名", answers: {}, updatedAt: at(0) })
      .returning();
    const row = (id: number, rank: number) => ({
      workId: id,
      title: "",
      by: "",
      category: "",
      score: 1,
      rank,
    });
    await gateway()
      .database.update(activities)
      .set({ results: [row(late?.id ?? 0, 1), row(workId, 4)], resultsAt: at(0) })
      .where(eq(activities.id, activityId));
    const { items } = await gateway().ok("activityGallery", { activityId });
    expect(items.map(({ title, rank, award }) => [title, rank, award])).toEqual([
      ["第一名", 1, "一等奖"],
      ["一年不换电池", 4, ""],
    ]);
  });
});

test.each([
  [1, "一等奖"],
  [2, "二等奖"],
  [3, "二等奖"],
  [4, ""],
])("rank %i gets the prize %s", (rank, award) => {
  expect(awardOf(home().prizes, rank)).toBe(award);
});

describe("the home of an activity", () => {
  it("counts its times from the activity's start, in their order", async () => {
    const activityId = await addActivity(gateway(), {
      home: home({
        steps: [
          { at: hour, until: 2 * hour, title: "答辩", text: "" },
          { at: -hour, until: null, title: "签到", text: "" },
        ],
        news: [
          { at: -3 * hour, title: "早", text: "" },
          { at: -2 * hour, title: "晚", text: "" },
        ],
      }),
    });
    const { home: shown, startAt } = await gateway().ok("activityDetail", { activityId });
    const later = (hours: number) => new Date(Date.parse(startAt) + hours * hour).toISOString();
    expect(shown?.steps.map(({ title, at: from, until }) => [title, from, until])).toEqual([
      ["签到", later(-1), null],
      ["答辩", later(1), later(2)],
    ]);
    expect(shown?.news.map(({ title }) => title)).toEqual(["晚", "早"]);
    const plain = await addActivity(gateway());
    expect((await gateway().ok("activityDetail", { activityId: plain })).home).toBeNull();
  });

  let tidy: () => unknown = () => undefined;
  afterAll(() => tidy());

  it("comes from the pack, keeps relative times at a later load, and its recap is rendered", async () => {
    const written = `---
id: 41
kind: competition
title: 有主页的大赛
times: { from: "+10d 09:00", until: "+11d 18:00" }
signUp: { from: "-1d 09:00", until: "+9d 18:00" }
place: 深圳
categories: [{ key: all, name: 全部, seats: 9 }]
home:
  steps: [{ at: "+9d 09:00", title: 报到 }]
  prizes: [{ name: 一等奖, ranks: 1, prize: 奖杯 }, { name: 开源奖, prize: 板子 }]
  materials: [{ name: 数据, url: /resources }]
  recap: "**很好**"
---
正文
`;
    const folder = await copyPack({ "activities/home.md": written }, (remove) => {
      tidy = remove;
    });
    const load = () => loadContentPack(gateway().services, folder, { demo: false });
    await load();
    const first = await gateway().ok("activityDetail", { activityId: 41 });
    expect(first.home).toMatchObject({
      prizes: [
        { name: "一等奖", ranks: [1, 1], count: 1, prize: "奖杯" },
        { name: "开源奖", ranks: null, count: 1, prize: "板子" },
      ],
      materials: [{ name: "数据", text: "", url: "/resources" }],
      gallery: false,
      steps: [{ title: "报到", until: null }],
    });
    expect(first.home?.recapHtml).toContain("<strong>很好</strong>");
    expect(Date.parse(first.startAt) - Date.parse(first.home?.steps[0]?.at ?? "")).toBe(24 * hour);
    gateway().pass(3 * 86_400);
    await changePack(folder, { "activities/home.md": replacing("奖杯", "奖牌") });
    await load();
    const later = await gateway().ok("activityDetail", { activityId: 41 });
    expect(later.home?.prizes).toMatchObject([{ prize: "奖牌" }, { prize: "板子" }]);
    expect(later.home?.steps).toEqual(first.home?.steps);
  });
});
