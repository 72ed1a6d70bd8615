import { eq } from "drizzle-orm";
import { signCode } from "gateway/activities/checkin/codes";
import { activitySignups } from "gateway/database/schema";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addActivity, addSignup, photoOf } from "../support/activities";
import { type GatewayPortal, startGatewayPortal } from "../support/gateway-portal";
import type { Page, PlainBrowser } from "../support/plain-browser";
import type { Member } from "../support/test-gateway";
import { shellsOf } from "./support";

const shells = shellsOf(import.meta.url);

/** Checking people in at an entrance without JavaScript, and the requests of the scanner's script. */

let portal: GatewayPortal;
let organiser: Member;
beforeAll(async () => {
  portal = await startGatewayPortal({ registerConfig: 1 });
  organiser = await portal.gateway.member();
});
afterAll(() => portal.stop());

const day = 86_400_000;
const codeOf = (signup: typeof activitySignups.$inferSelect, expiresAt = new Date(Date.now() + day)) =>
  signCode(portal.gateway.services, signup, expiresAt);
const answerOn = (page: Page) => page.$("[data-answer]").attr("data-answer");
const standsCheckedIn = async (id: number) => {
  const [row] = await portal.gateway.database
    .select()
    .from(activitySignups)
    .where(eq(activitySignups.id, id));
  return (row?.checkedInAt ?? null) !== null;
};

describe.each(shells)("the scanner's page, $shell", ({ prefix, headers }) => {
  let browser: PlainBrowser;
  let activityId: number;
  const open = (query = "") => browser.get(`${prefix}/activity/mscan?id=${activityId}${query}`);
  const type = async (code: string) => browser.submit(await open(), { intent: "code" }, { code });

  beforeAll(async () => {
    browser = await portal.browserOf(organiser, headers);
    activityId = await addActivity(portal.gateway, { organisers: [organiser], title: "现场沙龙" });
  });

  test("asks for the activity, and lists only those that the person organises", async () => {
    const others = await addActivity(portal.gateway, { title: "别人的活动" });
    const page = await browser.get(`${prefix}/activity/mscan`);
    expect([page.status, page.$("h1").text()]).toEqual([200, "活动签到"]);
    expect(page.$(`main a[href="${prefix}/activity/mscan?id=${activityId}"]`).length).toBe(1);
    expect(page.$(`main a[href$="id=${others}"]`).length).toBe(0);
    const nobody = await portal.browserOf(await portal.gateway.member(), headers);
    expect((await nobody.get(`${prefix}/activity/mscan`)).text).toContain("你还没有组织活动");
  });

  test("is the only page that may use the camera", async () => {
    expect((await open()).headers.get("permissions-policy")).toContain("camera=(self)");
    const manage = await browser.get(`${prefix}/activity/manage/${activityId}`);
    expect(manage.headers.get("permissions-policy")).toContain("camera=()");
  });

  test("shows each answer by word, icon and colour: by letters, by code, a duplicate, an undo", async () => {
    const signup = await addSignup(portal.gateway, activityId, null, { name: "王小明" });
    // People type them in small letters, with a space.
    const letters = signup.letters.toLowerCase();
    const passed = await type(`${letters.slice(0, 4)} ${letters.slice(4)}`);
    expect([passed.status, answerOn(passed), passed.$("[data-answer] strong").text()]).toEqual([
      200,
      "passed",
      "通过",
    ]);
    expect(passed.$("[data-answer] svg").length).toBeGreaterThan(0);
    expect(passed.$("[data-answer]").text()).toContain("王小明");
    expect(passed.$("[aria-live=assertive] [data-answer]").length).toBe(1);
    // The answer is shown once.
    expect(answerOn(await open())).toBeUndefined();
    const again = await type(await codeOf(signup));
    expect([answerOn(again), again.$("[data-answer] strong").text()]).toEqual(["already", "已签到"]);
    expect(again.$("[data-answer]").text()).toMatch(new RegExp(`(?:刚刚|前) · ${organiser.nickname}`));
    const undone = await browser.submit(again, { intent: "undo" });
    expect(undone.text).toContain("已撤销 王小明 的签到");
    expect(await standsCheckedIn(signup.id)).toBe(false);
  });

  test.each([
    ["pending", "待审", "pending"],
    ["waiting", "待审", "pending"],
    ["more", "待审", "pending"],
    ["refused", "已取消", "cancelled"],
    ["cancelled", "已取消", "cancelled"],
  ] as const)("answers somebody who is %s with %s", async (state, word, answer) => {
    const signup = await addSignup(portal.gateway, activityId, null, { state });
    const page = await type(signup.letters);
    expect([answerOn(page), page.$("[data-answer] strong").text()]).toEqual([answer, word]);
    expect(await standsCheckedIn(signup.id)).toBe(false);
  });

  test("shows different answers for another activity's code, an expired code, and a text that is no code", async () => {
    const elsewhere = await addSignup(portal.gateway, await addActivity(portal.gateway), null);
    const late = await addSignup(portal.gateway, activityId, null);
    for (const [code, word] of [
      [await codeOf(elsewhere), "不是本活动"],
      [elsewhere.letters, "不是本活动"],
      [await codeOf(late, new Date(Date.now() - 1_000)), "无效"],
      ["ABCDEFGH", "无效"],
      [`A1.${"x".repeat(102)}`, "无效"],
      ["https://example.com/", "无效"],
    ] as const)
      expect((await type(code)).$("[data-answer] strong").text(), code).toBe(word);
  });

  test("shows by the field that it is empty, and keeps a text that is too long", async () => {
    const empty = await type(" ");
    expect([empty.status, empty.text.includes("请扫描或输入签到码")]).toEqual([400, true]);
    const long = await type("长".repeat(421));
    expect([long.status, long.$("input[name=code]").attr("value")]).toEqual([400, "长".repeat(421)]);
    expect(long.$("input[name=code]").attr("aria-invalid")).toBe("true");
  });

  test("finds people by name or the last four digits, checks them in and undoes it", async () => {
    const signup = await addSignup(portal.gateway, activityId, null, {
      name: "欧阳测试",
      contact: `1770000${prefix ? "4321" : "8765"}`,
    });
    for (const q of ["欧阳", prefix ? "4321" : "8765"]) {
      const page = await browser.submit(await open(), { form: "form:has(input[name=q])" }, { q });
      expect(page.url.searchParams.get("id")).toBe(String(activityId));
      expect(page.text).toContain("欧阳测试");
    }
    const found = await open(`&q=${encodeURIComponent("欧阳")}`);
    const checked = await browser.submit(found, { intent: "person" });
    expect(answerOn(checked)).toBe("passed");
    expect(await standsCheckedIn(signup.id)).toBe(true);
    const undone = await browser.submit(await open(`&q=${encodeURIComponent("欧阳")}`), { intent: "undo" });
    expect(undone.text).toContain("已撤销 欧阳测试 的签到");
    expect((await open("&q=zzqqzz")).text).toContain("没有找到");
    // The button on a page from before the undo.
    const stale = await browser.submit(checked, { intent: "undo" });
    expect([stale.status, stale.text.includes("这个人还没有签到")]).toEqual([422, true]);
  });

  test("reads a photo on the server, and explains what to do if it shows no code", async () => {
    const signup = await addSignup(portal.gateway, activityId, null, { name: "照片里的人" });
    const send = async (bytes: Uint8Array, name: string, type: string) =>
      browser.submit(
        await open(),
        { intent: "photo" },
        { photo: new File([Buffer.from(bytes)], name, { type }) },
      );
    const passed = await send(await photoOf(await codeOf(signup)), "code.jpg", "image/jpeg");
    expect([answerOn(passed), passed.text.includes("照片里的人")]).toEqual(["passed", true]);
    const blank = await send(await photoOf("https://example.com/"), "other.jpg", "image/jpeg");
    expect(answerOn(blank)).toBe("invalid");
    const none = await send(new TextEncoder().encode("no picture"), "a.png", "image/png");
    expect([none.status, none.text.includes("照片里没有认出二维码")]).toEqual([422, true]);
    const nothing = await browser.submit(await open(), { intent: "photo" });
    expect([nothing.status, nothing.text.includes("请选择照片")]).toEqual([400, true]);
  });

  test("signs up a walk-in guest once, and adds a seat if none is free", async () => {
    const full = await addActivity(portal.gateway, { organisers: [organiser], seats: { all: 0 } });
    const page = await browser.get(`${prefix}/activity/mscan?id=${full}`);
    const phone = `1760000${prefix ? "2222" : "1111"}`;
    const wrong = await browser.submit(page, { intent: "walkIn" }, { name: "", phone });
    expect([wrong.status, wrong.text.includes("请填写姓名")]).toEqual([400, true]);
    expect(wrong.$("input[name=phone]").attr("value")).toBe(phone);
    const badPhone = await browser.submit(page, { intent: "walkIn" }, { name: "李路过", phone: "123" });
    expect([badPhone.status, badPhone.text.includes("请输入正确的手机号")]).toEqual([400, true]);
    const passed = await browser.submit(page, { intent: "walkIn" }, { name: "李路过", phone });
    expect([answerOn(passed), passed.text.includes("李路过")]).toEqual(["passed", true]);
    // The same form again is the same person.
    await browser.submit(page, { intent: "walkIn" }, { name: "李路过", phone });
    expect((await browser.get(`${prefix}/activity/mscan?id=${full}`)).text).toContain("已签到 1 人");
    const other = await browser.submit(
      await browser.get(`${prefix}/activity/mscan?id=${full}`),
      { intent: "walkIn" },
      { name: "李二", phone },
    );
    expect([other.status, other.text.includes("这个手机号已经报名")]).toEqual([409, true]);
    expect(other.$("input[name=name]").attr("value")).toBe("李二");
  });

  test("refuses organisers of other activities and members; visitors sign in first", async () => {
    const stranger = await portal.gateway.member();
    const another = await addActivity(portal.gateway, { organisers: [stranger] });
    const theirs = await portal.browserOf(stranger, headers);
    expect((await theirs.get(`${prefix}/activity/mscan?id=${activityId}`)).status).toBe(403);
    const page = await theirs.get(`${prefix}/activity/mscan?id=${another}`);
    const own = await open();
    const signup = await addSignup(portal.gateway, activityId, null);
    const csrf = String(page.$("input[name=csrf]").first().attr("value") ?? "");
    const posted = await theirs.post(
      own.url,
      new URLSearchParams({ csrf, intent: "code", code: signup.letters }),
      { follow: true },
    );
    expect(posted.status).toBe(403);
    expect(await standsCheckedIn(signup.id)).toBe(false);
    expect((await browser.get(`${prefix}/activity/mscan?id=99999999`)).status).toBe(404);
  });
});

describe("the requests of the scanner's script", () => {
  let browser: PlainBrowser;
  let csrf: string;
  let activityId: number;
  beforeAll(async () => {
    browser = await portal.browserOf(organiser);
    activityId = await addActivity(portal.gateway, { organisers: [organiser] });
    const page = await browser.get(`/activity/mscan?id=${activityId}`);
    csrf = String(page.$("input[name=csrf]").first().attr("value"));
  });
  const ask = async (path: string, fields: Record<string, string>, as = browser) => {
    const body = new URLSearchParams({ csrf, activity: String(activityId), ...fields });
    const page = await as.post(path, body, { headers: { accept: "application/json" } });
    return { status: page.status, ...JSON.parse(page.html) };
  };
  const nonceOf = (number: number) => `nonce-${String(number).padStart(16, "0")}`;

  test("the same nonce gets the same answer, however often it is sent", async () => {
    const code = await codeOf(await addSignup(portal.gateway, activityId, null));
    const scan = { code, nonce: nonceOf(1) };
    for (let count = 0; count < 2; count += 1)
      expect((await ask("/check-in", scan)).checkIn.answer).toBe("passed");
    expect((await ask("/check-in", { code, nonce: nonceOf(2) })).checkIn.answer).toBe("already");
  });

  test("scans from offline are accepted later: the earliest counts, the others are duplicates", async () => {
    const now = portal.gateway.services.now().getTime();
    const createdAt = new Date(now - 3_600_000);
    const code = await codeOf(await addSignup(portal.gateway, activityId, null, { createdAt }));
    const at = (minute: number) => new Date(now - (10 - minute) * 60_000).toISOString();
    const scans = [3, 1].map((minute) => ({ nonce: nonceOf(10 + minute), code, at: at(minute) }));
    const answer = await ask("/check-in/scans", { scans: JSON.stringify(scans) });
    const seen = answer.scans.map(({ nonce, duplicate, at: when }: Record<string, unknown>) => [
      nonce,
      duplicate,
      when,
    ]);
    expect(seen).toEqual([
      [nonceOf(13), true, at(1)],
      [nonceOf(11), false, at(1)],
    ]);
  });

  test.each([
    ["/check-in", { code: "ABCDEFGH", nonce: "short" }],
    ["/check-in", { code: "", nonce: nonceOf(20) }],
    ["/check-in/scans", { scans: "no json" }],
    ["/check-in/scans", { scans: "[]" }],
    ["/check-in/scans", { scans: JSON.stringify([{ nonce: nonceOf(21), code: "A1.x", at: "yesterday" }]) }],
  ])("%s says of %j that it is wrong", async (path, fields) => {
    const answer = await ask(path, fields as Record<string, string>);
    expect([answer.status, answer.message]).toEqual([422, "提交的内容有误，请刷新页面后再试"]);
  });

  test("others, requests without a token, and visitors are refused", async () => {
    const code = await codeOf(await addSignup(portal.gateway, activityId, null));
    const scan = { code, nonce: nonceOf(30) };
    expect((await ask("/check-in", { ...scan, csrf: "wrong" })).message).toBe("页面已过期，请刷新后再试");
    const other = await portal.gateway.member();
    const theirs = await addActivity(portal.gateway, { organisers: [other] });
    const stranger = await portal.browserOf(other);
    const page = await stranger.get(`/activity/mscan?id=${theirs}`);
    const own = String(page.$("input[name=csrf]").first().attr("value") ?? "");
    for (const [path, fields] of [
      ["/check-in", scan],
      ["/check-in/scans", { scans: JSON.stringify([{ ...scan, at: "2026-01-02T03:04:05.000Z" }]) }],
    ] as [string, Record<string, string>][]) {
      const refused = await ask(path, { ...fields, csrf: own }, stranger);
      expect([refused.status, refused.checkIn ?? refused.scans ?? null]).toEqual([422, null]);
      expect(refused.message).toMatch(/没有权限|权限/);
    }
    expect((await browser.get("/check-in", { follow: false })).headers.get("location")).toBe("/");
  });
});
