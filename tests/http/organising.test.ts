import { and, eq } from "drizzle-orm";
import {
  activities,
  activityFiles,
  activityScores,
  activitySignups,
  activitySteps,
  activityWorks,
} from "gateway/database/schema";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addActivity, addSignup, field, guestPhone } from "../support/activities";
import { type GatewayPortal, startGatewayPortal } from "../support/gateway-portal";
import { PlainBrowser } from "../support/plain-browser";
import type { Member } from "../support/test-gateway";
import { shellsOf } from "./support";

const shells = shellsOf(import.meta.url);

/** The pages of an activity's organisers and judges, with links and forms alone. */

let portal: GatewayPortal;
let organiser: Member;
beforeAll(async () => {
  portal = await startGatewayPortal({ registerConfig: 1 });
  organiser = await portal.gateway.member();
});
afterAll(() => portal.stop());

const stateOf = async (id: number) => {
  const [row] = await portal.gateway.database
    .select()
    .from(activitySignups)
    .where(eq(activitySignups.id, id));
  return row?.state;
};
const reportField = {
  key: "report",
  label: "设计说明",
  type: "text" as const,
  hint: "",
  required: true,
  max: 200,
  endings: [],
  maxBytes: 0,
};

describe.each(shells)("an activity's organisers, $shell", ({ prefix, headers }) => {
  let browser: PlainBrowser;
  /** An organiser of another activity, and the token of that person's forms. */
  let stranger: PlainBrowser;
  let token: string;
  beforeAll(async () => {
    browser = await portal.browserOf(organiser, headers);
    const other = await portal.gateway.member();
    const theirs = await addActivity(portal.gateway, { organisers: [other] });
    stranger = await portal.browserOf(other, headers);
    token = String((await stranger.get(at(theirs))).$("input[name=csrf]").first().attr("value"));
  });
  const at = (activityId: number, rest = "") => `${prefix}/activity/manage/${activityId}${rest}`;

  test("find their activities, the soonest first, and the activities that they judge", async () => {
    const mine = await portal.gateway.member();
    const own = await portal.browserOf(mine, headers);
    expect((await own.get(`${prefix}/activity/manage`)).text).toContain("你还没有组织活动");
    const now = portal.gateway.services.now().getTime();
    const ended = { startAt: new Date(now - 9e7), endAt: new Date(now - 8e7), title: "过去的活动" };
    await addActivity(portal.gateway, { organisers: [mine], ...ended });
    const soon = await addActivity(portal.gateway, { organisers: [mine], title: "将来的活动" });
    const judged = await addActivity(portal.gateway, { judges: [mine], title: "评的活动" });
    const page = await own.get(`${prefix}/activity/manage`);
    const titles = page
      .$("main li h2 a")
      .toArray()
      .map((link) => [page.$(link).text(), page.$(link).attr("href")]);
    expect(titles.map(([title]) => title).sort()).toEqual(["将来的活动", "评的活动", "过去的活动"].sort());
    expect(titles.at(-1)?.[0]).toBe("过去的活动");
    expect(Object.fromEntries(titles)).toMatchObject({
      将来的活动: at(soon),
      评的活动: at(judged, "/works"),
    });
  });

  test("filter sign-ups by state, category, check-in and words, page by page", async () => {
    const activityId = await addActivity(portal.gateway, { organisers: [organiser], seats: { a: 80, b: 9 } });
    for (let count = 0; count < 52; count += 1)
      await addSignup(portal.gateway, activityId, null, { category: "a", name: `第${count}人` });
    await addSignup(portal.gateway, activityId, null, { category: "b", name: "候补者", state: "waiting" });
    const came = { category: "b", name: "来了的人", checkedInAt: new Date(), checkedInById: organiser.id };
    await addSignup(portal.gateway, activityId, null, came);
    const page = await browser.get(at(activityId));
    expect(page.status).toBe(200);
    expect(page.text).toContain("共 54 个报名");
    expect(page.$(`a[href="${at(activityId)}?state=accepted"] strong`).text()).toBe("53");
    expect(page.$("input[name=ids]").length).toBe(50);
    // All sign-ups that the filter finds, on every page: the question asks for their number.
    const everybody = `${at(activityId)}?category=a`;
    const all = await browser.submit(
      await browser.get(everybody),
      { intent: "review:refuse" },
      { all: "1", reason: "活动取消" },
    );
    expect(all.text).toContain("拒绝符合条件的全部 52 个报名？");
    for (const howMany of ["", "51", "全部"]) {
      const wrong = await browser.submit(all, { button: "确认拒绝" }, { howMany });
      expect([wrong.status, wrong.text.includes("请输入 52，与上面的数量一致")]).toEqual([400, true]);
    }
    const unchanged = await browser.submit(all, { button: "不了，返回" });
    expect([
      unchanged.$("input[name=all][checked]").length,
      unchanged.$("input[name=reason]").attr("value"),
    ]).toEqual([1, "活动取消"]);
    const counted = async () =>
      portal.gateway.database.$count(
        activitySignups,
        and(eq(activitySignups.activityId, activityId), eq(activitySignups.state, "refused")),
      );
    expect(await counted()).toBe(0);
    const second = await browser.get(page.$("nav[aria-label=分页] a[rel=next]").attr("href") ?? "");
    expect(second.$("input[name=ids]").length).toBe(4);
    const filtered = async (values: Record<string, string>) => {
      const found = await browser.submit(page, { form: "form[aria-label=筛选报名]" }, values);
      expect(found.status).toBe(200);
      return found
        .$("main li:has(input[name=ids]) a")
        .toArray()
        .map((link) => found.$(link).text());
    };
    expect(await filtered({ state: "waiting" })).toEqual(["候补者"]);
    expect((await filtered({ category: "b" })).sort()).toEqual(["候补者", "来了的人"].sort());
    expect(await filtered({ came: "1" })).toEqual(["来了的人"]);
    expect(await filtered({ came: "0", q: "第7人" })).toEqual(["第7人"]);
    expect(await filtered({ q: "zzqqzz" })).toEqual([]);
    const refused = await browser.submit(all, { button: "确认拒绝" }, { howMany: "52" });
    expect(refused.text).toContain("已拒绝 52 个报名");
    expect(await counted()).toBe(52);
    for (const odd of ["?state=nothing", "?category=A%20", "?came=2", "?page=x", `?q=${"长".repeat(200)}`])
      expect((await browser.get(at(activityId, odd))).status, odd).toBe(200);
  });

  test("review many sign-ups at once, with a reason where one is needed", async () => {
    const activityId = await addActivity(portal.gateway, { organisers: [organiser], review: "manual" });
    const pending = [];
    for (let count = 0; count < 3; count += 1)
      pending.push(await addSignup(portal.gateway, activityId, null, { state: "pending" }));
    const done = await addSignup(portal.gateway, activityId, null, { state: "cancelled" });
    const ids = pending.map(({ id }) => String(id));
    const page = await browser.get(at(activityId));
    const none = await browser.submit(page, { intent: "review:accept" });
    expect([none.status, none.text.includes("请先勾选报名")]).toEqual([400, true]);
    const silent = await browser.submit(page, { intent: "review:refuse" }, { ids: ids.slice(0, 2) });
    expect([silent.status, silent.text.includes("请写明原因")]).toEqual([400, true]);
    expect(silent.$("input[name=ids]:checked, input[name=ids][checked]").length).toBe(2);
    const long = await browser.submit(page, { intent: "review:refuse" }, { ids, reason: "长".repeat(201) });
    expect([long.status, long.$("input[name=reason]").attr("value")]).toEqual([400, "长".repeat(201)]);
    const refused = await browser.submit(
      page,
      { intent: "review:refuse" },
      { ids: ids.slice(0, 1), reason: "人满" },
    );
    expect(refused.text).toContain("已拒绝 1 个报名");
    const accepted = await browser.submit(
      page,
      { intent: "review:accept" },
      { ids: [...ids.slice(1), String(done.id)] },
    );
    expect(accepted.text).toContain("已通过 2 个报名；1 个的状态不能这样处理，没有改动");
    expect(await Promise.all([...pending, done].map(({ id }) => stateOf(id)))).toEqual([
      ...["refused", "accepted", "accepted", "cancelled"],
    ]);
    // An unknown button, and no button.
    for (const intent of ["review:everything", ""]) {
      const csrf = String(page.$("main [name=csrf]").attr("value"));
      const body = new URLSearchParams({ csrf, intent, ids: ids[0] ?? "", reason: "看过" });
      const nothing = await browser.post(at(activityId), body);
      expect([nothing.status, nothing.text.includes("没有说明要怎么处理")]).toEqual([400, true]);
    }
  });

  test("undo a review in the message that follows, from the list and from a sign-up's own page", async () => {
    const activityId = await addActivity(portal.gateway, { organisers: [organiser], review: "manual" });
    const { id } = await addSignup(portal.gateway, activityId, null, { state: "pending" });
    const signedUp = { signupId: id, action: "signUp", at: portal.gateway.services.now() };
    await portal.gateway.database.insert(activitySteps).values({ ...signedUp, state: "pending" });
    for (const address of [`${at(activityId)}?state=pending`, at(activityId, `/signups/${id}`)]) {
      const page = await browser.get(address);
      const chosen: Record<string, string[]> = address.includes("?") ? { ids: [String(id)] } : {};
      const accepted = await browser.submit(page, { intent: "review:accept" }, chosen);
      expect(await stateOf(id)).toBe("accepted");
      const back = await browser.submit(accepted, { intent: "undoReview" });
      expect(back.text).toContain("已撤销，1 个报名恢复成审核前的样子");
      expect(back.url.pathname + back.url.search).toBe(address);
      expect(await stateOf(id)).toBe("pending");
    }
  });

  test("are asked before a refusal gives the seat to somebody who waits; after they confirm, the seat cannot be taken back", async () => {
    const activityId = await addActivity(portal.gateway, { organisers: [organiser], seats: { all: 1 } });
    const first = await addSignup(portal.gateway, activityId, null);
    const waits = await addSignup(portal.gateway, activityId, null, { state: "waiting" });
    const signedUp = { action: "signUp", at: portal.gateway.services.now() };
    await portal.gateway.database
      .insert(activitySteps)
      .values({ ...signedUp, signupId: first.id, state: "accepted" });
    const form = { ids: [String(first.id)], reason: "人满" };
    const prompt = await browser.submit(await browser.get(at(activityId)), { intent: "review:refuse" }, form);
    expect(prompt.text).toContain("1 个名额会立即给候补的人，撤销时拿不回来");
    expect(prompt.$("input[name=reason]").attr("value")).toBe("人满");
    expect([await stateOf(first.id), await stateOf(waits.id)]).toEqual(["accepted", "waiting"]);
    const refused = await browser.submit(prompt, { button: "确认拒绝" });
    expect(refused.text).toContain("已拒绝 1 个报名");
    expect([await stateOf(first.id), await stateOf(waits.id)]).toEqual(["refused", "accepted"]);
    const back = await browser.submit(refused, { intent: "undoReview" });
    expect(back.text).toContain("1 个没有恢复：名额已经给了别人");
    expect(await stateOf(first.id)).toBe("refused");
  });

  test("open one sign-up with every answer and file, review it, check in and undo the check-in", async () => {
    const fields = [
      field({ key: "school", label: "学校" }),
      field({ key: "card", label: "学生证", type: "file", endings: [".png"], maxBytes: 1_000 }),
    ];
    const activityId = await addActivity(portal.gateway, {
      organisers: [organiser],
      review: "manual",
      fields,
    });
    const [file] = await portal.gateway.database
      .insert(activityFiles)
      .values({
        activityId,
        of: "signup",
        field: "card",
        accountId: organiser.id,
        key: `key-${activityId}`,
        type: "image/png",
        originalName: "证件.png",
        bytes: 2_048,
        sha256: "",
      })
      .returning();
    const signup = await addSignup(portal.gateway, activityId, null, {
      state: "pending",
      name: "赵六",
      contact: guestPhone(),
      answers: { school: "南方大学", card: String(file?.id) },
    });
    const list = await browser.get(at(activityId));
    const page = await browser.get(list.$("main li:has(input[name=ids]) a").first().attr("href") ?? "");
    expect(page.url.pathname).toBe(at(activityId, `/signups/${signup.id}`));
    for (const text of ["赵六", signup.contact, "南方大学", "证件.png（2 KB）", "待审"])
      expect(page.text).toContain(text);
    expect(page.$("dd a:contains('证件.png')").attr("href")).toMatch(/^\/gateway\//);
    const prompt = await browser.submit(page, { intent: "review:askMore" }, { reason: "请补交" });
    expect(prompt.text).toContain("已请补充 1 个报名");
    expect(prompt.text).toContain("需补充 · ");
    const accepted = await browser.submit(prompt, { intent: "review:accept" });
    expect(await stateOf(signup.id)).toBe("accepted");
    expect((await browser.submit(accepted, { intent: "checkIn" })).text).toContain("赵六 已签到");
    const again = await browser.submit(accepted, { intent: "checkIn" });
    expect(again.text).toContain("赵六 之前已经签到");
    expect((await browser.submit(again, { intent: "undo" })).text).toContain("已撤销签到");
    const undone = await browser.submit(again, { intent: "undo" });
    expect([undone.status, undone.text.includes("这个人还没有签到")]).toEqual([422, true]);
    const elsewhere = await addSignup(portal.gateway, await addActivity(portal.gateway), null);
    for (const wrong of [elsewhere.id, 99_999_999, "007"])
      expect((await browser.get(at(activityId, `/signups/${wrong}`))).status).toBe(404);
  });

  test("set the number of seats, but not below the taken seats", async () => {
    const activityId = await addActivity(portal.gateway, { organisers: [organiser], seats: { a: 2, b: 3 } });
    for (const category of ["a", "a"]) await addSignup(portal.gateway, activityId, null, { category });
    const waits = await addSignup(portal.gateway, activityId, null, { category: "a", state: "waiting" });
    const page = await browser.get(at(activityId, "/tasks"));
    const few = await browser.submit(page, { intent: "seats" }, { seats: "1" });
    expect([few.status, few.text.includes("已有 2 人占用名额，不能少于这个数")]).toEqual([422, true]);
    expect(few.$("input[name=seats]").first().attr("value")).toBe("1");
    for (const [wrong, message] of [
      ["abc", "请填写名额"],
      ["1.5", "请填写整数"],
      ["-1", "名额不能少于 0"],
      ["999999", "名额太多"],
    ] as const) {
      const refused = await browser.submit(page, { intent: "seats" }, { seats: wrong });
      expect([refused.status, refused.text.includes(message)], wrong).toEqual([400, true]);
    }
    const more = await browser.submit(page, { intent: "seats" }, { seats: "3" });
    expect(more.text).toContain("组别a的名额已改为 3");
    expect(await stateOf(waits.id)).toBe("accepted");
  });

  test("send a message to all participants, or to those of one state, once", async () => {
    const activityId = await addActivity(portal.gateway, { organisers: [organiser] });
    await addSignup(portal.gateway, activityId, null);
    await addSignup(portal.gateway, activityId, null, { state: "pending" });
    await addSignup(portal.gateway, activityId, null, { state: "refused" });
    const page = await browser.get(at(activityId, "/tasks"));
    const empty = await browser.submit(page, { intent: "message" }, { text: " ", state: "pending" });
    expect([empty.status, empty.text.includes("请填写内容")]).toEqual([400, true]);
    expect(empty.$("select[name=state] option[selected]").attr("value")).toBe("pending");
    const prompt = await browser.submit(page, { intent: "message" }, { text: "请带开发板" });
    expect(prompt.text).toContain("发给 2 人？发出后不能撤回");
    // An organiser who declines still has the text.
    const unchanged = await browser.submit(prompt, { intent: "keep:message" });
    expect([unchanged.text.includes("发给 2 人"), unchanged.$("[name=text]").text()]).toEqual([
      false,
      "请带开发板",
    ]);
    // The confirmation for two people does not count for the one person of another state.
    const other = await browser.submit(prompt, { intent: "message" }, { state: "pending" });
    expect(other.text).toContain("发给 1 人？发出后不能撤回");
    const all = await browser.submit(prompt, { intent: "message" });
    expect(all.text).toContain("已通知 2 人");
    const few = await browser.submit(
      await browser.get(at(activityId, "/tasks")),
      { intent: "message" },
      { text: "资料还缺", state: "pending" },
    );
    const some = await browser.submit(few, { intent: "message" });
    expect(some.text).toContain("已通知 1 人");
    const walkIn = await browser.submit(all, { intent: "walkIn" }, { name: "孙路过" });
    expect(walkIn.text).toContain("孙路过 已登记并签到");
  });

  test("export everything as a table in which no cell is a formula", async () => {
    const fields = [field({ key: "school", label: "学校" })];
    const activityId = await addActivity(portal.gateway, {
      organisers: [organiser],
      title: "表格活动",
      fields,
    });
    await addSignup(portal.gateway, activityId, null, {
      name: '=cmd|"/C calc"',
      answers: { school: "-a,b" },
    });
    const page = await browser.get(at(activityId));
    const address = page.$(`a[href$="signups.csv"]`).attr("href") ?? "";
    const bytes = await fetch(new URL(address, portal.origin), {
      headers: { cookie: await browser.jar.getCookieString(portal.origin) },
    });
    expect(bytes.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(bytes.headers.get("content-disposition")).toContain(encodeURIComponent("表格活动"));
    expect(bytes.headers.get("cache-control")).toBe("no-store");
    const file = new Uint8Array(await bytes.arrayBuffer());
    expect([...file.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [head, row, ...rest] = new TextDecoder().decode(file).split("\r\n");
    expect(head).toMatch(/^编号,姓名,联系方式,组别,状态,.*,学校$/);
    expect(row).toContain(`"'=cmd|""/C calc"""`);
    expect(row).toMatch(/,"'-a,b"$/);
    expect(rest).toEqual([""]);
    expect((await stranger.get(address)).status).toBe(403);
    expect((await browser.get("/activity/manage/007/signups.csv")).status).toBe(404);
  });

  test("an organiser of another activity is refused on every page", async () => {
    const works = { workFields: [reportField], worksUntil: new Date() };
    const activityId = await addActivity(portal.gateway, { organisers: [organiser], ...works });
    const signup = await addSignup(portal.gateway, activityId, null, { state: "pending" });
    for (const path of ["", "/tasks", `/signups/${signup.id}`]) {
      expect((await browser.get(at(activityId, path))).status, path).toBe(200);
      const page = await stranger.get(at(activityId, path));
      expect([page.status, page.text.includes(signup.contact)], path).toEqual([403, false]);
    }
    const judging = await stranger.get(at(activityId, "/works"));
    expect([judging.status, judging.text.includes("只有评委可以评分")]).toEqual([422, true]);
    const post = (path: string, fields: Record<string, string>) =>
      stranger.post(at(activityId, path), new URLSearchParams({ csrf: token, ...fields }), { follow: true });
    const review = { intent: "review:accept", ids: String(signup.id), reason: "" };
    expect((await post("", review)).status).toBe(403);
    expect((await post("/tasks", { intent: "seats", category: "all", seats: "500" })).status).toBe(403);
    expect((await post(`/signups/${signup.id}`, { intent: "checkIn" })).status).toBe(403);
    expect(await stateOf(signup.id)).toBe("pending");
    for (const path of ["", "/tasks", "/works", "/signups/1"])
      expect((await browser.get(at(99_999_999, path))).status, path).toBe(404);
  });

  test("judge works after the deadline, and publish the result when all are judged", async () => {
    const judge = await portal.gateway.member();
    const now = portal.gateway.services.now().getTime();
    const activityId = await addActivity(portal.gateway, {
      kind: "competition",
      title: "评审赛",
      organisers: [organiser],
      judges: [judge],
      workFields: [reportField],
      worksUntil: new Date(now + 3_600_000),
    });
    const person = await portal.gateway.member();
    const { id: signupId } = await addSignup(portal.gateway, activityId, person, { name: "作者甲" });
    const [work] = await portal.gateway.database
      .insert(activityWorks)
      .values({
        activityId,
        signupId,
        title: "低功耗灯",
        answers: { report: "省电" },
        updatedAt: new Date(now),
      })
      .returning();
    const judges = await portal.browserOf(judge, headers);
    const early = await judges.get(at(activityId, "/works"));
    expect([
      early.status,
      early.text.includes("截止后评委才能评分"),
      early.$("input[name=score]").length,
    ]).toEqual([200, true, 0]);
    const notYet = await browser.submit(await browser.get(at(activityId, "/works")), { intent: "publish" });
    expect([notYet.status, notYet.text.includes("作品提交截止后才能评分")]).toEqual([422, true]);
    await portal.gateway.database
      .update(activities)
      .set({ worksUntil: new Date(now - 1_000) })
      .where(eq(activities.id, activityId));
    const page = await judges.get(at(activityId, "/works"));
    for (const text of ["低功耗灯", "作者甲", "省电"]) expect(page.text).toContain(text);
    expect(page.$("button[value=publish]").length).toBe(0);
    for (const [score, message] of [
      ["", "请打分"],
      ["101", "分数应在 0 到 100 之间"],
      ["9.5", "请打整数分"],
      ["好", "请打分"],
    ] as const) {
      const wrong = await judges.submit(page, { intent: "judge" }, { score, comment: "评语" });
      expect([wrong.status, wrong.text.includes(message)], score).toEqual([400, true]);
      expect(wrong.$("textarea[name=comment]").text().trim()).toBe("评语");
    }
    const open = await browser.get(at(activityId, "/works"));
    expect(open.$("input[name=score]").length).toBe(0);
    const unjudged = await browser.submit(open, { intent: "publish" });
    expect([unjudged.status, unjudged.text.includes("还有作品没有评分")]).toEqual([422, true]);
    const scored = await judges.submit(page, { intent: "judge" }, { score: "88", comment: "不错" });
    expect(scored.text).toContain("「低功耗灯」已评 88 分");
    const changed = await judges.submit(scored, { intent: "judge" }, { score: "90" });
    expect(changed.$("input[name=score]").attr("value")).toBe("90");
    const rows = await portal.gateway.database
      .select()
      .from(activityScores)
      .where(eq(activityScores.workId, work?.id ?? 0));
    expect(rows.map(({ score, comment }) => [score, comment])).toEqual([[90, "不错"]]);
    // Before the result is published nobody else sees a score or a judge's comment.
    const authors = await portal.browserOf(person, headers);
    const visitor = new PlainBrowser(portal.origin, headers);
    const details = `${prefix}/eventActivities/details/${activityId}`;
    const own = `${prefix}/activity/work?id=${activityId}`;
    for (const before of [await visitor.get(details), await authors.get(details), await authors.get(own)]) {
      expect([before.status, before.text.includes("不错"), before.text.includes("评委")]).toEqual([
        200,
        false,
        false,
      ]);
      expect(before.$("h2#results").length).toBe(0);
    }
    const prompt = await browser.submit(open, { intent: "publish" });
    expect(prompt.text).toContain("公布 1 件作品的结果？公布后不能再改");
    expect((await visitor.get(details)).$("h2#results").length).toBe(0);
    const published = await browser.submit(prompt, { button: "确认公布" });
    expect(published.text).toContain("结果已公布，共 1 件作品");
    expect(published.$("#results ~ section tbody td").first().text()).toBe("1");
    expect(published.$("button[value=publish]").length).toBe(0);
    const resultsFor = async (who: PlainBrowser) => {
      const told = await who.get(details);
      // The authors alone see a judge's comment.
      expect(told.text).not.toContain("不错");
      const cells = told.$("h2#results ~ div tbody tr").first().find("td").toArray();
      return cells.map((cell) => told.$(cell).text());
    };
    // Everybody reads the nickname; the name of the sign-up is for organisers and judges.
    const told = ["1", "低功耗灯", person.nickname, "90.0"];
    expect(await resultsFor(authors)).toEqual(told);
    // The page that visitors share is rendered again within seconds.
    await expect.poll(() => resultsFor(visitor), { timeout: 120_000 }).toEqual(told);
    const heard = await authors.get(own);
    for (const text of ["90", "不错"]) expect(heard.text).toContain(text);
    const late = await judges.submit(changed, { intent: "judge" }, { score: "10" });
    expect([late.status, late.text.includes("结果已公布")]).toEqual([409, true]);
    const twice = await browser.submit(open, { intent: "publish" });
    expect([twice.status, twice.text.includes("结果已公布")]).toEqual([409, true]);
  });
});
