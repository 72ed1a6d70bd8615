import { eq } from "drizzle-orm";
import { activities, activityOrganisers, activityWorks } from "gateway/database/schema";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addActivity, addSignup } from "../support/activities";
import { eventsIn } from "../support/calendar";
import { type GatewayPortal, startGatewayPortal } from "../support/gateway-portal";
import { type Page, PlainBrowser } from "../support/plain-browser";
import { structuredDataProblems, thingsOn } from "../support/structured-data";
import type { Member } from "../support/test-gateway";
import { visitor as demoVisitor, linkOn, newMember, shellsOf } from "./support";

const shells = shellsOf(import.meta.url);

/** Competitions and events as visitors read them, and what teams do (spec 2.1). */

let portal: GatewayPortal;
beforeAll(async () => {
  portal = await startGatewayPortal({ registerConfig: 1 });
});
afterAll(() => portal.stop());

const problemBy = (page: Page, name: string) => page.$(`#${name}-problem`).text().trim();

describe.each(shells)("competitions and events, $shell", ({ prefix, headers }) => {
  const anyone = () => demoVisitor(headers);

  test("are listed and filtered by one GET form, and both addresses show the same list", async () => {
    const moved = await anyone().get(`${prefix}/eventActivities?kind=live`, { follow: false });
    expect([moved.status, moved.headers.get("location")]).toEqual([
      302,
      `${prefix}/eventActivities/index?kind=live`,
    ]);
    const page = await anyone().get(`${prefix}/eventActivities/index`);
    expect([page.status, page.$("h1").text(), page.text.includes("12 个活动")]).toEqual([
      200,
      "大赛活动",
      true,
    ]);
    for (const state of ["未开始", "报名中", "名额已满（可候补）", "报名截止", "进行中", "已结束"])
      expect(page.$("main .label").text()).toContain(state);
    const filtered = await anyone().submit(
      page,
      { form: "form:has(#filter-kind)" },
      { kind: "live", q: "NPU" },
    );
    expect([
      filtered.text.includes("1 个活动"),
      filtered.$("#filter-kind option[selected]").attr("value"),
    ]).toEqual([true, "live"]);
    expect(linkOn(filtered, /\/eventActivities\/details\/4$/)).toBe(`${prefix}/eventActivities/details/4`);
    const none = await anyone().get(`${prefix}/eventActivities/index?q=zzqqzz`);
    expect([none.status, none.text.includes("没有符合条件的活动")]).toEqual([200, true]);
    const long = "长".repeat(61);
    const refused = await anyone().get(`${prefix}/eventActivities/index?q=${encodeURIComponent(long)}`);
    expect([refused.status, refused.$("#filter-q").attr("value"), problemBy(refused, "filter-q")]).toEqual([
      400,
      long,
      "搜索的词太长",
    ]);
  });

  test("have details with seats, agenda, speakers and rules, also as structured data", async () => {
    const page = await anyone().get(`${prefix}/eventActivities/details/1`);
    expect(page.$("h1").text()).toBe("低功耗节点设计赛");
    for (const heading of ["议程", "嘉宾", "规则", "名额", "报名须知"])
      expect(page.$("h2").text()).toContain(heading);
    expect(page.text).toContain("2 至 4 人组队");
    expect(page.$('a[href*="/activity/manage/"]').length).toBe(0);
    const [event] = thingsOn(page).filter((thing) => thing["@type"] === "Event");
    expect(event).toMatchObject({ name: "低功耗节点设计赛", maximumAttendeeCapacity: 100 });
    const problems = await structuredDataProblems(thingsOn(page));
    expect(problems.filter((problem) => !problem.includes("(optional)"))).toEqual([]);
    expect(page.$('link[rel="canonical"]').attr("href")).toMatch(/\/eventActivities\/details\/1$/);
    const landing = await anyone().get(`${prefix}/activity/Mactivity?id=1`);
    expect(landing.$('link[rel="canonical"]').attr("href")).toMatch(/\/eventActivities\/details\/1$/);
    expect(linkOn(landing, /activityRegister/)).toBe(`${prefix}/activity/activityRegister?id=1`);
    const ended = await anyone().get(`${prefix}/eventActivities/details/10`);
    expect(ended.$("main button[disabled]").text()).toBe("活动已结束");
  });

  test("that are open are listed at /active, whose footer is short", async () => {
    const page = await anyone().get(`${prefix}/active`);
    expect([page.$("h1").text(), page.$("footer").attr("data-kind")]).toEqual(["活动报名", "phone-active"]);
    expect(page.$("footer h2, footer details").length).toBe(0);
    expect(page.$('main a[href*="/activity/activityHome?id=4"]').length).toBe(1);
    expect(page.$('main a[href*="id=10"]').length).toBe(0);
  });

  test.each([
    "/eventActivities/details/999",
    "/eventActivities/details/007",
    "/activity/activityHome?id=999",
    "/activity/activityRegister?id=999",
    "/registEntry?id=999",
    "/registEntry?decline=short",
    "/activity/proof/abcdefghijklmnopqrstuv",
    "/activity/proof/short",
  ])("%s is not there", async (path) => {
    expect((await anyone().get(prefix + path)).status).toBe(404);
  });

  test("/activity details without an id redirect to the open activities", async () => {
    for (const path of [
      "/activity/activityHome",
      "/activity/Mregister",
      "/registEntry",
      "/activity/activityQrCode",
    ])
      expect((await anyone().get(prefix + path)).url.pathname).toBe(`${prefix}/active`);
  });
});

describe("calendars", () => {
  test("a calendar library reads the calendar of one activity and of all", async () => {
    const page = await demoVisitor().get("/eventActivities/details/4");
    const one = await demoVisitor().get(linkOn(page, /\.ics$/));
    expect(one.headers.get("content-type")).toContain("text/calendar");
    expect(one.headers.get("content-disposition")).toContain("activity-4.ics");
    const [event] = eventsIn(one.html);
    expect([event?.summary, event?.location]).toEqual(["直播：把检测模型搬上 NPU", "社区直播间"]);
    expect(event?.description).toContain("/eventActivities/details/4");
    expect(event?.startDate.toJSDate().toISOString()).toBe(page.$("main time").first().attr("datetime"));
    const all = await demoVisitor().get("/eventActivities/calendar.ics");
    const events = eventsIn(all.html);
    expect([events.length, new Set(events.map(({ uid }) => uid)).size]).toEqual([12, 12]);
    for (const path of ["999.ics", "x.ics", "4"])
      expect((await demoVisitor().get(`/eventActivities/calendar/${path}`)).status).toBe(404);
  });

  test("long lines are folded between whole characters", async () => {
    const title = "从一根线到一张网😀，".repeat(12);
    const id = await addActivity(portal.gateway, {
      title,
      summary: "逗号,分号;反斜杠\\和\n换行",
      place: "深圳".repeat(60),
    });
    const [event] = eventsIn(
      (await new PlainBrowser(portal.origin).get(`/eventActivities/calendar/${id}.ics`)).html,
    );
    expect([event?.summary, event?.location]).toEqual([title, "深圳".repeat(60)]);
    expect(event?.description).toMatch(/^逗号,分号;反斜杠\\和\n换行\n/);
  });
});

test("activities are in the sitemap and on the home page, and organisers find a link to their pages", async () => {
  const map = await demoVisitor().get("/sitemaps/pages.xml");
  expect(map.html).toMatch(/\/eventActivities\/details\/12</);
  expect(map.html).toMatch(/\/active</);
  const home = await demoVisitor().get("/home");
  expect(home.$("main h2").text()).toContain("近期活动");
  expect(home.$('main a[href*="/eventActivities/details/"]').length).toBeGreaterThan(3);
  const organiser = await portal.gateway.member();
  const id = await addActivity(portal.gateway, { organisers: [organiser] });
  const page = await (await portal.browserOf(organiser)).get(`/eventActivities/details/${id}`);
  expect(page.$(`a[href="/activity/manage/${id}"]`).text()).toContain("组织者工作台");
  const mine = await (await portal.browserOf(organiser)).get("/personalCenter/activities");
  expect(mine.$(`a[href="/activity/manage/${id}"]`).length).toBe(1);
});

test("a notice of a sign-up leads to that sign-up", async () => {
  const member = await portal.gateway.member();
  const activityId = await addActivity(portal.gateway, { title: "通知里的活动" });
  const browser = await portal.browserOf(member);
  const form = await browser.get(`/activity/activityRegister?id=${activityId}`);
  await browser.submit(form, { intent: "signup" }, { name: "王小明", agreed: "1" });
  const notices = await browser.get("/personalCenter/msg?type=system");
  expect(notices.text).toContain("「通知里的活动」报名成功");
  expect(notices.$(`button[value$="/registEntry?id=${activityId}"]`).length).toBe(1);
});

describe.each(shells)("a team and its work, $shell", ({ prefix, headers }) => {
  const day = 86_400_000;
  const teamAt = (id: number) => `${prefix}/activity/team?id=${id}`;
  const workAt = (id: number) => `${prefix}/activity/work?id=${id}`;
  const repo = {
    key: "repo",
    label: "代码仓库",
    type: "link" as const,
    hint: "",
    required: true,
    max: 0,
  };
  const text = {
    key: "text",
    label: "介绍",
    type: "text" as const,
    hint: "",
    required: false,
    max: 10,
  };

  async function competition(people: Member[]): Promise<number> {
    const id = await addActivity(portal.gateway, {
      kind: "competition",
      teams: { min: 2, max: 2 },
      teamsUntil: new Date(Date.now() + 5 * day),
      worksUntil: new Date(Date.now() + 8 * day),
      workFields: [repo, text].map((one) => ({ ...one, endings: [], maxBytes: 0 })),
    });
    for (const [index, member] of people.entries())
      await addSignup(portal.gateway, id, member, { name: `队员${index}` });
    return id;
  }

  test("a team is made, joined, handed over and left, and hands in its work, by plain form posts", async () => {
    const people = [
      await portal.gateway.member(),
      await portal.gateway.member(),
      await portal.gateway.member(),
    ];
    const [captain, second, third] = await Promise.all(people.map((one) => portal.browserOf(one, headers)));
    if (!captain || !second || !third) throw new Error("no people");
    const id = await competition(people);
    const own = await captain.get(`${prefix}/registEntry?id=${id}`);
    const early = await captain.get(linkOn(own, /\/activity\/work/));
    expect(early.text).toContain("先创建或加入一支队伍");

    const empty = await captain.get(linkOn(own, /\/activity\/team/));
    const unnamed = await captain.submit(empty, { intent: "create" }, { name: " " });
    expect([unnamed.status, problemBy(unnamed, "name")]).toEqual([400, "请填写队名"]);
    const name = `星闪小队${id}`;
    const made = await captain.submit(unnamed, { intent: "create" }, { name });
    expect(made.text).toContain("队伍已创建");
    expect(made.text).toContain("还差 1 人");
    const taken = await third.submit(await third.get(teamAt(id)), { intent: "create" }, { name });
    expect([taken.status, problemBy(taken, "name")]).toEqual([409, "这个队名已被使用"]);

    const nobody = await captain.submit(made, { intent: "invite" }, { nickName: "没有这个人" });
    expect([nobody.status, problemBy(nobody, "nickName")]).toEqual([422, "没有这个昵称的用户"]);
    expect(nobody.$("[name=nickName]").attr("value")).toBe("没有这个人");
    await captain.submit(made, { intent: "invite" }, { nickName: people[1]?.nickname ?? "" });
    const both = await captain.submit(made, { intent: "invite" }, { nickName: people[2]?.nickname ?? "" });
    expect(both.$("main li").text()).toContain("已邀请，等待回复");

    const tooSmall = await captain.submit(
      await captain.get(workAt(id)),
      { intent: "save" },
      { title: "节点", a_repo: "https://example.com/a" },
    );
    expect([tooSmall.status, tooSmall.text.includes("队伍至少要有 2 人才能提交作品")]).toEqual([422, true]);

    const joined = await second.submit(await second.get(teamAt(id)), { intent: "accept" });
    expect(joined.text).toContain("已加入队伍");
    const full = await third.submit(await third.get(teamAt(id)), { intent: "accept" });
    expect([full.status, full.text.includes("队伍已满员")]).toEqual([409, true]);
    const refused = await third.submit(await third.get(teamAt(id)), { intent: "refuse" });
    expect(refused.text).toContain("已谢绝邀请");

    // The work: an error is shown by its field, and any member of the team may change the work.
    const form = await second.get(workAt(id));
    const wrong = await second.submit(
      form,
      { intent: "save" },
      { a_repo: "http://x", a_text: "很长".repeat(6) },
    );
    expect([wrong.status, problemBy(wrong, "title")]).toEqual([400, "请填写作品名称"]);
    const titled = await second.submit(wrong, { intent: "save" }, { title: "一节电池" });
    expect([titled.status, problemBy(titled, "a_repo"), problemBy(titled, "a_text")]).toEqual([
      422,
      "应是 https:// 开头的地址",
      "不能超过 10 个字",
    ]);
    expect(titled.$("[name=a_repo]").attr("value")).toBe("http://x");
    const saved = await second.submit(
      titled,
      { intent: "save" },
      { a_repo: "https://example.com/r", a_text: "省电" },
    );
    expect(saved.text).toContain("作品已保存");
    expect((await captain.get(workAt(id))).$("[name=a_repo]").attr("value")).toBe("https://example.com/r");
    expect(await portal.gateway.database.$count(activityWorks, eq(activityWorks.activityId, id))).toBe(1);

    // A captain hands over, then leaves; when the last member leaves, the team ends.
    const teamPage = await captain.get(teamAt(id));
    expect(teamPage.$("button[value=leave][disabled]").length).toBe(1);
    // Removing a member asks first, and the captain can decline.
    const taking = await captain.submit(teamPage, { intent: "remove" });
    expect(taking.text).toMatch(/把.+移出队伍？/);
    const thought = await captain.submit(taking, { button: "不了，返回" });
    expect(thought.$("button[value^='remove:']").length).toBe(teamPage.$("button[value^='remove:']").length);
    const handing = await captain.submit(thought, { intent: "handOver" });
    expect(handing.text).toMatch(/把队长移交给.+？.*你自己不能收回/);
    const handed = await captain.submit(handing, { button: "确认移交" });
    expect(handed.text).toContain("队长已移交");
    const leaving = await captain.submit(handed, { intent: "leave" });
    expect(leaving.text).toContain("留给队伍，不再算你的");
    const left = await captain.submit(leaving, { intent: "leave" });
    expect(left.text).toContain("已退出队伍");
    const alone = await second.get(teamAt(id));
    const ending = await second.submit(alone, { intent: "leave" });
    expect(ending.text).toMatch(/解散队伍「.*」？.*替你留着/);

    // After the deadlines nothing can change.
    await portal.gateway.database
      .update(activities)
      .set({ teamsUntil: new Date(Date.now() - day), worksUntil: new Date(Date.now() - day) })
      .where(eq(activities.id, id));
    const late = await second.submit(alone, { intent: "leave" });
    expect([late.status, late.text.includes("组队已截止")]).toEqual([422, true]);
    expect((await second.get(workAt(id))).text).toContain("不能再改");
    const tooLate = await second.submit(saved, { intent: "save" }, { title: "改一下" });
    expect([tooLate.status, tooLate.text.includes("作品提交已截止")]).toEqual([422, true]);
    expect(tooLate.$("[name=title]").attr("value")).toBe("改一下");
  });

  test("a captain looks for people, and a person for a team, by plain forms, for everybody to read", async () => {
    const people = [await portal.gateway.member(), await portal.gateway.member()];
    const [captain, alone] = await Promise.all(people.map((one) => portal.browserOf(one, headers)));
    if (!captain || !alone) throw new Error("no people");
    const id = await competition(people);
    const activity = `${prefix}/eventActivities/details/${id}`;
    let asked = 0;
    // Another page of the gallery each time, because visitors share a page for some seconds.
    const visitor = () => new PlainBrowser(portal.origin, headers).get(`${activity}?page=${++asked}`);
    expect((await visitor()).$("#searches ~ p").first().text()).toContain("还没有人");

    const page = await alone.get(teamAt(id));
    const unagreed = await alone.submit(page, { intent: "search" }, { text: "写过两年驱动" });
    expect([unagreed.status, problemBy(unagreed, "shown")]).toEqual([400, "请先同意公开显示"]);
    expect(unagreed.$('[name="text"]').text()).toContain("写过两年驱动");
    const empty = await alone.submit(unagreed, { intent: "search" }, { text: " ", shown: "1" });
    expect([empty.status, problemBy(empty, "text")]).toEqual([400, "请写几句"]);
    const said = await alone.submit(empty, { intent: "search" }, { text: "写过两年驱动", shown: "1" });
    expect(said.text).toContain("已发布");
    expect(said.$('[name="text"]').text()).toContain("写过两年驱动");

    await captain.submit(await captain.get(teamAt(id)), { intent: "create" }, { name: `寻人队${id}` });
    const own = await captain.get(teamAt(id));
    await captain.submit(own, { intent: "search" }, { text: "缺一名画板的", shown: "1" });
    const seen = await visitor();
    const items = seen.$("#searches ~ div li");
    expect(items.length).toBe(2);
    expect(items.first().text()).toContain("还差 1 人");
    expect(items.first().find("a.button").attr("href")).toBe(
      `${prefix}/personalCenter/msg?type=inner&with=${people[0]?.id}#compose`,
    );
    expect(seen.$("#searches ~ div").text()).not.toContain("队员0");

    const ended = await alone.submit(await alone.get(teamAt(id)), { intent: "endSearch" });
    expect(ended.text).toContain("不再显示");
    expect((await visitor()).$("#searches ~ div li").length).toBe(1);
    // What the organisers take down is told to its author.
    const [organiser] = [await portal.gateway.member()];
    await portal.gateway.database
      .insert(activityOrganisers)
      .values({ activityId: id, accountId: organiser.id, role: "organiser" });
    const staff = await portal.browserOf(organiser, headers);
    const tasks = await staff.get(`${prefix}/activity/manage/${id}/tasks`);
    const unsaid = await staff.submit(tasks, { intent: "removeSearch" }, { reason: "" });
    expect([unsaid.status, unsaid.$('[id$="-reason-problem"]').text().trim()]).toEqual([400, "请写明原因"]);
    await staff.submit(unsaid, { intent: "removeSearch" }, { reason: "写了电话" });
    expect((await visitor()).$("#searches ~ div li").length).toBe(0);
    // A late form keeps what was typed.
    await portal.gateway.database
      .update(activities)
      .set({ teamsUntil: new Date(Date.now() - day) })
      .where(eq(activities.id, id));
    const late = await alone.submit(said, { intent: "search" }, { text: "还在找", shown: "1" });
    expect([late.status, late.$('[name="text"]').text().trim()]).toEqual([422, "还在找"]);
    expect((await visitor()).$("#searches").length).toBe(0);
  });

  test("a captain invites somebody who looks for a team, and takes it back, beside what they wrote", async () => {
    const people = [
      await portal.gateway.member(),
      await portal.gateway.member(),
      await portal.gateway.member(),
    ];
    const [captain, alone, other] = await Promise.all(people.map((one) => portal.browserOf(one, headers)));
    if (!captain || !alone || !other) throw new Error("no people");
    const id = await competition(people);
    const activity = `${prefix}/eventActivities/details/${id}`;
    await alone.submit(
      await alone.get(teamAt(id)),
      { intent: "search" },
      { text: "写过两年驱动", shown: "1" },
    );
    await captain.submit(await captain.get(teamAt(id)), { intent: "create" }, { name: `邀请队${id}` });
    const invites = "#searches ~ div li form button";
    expect((await other.get(activity)).$(invites).length).toBe(0);
    const page = await captain.get(activity);
    expect(page.$(invites).text()).toBe("邀请");
    const invited = await captain.submit(page, { intent: "invite" });
    expect([invited.status, invited.url.pathname, invited.url.hash]).toEqual([200, activity, "#searches"]);
    expect(invited.text).toContain("已邀请，对方会收到通知");
    expect((await alone.get(teamAt(id))).text).toContain(`邀请队${id}`);
    const again = invited;
    expect(again.$(invites).text()).toBe("撤回邀请");
    const withdrawn = await captain.submit(again, { intent: again.$(invites).attr("value") ?? "" });
    expect([withdrawn.url.pathname, withdrawn.url.hash]).toEqual([activity, "#searches"]);
    expect(withdrawn.text).toContain("邀请已撤回");
    expect(withdrawn.$(invites).text()).toBe("邀请");
    // From the team's own page the captain stays there.
    const fromTeam = await captain.submit(
      await captain.get(teamAt(id)),
      { intent: "invite" },
      { nickName: people[1]?.nickname ?? "" },
    );
    expect(fromTeam.url.pathname).toBe(`${prefix}/activity/team`);
    const withdraw = fromTeam.$("button[value^='withdraw:']").attr("value") ?? "";
    const stays = await captain.submit(fromTeam, { intent: withdraw });
    expect([stays.url.pathname, stays.text]).toEqual([
      `${prefix}/activity/team`,
      expect.stringContaining("邀请已撤回"),
    ]);
    expect((await alone.get(teamAt(id))).text).not.toContain(`邀请队${id}`);
    // By name from the team's page: nobody invites themself.
    const own = await captain.get(teamAt(id));
    const refused = await captain.submit(own, { intent: "invite" }, { nickName: people[0]?.nickname ?? "" });
    expect([refused.status, problemBy(refused, "nickName")]).toEqual([422, "不用邀请自己"]);
  });

  test("a team's pages are for signed-in people with a seat", async () => {
    const visited = await new PlainBrowser(portal.origin, headers).get(teamAt(1));
    expect(visited.status).toBe(401);
    const member = await portal.gateway.member();
    const id = await competition([]);
    const browser = await portal.browserOf(member, headers);
    expect((await browser.get(teamAt(id))).text).toContain("先报名并得到名额");
    expect((await browser.get(workAt(id))).text).toContain("报名通过后才能提交作品");
    expect((await browser.get(teamAt(999_999))).status).toBe(404);
  });
});

describe("a file of a sign-up", () => {
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
    "base64",
  );

  test("is checked by its content, stays when the form is shown again, and opens for its owner alone", async () => {
    const { browser } = await newMember();
    const form = await browser.get("/activity/activityRegister?id=1&category=student");
    const typed = { name: "王小明", a_school: "大学", m_track: ["radio"], agreed: "1" };
    const broken = new File(["这不是图片"], "card.png", { type: "image/png" });
    const refused = await browser.submit(form, { intent: "signup" }, { ...typed, f_card: broken });
    expect(refused.status).toBe(422);
    expect(problemBy(refused, "f_card")).toContain("card.png：文件内容与后缀 .png 不符");
    expect(refused.$("[name=a_school]").attr("value")).toBe("大学");
    const wanting = await browser.submit(refused, { intent: "signup" });
    expect([wanting.status, problemBy(wanting, "f_card")]).toEqual([422, "请上传学生证"]);
    const card = new File([png], "学生证.png", { type: "image/png" });
    const unagreed = await browser.submit(wanting, { intent: "signup" }, { f_card: card, agreed: null });
    expect([unagreed.status, unagreed.text.includes("学生证.png")]).toEqual([400, true]);
    const done = await browser.submit(unagreed, { intent: "signup" }, { agreed: "1" });
    expect(done.text).toContain("报名已提交，等待审核");
    const address = linkOn(done, /\/gateway\/activity-files\//);
    expect((await browser.fetchPage(address)).status).toBe(200);
    expect((await demoVisitor().get(address)).status).toBe(404);
    const change = await browser.get(linkOn(done, /change=1/));
    const removed = await browser.submit(change, { intent: "change" }, { x_card: "1" });
    expect([removed.status, problemBy(removed, "f_card")]).toEqual([422, "请上传学生证"]);
  });
});
