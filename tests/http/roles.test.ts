import { describe, expect, test } from "vitest";
import type { Page } from "../support/plain-browser";
import { newMember, shellsOf, signedIn } from "./support";

describe.each(shellsOf(import.meta.url))("roles, $shell", ({ prefix, headers }) => {
  const at = `${prefix}/moderator/roles`;
  const content = `${prefix}/moderator/content`;
  const menuOf = (page: Page) =>
    page
      .$(`nav[aria-label="论坛管理的页面"] a`)
      .toArray()
      .map((link) => page.$(link).children("span").first().text());

  test("an editor is appointed by forms alone, uses only what is theirs, and is dismissed", async () => {
    const { browser: person, nickname } = await newMember(headers);
    const admin = await signedIn("admin", headers);
    const page = await admin.get(at);
    expect(menuOf(page)).toContain("角色");
    const grant = { intent: "grant" };
    const empty = await admin.submit(page, grant, { person: nickname, reason: "负责资讯" });
    expect([empty.status, empty.text]).toEqual([400, expect.stringContaining("请至少选择一种内容")]);
    expect(empty.$("#grant [name=person], form [name=person]").attr("value")).toBe(nickname);

    const asked = await admin.submit(empty, grant, { person: nickname, kinds: ["news"], reason: "负责资讯" });
    expect(asked.text).toContain(`让「${nickname}」（UID `);
    expect((await person.get(`${content}/news`, { follow: false })).status).toBe(302);
    const done = await admin.submit(asked, { button: "确认任命" });
    expect(done.text).toContain("已生效，对方会收到通知");
    expect(done.text).toContain("内容：资讯");

    // The person hears of it, and the moderation area shows what is theirs alone.
    const told = await person.get(`${prefix}/personalCenter/msg?type=system`);
    expect(told.text).toContain("你被任命为编辑");
    // The notice leads to the work.
    expect(told.$("button[name=open]").first().attr("value")).toMatch(/ (?:\/h5)?\/moderator$/);
    const first = await person.get(`${prefix}/moderator`);
    expect([first.url.pathname, menuOf(first)]).toEqual([`${content}/news`, ["内容编辑"]]);
    expect(first.$(`nav[aria-label="内容的种类"] a`).text().trim()).toBe("资讯");
    const others = await person.get(`${content}/products`);
    expect([others.status, others.text]).toEqual([422, expect.stringContaining("不在你负责的范围里")]);
    for (const path of ["audit", "traffic", "overview", "roles", "content", "administrators"]) {
      const away = await person.get(`${prefix}/moderator/${path}`);
      expect([path, away.url.pathname.includes("moderator")]).toEqual([path, false]);
    }
    const form = await person.get(`${content}/news/new`);
    const draft = await person.submit(form, { intent: "save" }, { title: `${nickname}的资讯` });
    expect(draft.text).toContain("已保存为第 1 版");
    const log = await admin.get(`${prefix}/moderator/log?action=appointEditor`);
    expect(log.text).toContain(nickname);
    expect(log.text).toContain("编辑的内容：无 → 资讯");

    // The same form changes what the role covers.
    const change = done
      .$("li")
      .filter((_, row) => done.$(row).text().includes(nickname))
      .find("a[href*='role=editor']");
    const open = await admin.get(String(change.attr("href")));
    expect(open.$("input[name=kinds][value=news]").attr("checked")).toBeDefined();
    const wider = await admin.submit(open, grant, { kinds: ["news", "notices"], reason: "也负责通知" });
    expect(wider.text).toContain(`改动编辑「${nickname}」（UID `);
    const changed = await admin.submit(wider, { button: "确认改动" });
    expect(changed.text).toContain("内容：资讯、产品通知");
    expect((await person.get(`${content}/notices`)).status).toBe(200);

    const intent = String(
      changed.$(`form[aria-label="收回编辑：${nickname}"] button[value^=revoke]`).attr("value"),
    );
    const unreasoned = await admin.submit(changed, { intent }, {});
    expect([unreasoned.status, unreasoned.text]).toEqual([400, expect.stringContaining("请填写理由")]);
    const question = await admin.submit(unreasoned, { intent }, { reason: "任期已满" });
    expect(question.text).toContain("的编辑？");
    expect((await admin.submit(question, { button: "确认收回" })).text).toContain("已收回，对方会收到通知");
    expect((await person.get(`${content}/news`, { follow: false })).status).toBe(302);
    expect((await person.get(`${prefix}/personalCenter/msg?type=system`)).text).toContain("你不再担任编辑");
  });

  test("an analyst sees the numbers alone, and a moderator is appointed with a last day", async () => {
    const { browser: person, nickname } = await newMember(headers);
    const admin = await signedIn("admin", headers);
    const analysts = await admin.get(`${at}?role=analyst`);
    const typed = { person: nickname, reason: "看数字" };
    const asked = await admin.submit(analysts, { intent: "grant" }, typed);
    await admin.submit(asked, { button: "确认任命" });
    const first = await person.get(`${prefix}/moderator`);
    expect(first.url.pathname).toBe(`${prefix}/moderator/traffic`);
    expect(menuOf(first)).toEqual(["管理概览", "访问统计", "数据"]);
    expect((await person.get(`${prefix}/moderator/overview`)).status).toBe(200);
    expect((await person.get(`${content}/news`, { follow: false })).status).toBe(302);

    const moderators = await admin.get(`${at}?role=moderator`);
    const fid = String(moderators.$("form[aria-label=任命版主] [name=sections]").first().attr("value"));
    const past = { ...typed, sections: [fid], until: "2020-01-01" };
    const unknown = await admin.submit(moderators, { intent: "grant" }, { ...past, person: "没有这个人" });
    expect([unknown.status, unknown.text]).toEqual([404, expect.stringContaining("用户不存在")]);
    const early = await admin.submit(unknown, { intent: "grant" }, past);
    expect(early.text).toContain("之后装载内容包，不再改这些版块的版主、简介、版规和分类");
    const refused = await admin.submit(early, { button: "确认任命" });
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining("到期日要在今天或之后")]);
    expect(refused.$("[name=until]").attr("aria-invalid")).toBe("true");
    const later = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
    const right = await admin.submit(refused, { intent: "grant" }, { ...past, until: later });
    const done = await admin.submit(right, { button: "确认任命" });
    expect(done.text).toContain(`到 ${later}`);
    expect(menuOf(await person.get(`${prefix}/moderator`))).toContain("内容审核");
    const form = done.$(`form[aria-label="收回版主：${nickname}"]`);
    const intent = String(form.find("button[value^=revoke]").attr("value"));
    const none = await admin.submit(done, { intent }, { reason: "测试完了", sections: [] });
    expect([none.status, none.text]).toEqual([400, expect.stringContaining("请至少选择一个版块")]);
    const question = await admin.submit(done, { intent }, { reason: "测试完了" });
    await admin.submit(question, { button: "确认收回" });
    expect(menuOf(await person.get(`${prefix}/moderator`))).not.toContain("内容审核");
  });

  test("nobody else may open the page", async () => {
    const moderator = await signedIn("moderator", headers);
    expect((await moderator.get(at)).url.pathname).not.toContain("roles");
    expect((await moderator.get(`${prefix}/moderator/audit`)).$(`a[href="${at}"]`).length).toBe(0);
  });
});
