import ICAL from "ical.js";
import { expect, test } from "vitest";
import { shellsOf, visitor } from "./support";

const shells = shellsOf(import.meta.url);

/** A contest of the demo as visitors read it: before its start, and after its end. */

const weekday = /\d{4}-\d\d-\d\d 周[一二三四五六日] \d\d:\d\d/;

test.each(shells)(
  "a contest to come says what is next and what to win, $shell",
  async ({ prefix, headers }) => {
    const page = await visitor(headers).get(`${prefix}/eventActivities/details/1`);
    expect(page.status).toBe(200);
    // The countdown is in the page that the server sends.
    expect(page.text).toMatch(/距报名截止还有 \d+ 天 \d+ 小时/);
    for (const heading of [
      "时间安排",
      "奖项",
      "赛道",
      "数据与板卡",
      "评分标准",
      "评委",
      "规则",
      "常见问题",
      "赛事动态",
    ])
      expect([heading, page.$("h2").text().includes(heading)]).toEqual([heading, true]);
    const steps = page.$("#steps ~ ol li");
    expect(steps.length).toBe(5);
    expect(steps.first().attr("data-state")).toBe("running");
    expect(steps.eq(1).text()).toContain("下一步");
    for (const time of steps.find("time").toArray()) expect(page.$(time).text()).toMatch(weekday);
    expect(page.text).toContain("一等奖 1 名");
    expect(
      page
        .$("meter")
        .map((_, one) => page.$(one).attr("value"))
        .get(),
    ).toEqual(["60", "20", "20"]);
    expect(page.$("details:not([open]) summary").text()).toContain("作品会公开吗？");
    // Nobody sees works before the deadline, and everybody reads that they will be shown.
    expect(page.$("#gallery").length).toBe(0);
    expect(page.text).toContain("截止后公开展示作品的名称、文字和链接");
  },
);

test.each(shells)(
  "a contest that is over shows winners and a recap, and no free seats, $shell",
  async ({ prefix, headers }) => {
    const page = await visitor(headers).get(`${prefix}/eventActivities/details/10`);
    expect(page.$("main h2").first().text()).toBe("回顾");
    expect(page.$("#winners ~ ul > li").length).toBe(3);
    expect(page.$("#winners ~ ul > li").first().text()).toContain("墒情哨兵");
    expect(page.$("#winners ~ ul img").first().attr("alt")).not.toBe("");
    expect(page.$('a[href^="https://git.example.com/"]').length).toBe(3);
    for (const gone of ["余 144", "144 个名额", "报名须知", "加入日历", "还有"])
      expect([gone, page.$("main").text().includes(gone)]).toEqual([gone, false]);
    expect(
      page
        .$("#steps ~ ol li")
        .map((_, one) => page.$(one).attr("data-state"))
        .get(),
    ).toEqual(Array.from({ length: 4 }, () => "over"));
    // A page of works that does not exist is the first one, as in every list.
    expect((await visitor(headers).get(`${prefix}/eventActivities/details/10?page=x`)).status).toBe(200);
  },
);

test.each(shells)("the list shows days, and what is over apart, $shell", async ({ prefix, headers }) => {
  const page = await visitor(headers).get(`${prefix}/eventActivities/index`);
  expect(
    page
      .$("main section section h2")
      .map((_, one) => page.$(one).text())
      .get(),
  ).toEqual(["近期活动", "往期回顾"]);
  const over = page.$("#over ~ ul > li");
  expect(over.length).toBeGreaterThan(0);
  for (const card of over.toArray()) expect(page.$(card).text()).toContain("已结束");
  expect(page.$("#ahead ~ ul").text()).not.toContain("已结束");
  for (const time of page.$("main li time").toArray()) expect(page.$(time).text()).toMatch(weekday);
  // Every cover is a drawing of its own.
  const covers = page
    .$("main li img")
    .map((_, one) => page.$(one).attr("src"))
    .get();
  expect(new Set(covers).size).toBe(covers.length);
});

test("a calendar file reminds a day and an hour before", async () => {
  const { html } = await visitor().get("/eventActivities/calendar/2.ics");
  const alarms = new ICAL.Component(ICAL.parse(html))
    .getAllSubcomponents("vevent")
    .flatMap((event) => event.getAllSubcomponents("valarm"));
  expect(alarms.map((alarm) => String(alarm.getFirstPropertyValue("trigger")))).toEqual(["-P1D", "-PT1H"]);
});
