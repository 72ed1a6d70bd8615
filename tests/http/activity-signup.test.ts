import { eq } from "drizzle-orm";
import { activities, activitySignups, policies } from "gateway/database/schema";
import decodeQR from "qr/decode.js";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  addActivity,
  addSignup,
  codeTo,
  field,
  guestPhone,
  policyVersion,
  solvedCaptcha,
} from "../support/activities";
import { type GatewayPortal, startGatewayPortal } from "../support/gateway-portal";
import { type Page, PlainBrowser } from "../support/plain-browser";
import type { Member } from "../support/test-gateway";
import { shellsOf } from "./support";

const shells = shellsOf(import.meta.url);

/** Signing up for an activity with links and forms alone (spec 2.1). */

let portal: GatewayPortal;
beforeAll(async () => {
  portal = await startGatewayPortal({ registerConfig: 1 });
});
afterAll(() => portal.stop());

const visitor = (headers = {}) => new PlainBrowser(portal.origin, headers);
const problemBy = (page: Page, name: string) => page.$(`#${name}-problem`).text().trim();
const typedIn = (page: Page, name: string) =>
  page.$(`[name="${name}"]:not([type=hidden])`).first().attr("value") ?? "";
const addressOf = ({ url }: Page) => url.pathname + url.search;
const registerAt = (id: number, prefix = "") => `${prefix}/activity/activityRegister?id=${id}`;
const entryAt = (id: number, prefix = "") => `${prefix}/registEntry?id=${id}`;

const registration = {
  fields: [
    field({ key: "company-name", label: "公司", max: 5 }),
    field({
      key: "size",
      label: "尺码",
      type: "choice",
      required: true,
      choices: [
        { code: "s", name: "小号" },
        { code: "l", name: "大号" },
      ],
    }),
    field({ key: "tracks", label: "赛道", type: "choice", many: true, lookup: "tracks" }),
    field({ key: "degree", label: "学历", type: "choice", required: false, dictionary: "education" }),
  ],
  lookups: {
    tracks: [
      { code: "radio", name: "无线" },
      { code: "power", name: "能量" },
    ],
  },
};
const answered = { a_company_name: "青芯", a_size: "l", m_tracks: ["radio", "power"] };

/** Presses "send code" in the form of that page; gives the page that follows. */
async function withCode(browser: PlainBrowser, page: Page, contact: string, values = {}, intent = "send") {
  const captcha = solvedCaptcha(portal.gateway);
  return browser.submit(page, { intent }, { ...values, contact, ...captcha });
}

describe.each(shells)("signing up, $shell", ({ prefix, headers }) => {
  test("a guest signs up with captcha, code, answers and consent, then sees the entry code, changes, and cancels", async () => {
    const activityId = await addActivity(portal.gateway, { guests: true, ...registration });
    const browser = visitor(headers);
    const phone = guestPhone();
    const form = await browser.get(registerAt(activityId, prefix));
    expect([form.status, form.$("h1").text()]).toEqual([200, "报名"]);
    expect(form.$('header a[href*="/forum"]').length).toBe(0);

    // An empty form: each message is by its field.
    const empty = await browser.submit(form, { intent: "signup" });
    expect(empty.status).toBe(400);
    for (const [name, message] of [
      ["name", "请填写姓名"],
      ["contact", "请输入手机号或邮箱"],
      ["captchaCode", "请输入验证码"],
      ["agreed", "请先阅读并同意活动隐私政策"],
    ] as const)
      expect([name, problemBy(empty, name)]).toEqual([name, message]);

    // A wrong contact and a wrong captcha.
    const typed = { name: "王小明", ...answered, agreed: "1" };
    const wrongContact = await withCode(browser, form, "12800138000", typed);
    expect([wrongContact.status, problemBy(wrongContact, "contact")]).toEqual([400, "手机格式有误"]);
    const unanswered = await browser.submit(form, { intent: "send" }, { ...typed, contact: phone });
    expect([unanswered.status, problemBy(unanswered, "captchaAnswer")]).toEqual([400, "请输入图形验证码"]);
    const wrongPicture = await browser.submit(
      form,
      { intent: "send" },
      { ...typed, contact: phone, captchaAnswer: "zzzz" },
    );
    expect([wrongPicture.status, problemBy(wrongPicture, "captchaAnswer")]).toEqual([
      422,
      "图形验证码不对，请重新输入",
    ]);
    // A script's post gets the page's fresh data: the answered captcha is used up.
    const scripted = await fetch(
      `${portal.origin}${prefix}/activity/activityRegister.data?id=${activityId}`,
      {
        method: "POST",
        headers: {
          ...headers,
          "content-type": "application/x-www-form-urlencoded",
          "sec-fetch-dest": "empty",
        },
        body: new URLSearchParams({
          intent: "send",
          contact: phone,
          captchaAnswer: "zzzz",
          captchaToken: wrongPicture.$("[name=captchaToken]").attr("value") ?? "",
        }),
      },
    );
    const told = await scripted.text();
    expect([scripted.status, /"fresh"/.test(told), /data:image\/png/.test(told)]).toEqual([422, true, true]);
    const another = await browser.submit(wrongPicture, { intent: "again" });
    expect(another.$("[name=captchaToken]").attr("value")).not.toBe(
      wrongPicture.$("[name=captchaToken]").attr("value"),
    );
    const sent = await withCode(browser, another, phone);
    expect([sent.status, sent.text.includes("获取验证码成功")]).toEqual([200, true]);
    // Every typed value is still there after all steps.
    expect([typedIn(sent, "name"), typedIn(sent, "a_company_name"), typedIn(sent, "contact")]).toEqual([
      "王小明",
      "青芯",
      phone,
    ]);
    expect(sent.$('[name="a_size"][checked]').attr("value")).toBe("l");
    expect(sent.$('[name="m_tracks"][checked]').length).toBe(2);

    const wrongCode = await browser.submit(sent, { intent: "signup" }, { captchaCode: "000000" });
    expect([wrongCode.status, problemBy(wrongCode, "captchaCode")]).toEqual([422, "验证码校验失败，请重试"]);
    // A second code too soon, with the gateway's message.
    const message = "剩余42秒，之后可重新发送";
    portal.misbehave((path) =>
      path.endsWith("/captcha-send") ? { status: 429, body: { errorCode: "CODE_TOO_SOON", message } } : null,
    );
    const tooSoon = await withCode(browser, wrongCode, phone);
    portal.misbehave(null);
    expect([tooSoon.status, problemBy(tooSoon, "captchaCode")]).toEqual([429, message]);

    // The code is right and an answer is wrong: the contact stays proved, and every typed value stays.
    const captchaCode = await codeTo(portal.gateway, phone);
    const wrongAnswer = await browser.submit(
      tooSoon,
      { intent: "signup" },
      { captchaCode, a_company_name: "青芯科技有限公司", m_tracks: [""] },
    );
    expect(wrongAnswer.status).toBe(422);
    expect([problemBy(wrongAnswer, "a_company_name"), problemBy(wrongAnswer, "m_tracks")]).toEqual([
      "不能超过 5 个字",
      "请选择赛道",
    ]);
    expect(wrongAnswer.text).toContain(`已验证 ${phone.slice(0, 3)}****${phone.slice(-4)}`);
    expect(wrongAnswer.$("[name=captchaCode]").length).toBe(0);
    expect(typedIn(wrongAnswer, "a_company_name")).toBe("青芯科技有限公司");
    const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}/;
    expect(wrongAnswer.$("form").toString()).not.toMatch(uuid);

    // The form posted twice makes one sign-up.
    const right = { a_company_name: "青芯", m_tracks: ["radio"] };
    const done = await browser.submit(wrongAnswer, { intent: "signup" }, right);
    expect([done.status, addressOf(done)]).toEqual([200, entryAt(activityId, prefix)]);
    expect(done.text).toContain("报名成功");
    await browser.submit(wrongAnswer, { intent: "signup" }, right);
    const rows = await portal.gateway.database
      .select()
      .from(activitySignups)
      .where(eq(activitySignups.activityId, activityId));
    expect(rows.map(({ state, answers }) => [state, answers])).toEqual([
      ["accepted", { "company-name": "青芯", size: "l", tracks: ["radio"] }],
    ]);
    expect(done.text).toContain("大号");
    expect(done.text).toContain("无线");

    // The entry code for the door.
    const code = await browser.get(`${prefix}/activity/activityQrCode?id=${activityId}`);
    const [kind, drawn] = String(code.$("figure img").attr("src")).split(",");
    expect(kind).toBe("data:image/svg+xml;base64");
    const { data, info } = await sharp(Buffer.from(drawn ?? "", "base64"), { density: 200 })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    // A camera reads 105 characters, which the scanner at the door accepts.
    const read = decodeQR({ width: info.width, height: info.height, data: new Uint8Array(data) });
    expect(read).toMatch(/^A1\..{102}$/);
    const organiser = await portal.browserOf(await portal.gateway.member({ admin: true }), headers);
    const scanner = await organiser.get(`${prefix}/activity/mscan?id=${activityId}`);
    const scanned = await organiser.submit(scanner, { intent: "code" }, { code: read });
    expect(scanned.$("[data-answer]").text()).toContain("通过");
    // A checked-in person cannot cancel; the organiser undoes the check-in, which was a test.
    await organiser.submit(scanned, { intent: "undo" });
    expect(code.$("figure b").text().replace(" ", "")).toBe(rows[0]?.letters);

    // Everybody with the proof's address can open it, and it shows every field.
    const proof = await visitor(headers).get(done.$('a[href*="/activity/proof/"]').attr("href") ?? "");
    expect(proof.status).toBe(200);
    for (const text of ["王小明", "青芯", "大号", "无线", "通过", `BM-${activityId}-`])
      expect(proof.text).toContain(text);
    expect(proof.html).not.toContain(phone);
    expect(proof.$('meta[name="robots"]').attr("content")).toBe("noindex");

    // Changes the sign-up; an error is shown by its field.
    const change = await browser.get(done.$('a[href*="change=1"]').attr("href") ?? "");
    expect([change.$("h1").text(), typedIn(change, "name"), change.$("[name=contact]").length]).toEqual([
      "修改报名",
      "王小明",
      0,
    ]);
    const unnamed = await browser.submit(change, { intent: "change" }, { name: " ", a_company_name: "星闪" });
    expect([unnamed.status, problemBy(unnamed, "name"), typedIn(unnamed, "a_company_name")]).toEqual([
      400,
      "请填写姓名",
      "星闪",
    ]);
    const changed = await browser.submit(unnamed, { intent: "change" }, { name: "王大明" });
    expect(changed.text).toContain("报名已修改");
    expect([changed.text.includes("王大明"), changed.text.includes("星闪")]).toEqual([true, true]);

    // Cancels with a reason.
    const unreasoned = await browser.submit(changed, { intent: "cancel" });
    expect([unreasoned.status, problemBy(unreasoned, "reason")]).toEqual([400, "请填写取消的原因"]);
    const cancelled = await browser.submit(unreasoned, { intent: "cancel" }, { reason: "临时出差" });
    expect(cancelled.text).toContain("报名已取消");
    expect(cancelled.text).toContain("已取消：临时出差");
    expect(cancelled.$('a[href*="activityQrCode"]').length).toBe(0);
  });

  test("a member with a bound contact signs up without a code, in a prefilled form, at both addresses", async () => {
    const activityId = await addActivity(portal.gateway, {
      seats: { pro: 5, open: 5 },
      fields: [field({ key: "only", label: "专业问题", categories: ["pro"] })],
    });
    const member = await portal.gateway.member();
    const browser = await portal.browserOf(member, headers);
    const form = await browser.get(`${prefix}/activity/Mregister?id=${activityId}&category=open`);
    expect(form.$("[name=captchaCode]").length).toBe(0);
    expect(form.text).toContain("不用再验证");
    expect(form.$('[name="category"][checked]').attr("value")).toBe("open");
    expect(form.text).toContain("仅组别pro填写");
    const unchosen = await browser.submit(
      form,
      { intent: "signup" },
      { category: "", name: "张三", agreed: "1" },
    );
    expect([unchosen.status, problemBy(unchosen, "category")]).toEqual([400, "请选择组别"]);
    const wanting = await browser.submit(unchosen, { intent: "signup" }, { category: "pro" });
    expect([wanting.status, problemBy(wanting, "a_only")]).toEqual([422, "请填写专业问题"]);
    const done = await browser.submit(wanting, { intent: "signup" }, { category: "open" });
    expect(done.text).toContain("报名成功");
    const again = await browser.get(registerAt(activityId, prefix));
    expect(again.text).toContain("你已报名这个活动");
    // A form that was open in another tab.
    const second = await browser.submit(
      wanting,
      { intent: "signup" },
      { category: "open", submissionId: "another-form" },
    );
    expect(second.status).toBe(409);
    expect(second.text).toContain("你已报名这个活动");
    const mine = await browser.get(`${prefix}/personalCenter/activities`);
    expect(mine.$(`main a[href="${entryAt(activityId, prefix)}"]`).length).toBe(1);
    expect(mine.text).toContain("通过");
  });
});

describe("who cannot sign up", () => {
  const day = 86_400_000;
  const at = (days: number) => new Date(Date.now() + days * day);

  test.each([
    ["before it opens", { signUpFrom: at(1) }, "报名还没有开始"],
    ["after it closed", { signUpFrom: at(-3), signUpUntil: at(-1) }, "报名已截止"],
    ["without an account, where one is asked for", { guests: false }, "登录后报名"],
    ["without the exam", { exam: "1" }, "先通过考试"],
  ])("%s is told so instead of a form", async (_, change, message) => {
    const activityId = await addActivity(portal.gateway, change);
    const member = await portal.gateway.member();
    const browser = message === "登录后报名" ? visitor() : await portal.browserOf(member);
    const page = await browser.get(registerAt(activityId));
    expect([page.status, page.$("main h2").text(), page.$("main form").length]).toEqual([200, message, 0]);
  });

  test("the form keeps what was typed when the gateway refuses the sign-up", async () => {
    const member = await portal.gateway.member();
    const refusals: [Parameters<typeof addActivity>[1], number, string][] = [
      [{ signUpUntil: at(-0.5), signUpFrom: at(-3) }, 422, "报名已截止"],
      [{ delistedAt: at(-1) }, 404, "活动不存在或已下线"],
      [{ exam: "1" }, 422, "这个活动要求先通过指定的考试"],
    ];
    for (const [change = {}, status, message] of refusals) {
      const activityId = await addActivity(portal.gateway);
      const browser = await portal.browserOf(member);
      const form = await browser.get(registerAt(activityId));
      await portal.gateway.database
        .update(activities)
        .set(change as object)
        .where(eq(activities.id, activityId));
      const refused = await browser.submit(form, { intent: "signup" }, { name: "王小明", agreed: "1" });
      expect([refused.status, refused.text.includes(message), refused.html.includes("王小明")]).toEqual([
        status,
        true,
        true,
      ]);
    }
  });

  test("a person who agreed to an outdated policy version first reads the version in force", async () => {
    const activityId = await addActivity(portal.gateway);
    const browser = await portal.browserOf(await portal.gateway.member());
    const form = await browser.get(registerAt(activityId));
    const set = (version: string) =>
      portal.gateway.database.update(policies).set({ version }).where(eq(policies.id, "activeprivacyPolicy"));
    await set("V10");
    try {
      const refused = await browser.submit(form, { intent: "signup" }, { name: "王小明", agreed: "1" });
      expect([refused.status, refused.text.includes("活动隐私政策有更新，请阅读后再同意")]).toEqual([
        409,
        true,
      ]);
      expect(refused.$("[name=agreed][checked]").length).toBe(0);
      expect(refused.$("[name=policyVersion]").attr("value")).toBe("V10");
      const done = await browser.submit(refused, { intent: "signup" }, { agreed: "1" });
      expect(done.text).toContain("报名成功");
    } finally {
      await set(policyVersion);
    }
  });
});

describe("the waiting list", () => {
  const inTurn = async (seats: number) => {
    const activityId = await addActivity(portal.gateway, { seats: { all: seats, side: 1 }, guests: true });
    const seated = await portal.gateway.member();
    await addSignup(portal.gateway, activityId, seated);
    return { activityId, seated };
  };
  const signUp = async (member: Member, activityId: number, values = {}) => {
    const browser = await portal.browserOf(member);
    const form = await browser.get(registerAt(activityId));
    const filled = { category: "all", name: "候补的人", agreed: "1", ...values };
    return { browser, page: await browser.submit(form, { intent: "signup" }, filled) };
  };

  test("shows one's place, moves up, and a link gives the seat back once", async () => {
    const { activityId, seated } = await inTurn(1);
    const waiting = await portal.gateway.member();
    const refused = await signUp(waiting, activityId, { wait: null });
    expect([refused.page.status, problemBy(refused.page, "category")]).toEqual([409, "这个组别的名额已满"]);
    const { browser, page } = await signUp(waiting, activityId);
    expect(page.text).toContain("已登记候补");
    expect(page.text).toContain("候补第 1 位");

    const first = await portal.browserOf(seated);
    const own = await first.get(entryAt(activityId));
    await first.submit(own, { intent: "cancel" }, { reason: "有事" });
    const up = await browser.get(entryAt(activityId));
    expect(up.text).toContain("已从候补递补");

    const [row] = await portal.gateway.database
      .select({ key: activitySignups.declineKey })
      .from(activitySignups)
      .where(eq(activitySignups.accountId, waiting.id));
    const offer = await visitor().get(`/registEntry?decline=${row?.key}`);
    expect([offer.$("h1").text(), offer.text.includes("候补的人")]).toEqual(["放弃名额", true]);
    const declined = await visitor().submit(offer, { intent: "decline" });
    expect(declined.text).toContain("名额已放弃，报名已取消");
    expect((await visitor().get(`/registEntry?decline=${row?.key}`)).status).toBe(404);
    expect((await browser.get(entryAt(activityId))).text).toContain("放弃候补得到的名额");
  });

  test("a change to a full category asks before it joins that category's waiting list", async () => {
    const { activityId } = await inTurn(1);
    const member = await portal.gateway.member();
    const { browser } = await signUp(member, activityId, { category: "side" });
    const change = await browser.get(`${registerAt(activityId)}&change=1`);
    const full = await browser.submit(change, { intent: "change" }, { category: "all", wait: null });
    expect([full.status, problemBy(full, "category")]).toEqual([409, "这个组别的名额已满"]);
    const joined = await browser.submit(full, { intent: "change" }, { category: "all", wait: "1" });
    expect(joined.text).toContain("候补第 1 位");
  });
});

describe("finding one's sign-up", () => {
  test("a guest returns with a code; a contact without a sign-up is told so, and signs up without another code", async () => {
    const activityId = await addActivity(portal.gateway, { guests: true });
    const signup = await addSignup(portal.gateway, activityId, null);
    const browser = visitor();
    const entry = await browser.get(entryAt(activityId));
    expect(entry.$("#choose").length).toBe(1);
    const wrong = await browser.submit(entry, { intent: "find" });
    expect([wrong.status, problemBy(wrong, "captchaCode")]).toEqual([400, "请输入验证码"]);
    const sent = await withCode(browser, entry, signup.contact, {}, "find-send");
    const found = await browser.submit(
      sent,
      { intent: "find" },
      { captchaCode: await codeTo(portal.gateway, signup.contact) },
    );
    expect([addressOf(found), found.text.includes("王小明")]).toEqual([entryAt(activityId), true]);
    // A visitor with the sign-up's address sees nothing of it.
    expect((await visitor().get(entryAt(activityId))).text).not.toContain("王小明");

    const other = visitor();
    const phone = guestPhone();
    const asked2 = await withCode(other, await other.get(entryAt(activityId)), phone, {}, "find-send");
    const none = await other.submit(
      asked2,
      { intent: "find" },
      { captchaCode: await codeTo(portal.gateway, phone) },
    );
    expect(none.text).toContain("这个联系方式还没有报名");
    const form = await other.get(registerAt(activityId));
    expect([form.text.includes("已验证"), form.$("[name=captchaCode]").length]).toEqual([true, 0]);
  });

  test("an expired proof is asked for again, and what was typed stays", async () => {
    const activityId = await addActivity(portal.gateway, { guests: true });
    const browser = visitor();
    const phone = guestPhone();
    const sent = await withCode(browser, await browser.get(entryAt(activityId)), phone, {}, "find-send");
    await browser.submit(sent, { intent: "find" }, { captchaCode: await codeTo(portal.gateway, phone) });
    const form = await browser.get(registerAt(activityId));
    portal.gateway.pass(31 * 60);
    const refused = await browser.submit(form, { intent: "signup" }, { name: "王小明", agreed: "1" });
    expect([refused.status, refused.text.includes("身份验证已失效，请重新验证")]).toEqual([422, true]);
    expect([typedIn(refused, "name"), refused.$("[name=captchaCode]").length]).toEqual(["王小明", 1]);
  });
});
