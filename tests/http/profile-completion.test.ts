import { eq } from "drizzle-orm";
import { accounts, profileChanges } from "gateway/database/schema";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type GatewayPortal, startGatewayPortal } from "../support/gateway-portal";
import { addProfileLists, profiled, wholeExtended } from "../support/profile-people";
import type { Member } from "../support/test-gateway";
import { shells } from "./support";

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

  test("stands on any page until it is filled in, and then the page stays", async () => {
    const member = await profiled(portal.gateway, interests, null);
    const browser = await portal.browserOf(member, headers);
    const page = await browser.get(`${list}?order=new`);
    const dialog = page.$("dialog[open]");
    expect([
      dialog.find("h2").first().text(),
      dialog.text().includes("以便我们为您提供个性化的服务"),
    ]).toEqual([title, true]);
    expect(dialog.find("button[form=completion]").text()).toBe("保存设置");
    // Only what has to be there.
    expect(dialog.find("[name=sex], [name=age], [name=hobby], [name=avatar]").length).toBe(0);
    const refused = await browser.submit(page, { button: "保存设置" }, {});
    expect([refused.status, refused.$("dialog[open] > h2").text()]).toEqual([400, title]);
    expect(refused.$("dialog").text()).toContain("请选择开发者类型");
    expect(refused.$("nav[aria-label=个人信息的分类], main [data-sticky]").length).toBe(0);
    const student = await browser.submit(
      refused,
      { intent: "options" },
      { identity: "1", developtype: "student", school: "江南大学" },
    );
    const { identity: _identity, developtype: _type, ...rest } = wholeExtended.student;
    const saved = await browser.submit(
      student,
      { button: "保存设置" },
      { ...rest, interestDirection: interests[1] ?? "" },
    );
    expect([
      saved.url.pathname + saved.url.search,
      saved.text.includes("修改成功！"),
      saved.$("dialog[open]").length,
    ]).toEqual([`${list}?order=new`, true, 0]);
  });

  test("each thing that is missing brings it", async () => {
    const engineer = wholeExtended.engineer;
    const without: [string, Member][] = [
      ["everything extended", await profiled(portal.gateway, interests, null)],
      ["phone", await profiled(portal.gateway, interests, engineer)],
      ["email", await profiled(portal.gateway, interests, engineer)],
      ["everything", await portal.gateway.member()],
    ];
    // What the calls would not take out again, the tables do: the writes of contacts keep it themselves.
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
    expect(phone.$("dialog [role=note]").text()).toContain("您还没有绑定手机号码");
    expect(phone.$("dialog [role=note] a").attr("href")).toBe(`${prefix}/personalCenter/info?tab=2`);
  });

  test.each(Object.entries(wholeExtended))(
    "nobody who said everything of their set sees it: %s",
    async (_set, extended) => {
      expect(await titlesAt(await profiled(portal.gateway, interests, extended))).toEqual([]);
    },
  );

  test("nor where a contact is bound, where policies are read, or while anything is under review", async () => {
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

  test("closing it without filling it in logs out", async () => {
    const browser = await portal.browserOf(await profiled(portal.gateway, interests, null), headers);
    const out = await browser.submit(
      await browser.get(list),
      { button: "不填写，退出登录" },
      {},
      { follow: false },
    );
    expect(out.headers.get("location")).toBe(`/gateway/logout?redirect=${encodeURIComponent(list)}`);
  });

  test("dialog mode leads back to our own pages only, and whoever needs nothing may close it", async () => {
    const browser = await portal.browserOf(await profiled(portal.gateway, interests), headers);
    const page = await browser.get(
      `${prefix}/personalCenter/info?enterType=dialog&back=${encodeURIComponent("//evil.example/x")}`,
    );
    expect(page.$("dialog[open] form[action='/forum/all'] button").text()).toBe("关闭");
    const saved = await browser.submit(page, { button: "保存设置" }, { post: "架构师" });
    expect(saved.url.pathname).toBe(list);
  });
});
