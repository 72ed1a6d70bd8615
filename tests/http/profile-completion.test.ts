import { eq } from "drizzle-orm";
import { accounts, profileChanges } from "gateway/database/schema";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freshEmail, lastCode, ownContact } from "../support/contacts";
import { type GatewayPortal, startGatewayPortal } from "../support/gateway-portal";
import type { Page, PlainBrowser } from "../support/plain-browser";
import { addProfileLists, profiled, wholeExtended } from "../support/profile-people";
import type { Member } from "../support/test-gateway";
import { shellsOf } from "./support";

const shells = shellsOf(import.meta.url);

let portal: GatewayPortal;
let interests: string[];
beforeAll(async () => {
  portal = await startGatewayPortal({ registerConfig: 2 });
  interests = await addProfileLists(portal.gateway);
});
afterAll(() => portal?.stop());

const title = "个人信息完善";

describe.each(shells)("the completion modal (spec 2.3, 4, 5.7), $shell", ({ prefix, headers }) => {
  const list = `${prefix}/forum/all`;
  const look = async (member: Member, path = list) => (await portal.browserOf(member, headers)).get(path);
  const titlesAt = async (member: Member, path = list) => {
    const page = await look(member, path);
    return page
      .$("dialog[open] > h2")
      .toArray()
      .map((element) => page.$(element).text());
  };

  /** Fills in the first two steps, as a student. */
  async function toInterests(browser: PlainBrowser, page: Page): Promise<Page> {
    const identity = await browser.submit(page, { button: "下一步" }, {});
    const { identity: kind, developtype, ...rest } = wholeExtended.student;
    const chosen = await browser.submit(identity, { intent: "options" }, { identity: kind, developtype });
    return browser.submit(chosen, { button: "下一步" }, rest);
  }
  const stepAt = (page: Page) => page.$("dialog[open] progress").prev().text();

  test("appears on any page until its steps are filled in, and then leads back", async () => {
    const member = await profiled(portal.gateway, interests, null);
    const browser = await portal.browserOf(member, headers);
    // The modal opens at the first incomplete step.
    const page = await browser.get(`${list}?order=new`);
    const dialog = page.$("dialog[open]");
    expect([
      dialog.find("h2").first().text(),
      dialog.text().includes("以便我们为你提供个性化的服务"),
      stepAt(page),
    ]).toEqual([title, true, "第 2 步，共 3 步：身份"]);
    // The step asks only for its required fields.
    expect(dialog.find("[name=sex], [name=age], [name=username], [name=interestDirection]").length).toBe(0);
    const refused = await browser.submit(page, { button: "下一步" }, {});
    expect([refused.status, refused.$("dialog[open] > h2").text()]).toEqual([400, title]);
    expect(refused.$("dialog").text()).toContain("请选择开发者类型");
    expect(refused.$("[autofocus]").attr("name")).toBe("identity");
    const student = await browser.submit(
      refused,
      { intent: "options" },
      { identity: "1", developtype: "student", school: "江南大学" },
    );
    const { identity: _identity, developtype: _type, ...rest } = wholeExtended.student;
    const last = await browser.submit(student, { button: "下一步" }, rest);
    expect(stepAt(last)).toBe("第 3 步，共 3 步：感兴趣的方向");
    expect(last.$("button[form=completion][data-primary]").text()).toBe("保存设置");
    const none = await browser.submit(last, { button: "保存设置" }, {});
    expect([none.status, none.$("dialog").text().includes("请选择")]).toEqual([400, true]);
    const saved = await browser.submit(
      none,
      { button: "保存设置" },
      { interestDirection: interests[1] ?? "" },
    );
    expect([
      saved.url.pathname + saved.url.search,
      saved.text.includes("修改成功！"),
      saved.$("dialog[open]").length,
    ]).toEqual([`${list}?order=new`, true, 0]);
    const { data } = await portal.gateway.ok("queryUserInfo", {}, member);
    expect(data).toMatchObject({
      school: "江南大学",
      interestDirection: JSON.stringify([interests[1]]),
    });
  });

  test("entered values are still there after a step back, a reload and on another page", async () => {
    const member = await portal.gateway.member({ email: `kept${prefix.length}@example.com` });
    const browser = await portal.browserOf(member, headers);
    const page = await browser.get(list);
    expect(stepAt(page)).toBe("第 1 步，共 3 步：昵称和地区");
    const username = `新昵称${prefix ? "二" : "一"}`;
    const wrong = await browser.submit(page, { button: "下一步" }, { username: "新昵称<" });
    expect(wrong.$("dialog").text()).toContain("昵称存在特殊字符");
    const chosen = await browser.submit(wrong, { intent: "options" }, { username, province: "440000" });
    const city = await browser.submit(chosen, { intent: "options" }, { city: "440300" });
    const interestsPage = await toInterests(
      browser,
      await browser.submit(city, { intent: "next" }, { county: "440305" }),
    );
    expect(stepAt(interestsPage)).toBe("第 3 步，共 3 步：感兴趣的方向");
    const elsewhere = await browser.get(`${prefix}/forum/hot`);
    expect(stepAt(elsewhere)).toBe("第 3 步，共 3 步：感兴趣的方向");
    const back = await browser.submit(
      elsewhere,
      { button: "上一步" },
      { interestDirection: interests[2] ?? "" },
    );
    expect(back.$("dialog [name=school]").attr("value")).toBe("江南大学");
    const again = await browser.submit(back, { button: "下一步" }, {});
    expect(again.$("dialog [name=interestDirection][checked]").attr("value")).toBe(interests[2]);
    const saved = await browser.submit(again, { button: "保存设置" }, {});
    expect([saved.url.pathname, saved.$("dialog[open]").length]).toEqual([`${prefix}/forum/hot`, 0]);
    const { data } = await portal.gateway.ok("queryUserInfo", {}, member);
    expect(data).toMatchObject({ username, county: "440305", leaMajor: "微电子" });
  });

  test("a missing contact is the last step; binding it leads back, and one press saves the entered values", async () => {
    const member = await portal.gateway.member({ email: null });
    const browser = await portal.browserOf(member, headers);
    const page = await browser.get(`${list}?order=new`);
    expect(stepAt(page)).toBe("第 1 步，共 4 步：昵称和地区");
    const chosen = await browser.submit(page, { intent: "options" }, { province: "440000" });
    const city = await browser.submit(chosen, { intent: "options" }, { city: "440300" });
    const last = await toInterests(
      browser,
      await browser.submit(city, { intent: "next" }, { county: "440305" }),
    );
    const contact = await browser.submit(
      last,
      { button: "保存设置" },
      { interestDirection: interests[0] ?? "" },
    );
    expect(stepAt(contact)).toBe("第 4 步，共 4 步：联系方式");
    const bind = contact.$("dialog a").attr("href") ?? "";
    expect(bind).toContain(`${prefix}/personalCenter/info?tab=2&change=email&back=`);
    const asks = await browser.get(bind);
    expect(asks.$("dialog[open] a:contains(取消)").attr("href")).toBe(`${list}?order=new`);
    const sent = await browser.submit(asks, { intent: "identity-send" }, {});
    const phone = await ownContact(portal.gateway, member, "phone");
    const anew = await browser.submit(
      sent,
      { intent: "identity-verify" },
      {
        captchaCode: await lastCode(portal.gateway, phone),
      },
    );
    const email = freshEmail();
    const coded = await browser.submit(anew, { intent: "new-send" }, { email });
    const done = await browser.submit(
      coded,
      { intent: "new-change" },
      {
        email,
        captchaCode: await lastCode(portal.gateway, email),
      },
    );
    expect([done.url.pathname + done.url.search, done.text.includes("绑定成功")]).toEqual([
      `${list}?order=new`,
      true,
    ]);
    // The entered values are still there: one press saves them.
    const saved = await browser.submit(done, { button: "保存设置" }, {});
    expect(saved.$("dialog[open]").length).toBe(0);
    const { data } = await portal.gateway.ok("queryUserInfo", {}, member);
    expect(data).toMatchObject({ school: "江南大学", county: "440305" });
  });

  test("no other dialog of the page is open beside it", async () => {
    const member = await portal.gateway.member({ phone: null, email: `alone${prefix.length}@example.com` });
    expect(await titlesAt(member, `${prefix}/posting`)).toEqual([title]);
  });

  test("each missing part opens it", async () => {
    const engineer = wholeExtended.engineer;
    const without: [string, Member][] = [
      ["everything extended", await profiled(portal.gateway, interests, null)],
      ["phone", await profiled(portal.gateway, interests, engineer)],
      ["email", await profiled(portal.gateway, interests, engineer)],
      ["everything", await portal.gateway.member()],
    ];
    // The calls cannot remove a contact, so the test clears the columns; the calls that write contacts update
    // profileComplete themselves.
    await portal.gateway.database
      .update(accounts)
      .set({ phone: null, profileComplete: false })
      .where(eq(accounts.id, without[1]?.[1].id ?? 0));
    await portal.gateway.database
      .update(accounts)
      .set({ email: null, profileComplete: false })
      .where(eq(accounts.id, without[2]?.[1].id ?? 0));
    for (const [what, member] of without) expect([what, await titlesAt(member)]).toEqual([what, [title]]);
    const phone = await look(without[1]?.[1] as Member);
    expect(phone.$("dialog").text()).toContain("绑定手机号后就全部完成了");
    expect(phone.$("dialog a").attr("href")).toContain(
      `${prefix}/personalCenter/info?tab=2&change=phone&back=`,
    );
  });

  test.each(Object.entries(wholeExtended))(
    "nobody who said everything of their set sees it: %s",
    async (_set, extended) => {
      expect(await titlesAt(await profiled(portal.gateway, interests, extended))).toEqual([]);
    },
  );

  test("it does not appear where a contact is bound, where policies are read, or while a change is under review", async () => {
    const member = await profiled(portal.gateway, interests, null);
    expect(await titlesAt(member, `${prefix}/personalCenter/info`)).toEqual([]);
    expect(await titlesAt(member, `${prefix}/personalCenter/info?tab=2`)).toEqual([]);
    expect(await titlesAt(member, `${prefix}/personalCenter/posts`)).toEqual([title]);
    for (const kind of ["extended", "avatar", "nickname"] as const) {
      const waiting = await profiled(portal.gateway, interests, null);
      const after = kind === "nickname" ? { nickname: "等待中" } : {};
      await portal.gateway.database
        .insert(profileChanges)
        .values({ accountId: waiting.id, kind, before: {}, after });
      expect([kind, await titlesAt(waiting)]).toEqual([kind, []]);
    }
  });

  test("declining to fill it in logs out", async () => {
    const browser = await portal.browserOf(await profiled(portal.gateway, interests, null), headers);
    const out = await browser.submit(
      await browser.get(list),
      { button: "不填写，退出登录" },
      {},
      { follow: false },
    );
    expect(out.headers.get("location")).toBe(`/gateway/logout?redirect=${encodeURIComponent(list)}`);
  });

  test("dialog mode leads back to our own pages only, and a person with a complete profile may close it", async () => {
    const browser = await portal.browserOf(await profiled(portal.gateway, interests), headers);
    const page = await browser.get(
      `${prefix}/personalCenter/info?enterType=dialog&back=${encodeURIComponent("//evil.example/x")}`,
    );
    expect(page.$("dialog[open] form[action='/forum/all'] button").text()).toBe("关闭");
    const last = await browser.submit(
      await browser.submit(page, { button: "下一步" }, {}),
      { button: "下一步" },
      { post: "架构师" },
    );
    const saved = await browser.submit(last, { button: "保存设置" }, {});
    expect(saved.url.pathname).toBe(list);
  });
});
