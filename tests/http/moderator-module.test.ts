import { describe, expect, test } from "vitest";
import type { Page, PlainBrowser } from "../support/plain-browser";
import { newMember, oneShellOf, phoneAgent, signedIn, tidOf, visitor } from "./support";

/** Each shell uses a section of its own: other test files use the first sections. */
const shells = oneShellOf(import.meta.url, [
  ["desktop", "", {}, 203],
  ["h5", "/h5", { "user-agent": phoneAgent }, 301],
] as const);

/** Posts the form with this button as a browser does, with these fields changed. */
async function press(browser: PlainBrowser, at: string, intent: string, values: Record<string, string>) {
  const page = await browser.get(at);
  const form = page.$(`form:has(button[value="${intent}"])`);
  const fields = form.find("input, select, textarea").toArray();
  const present = fields.flatMap((field): [string, string][] => {
    const control = page.$(field);
    if (control.is("[type=checkbox]:not([checked])")) return [];
    return [[String(control.attr("name")), String(control.val() ?? "")]];
  });
  const body = new URLSearchParams(present);
  for (const [name, value] of Object.entries({ ...values, intent })) body.set(name, value);
  return browser.post(at, body, { follow: true });
}

const problems = (page: Page, control: string) => {
  const id = page.$(control).attr("aria-describedby")?.split(" ")[0];
  return page.$(`[id="${id}"]`).text();
};

describe.each(shells)("a section's settings for its moderators, %s", (shell, prefix, headers, fid) => {
  const at = (part: string) => `${prefix}/moderator/module?fid=${fid}&part=${part}`;
  const section = `${prefix}/forum/${fid}`;

  test("its texts are changed, compared and restored by forms alone", async () => {
    const moderator = await signedIn("moderator", headers);
    const before = String((await moderator.get(at("words"))).$("[name=summary]").attr("value"));
    const typed = { summary: " ", rules: `不发广告 ${shell}`, reason: "写清楚" };
    const wrong = await press(moderator, at("words"), "describe", typed);
    expect(wrong.status).toBe(400);
    expect(problems(wrong, "[name=summary]")).toContain("请填写介绍");
    expect(wrong.$("[name=rules]").text().trim()).toBe(typed.rules);
    expect(wrong.$("[name=reason]").attr("value")).toBe("写清楚");
    const words = { summary: `新的介绍 ${shell}`, rules: `1. **不发广告** ${shell}` };
    const saved = await press(moderator, at("words"), "describe", words);
    expect(saved.text).toContain("已保存");
    const sectionPage = await visitor(headers).get(section);
    expect(sectionPage.text).toContain(words.summary);
    expect(sectionPage.$("strong:contains(不发广告)").length).toBeGreaterThan(0);
    expect(saved.$("ins").text()).toContain(words.summary);
    expect(saved.$("del").text()).toContain(before);
    const stale = await moderator.get(at("words"));
    await press(moderator, at("words"), "describe", { ...words, rules: "别人刚改的" });
    const base = String(stale.$("[name=base]").attr("value"));
    const conflict = await press(moderator, at("words"), "describe", { ...words, rules: "我改的", base });
    expect(conflict.status).toBe(409);
    expect(conflict.text).toContain("刚刚在别处改过");
    expect(conflict.$("[name=rules]").text().trim()).toBe("我改的");
    const page = await moderator.get(at("words"));
    const first = page.$("a[href*=version]").last().attr("href") ?? "";
    const restore = (await moderator.get(first)).$("button[value^=restore]").attr("value") ?? "";
    expect((await press(moderator, first, restore, {})).text).toContain("已恢复");
    expect((await visitor(headers).get(section)).text).toContain(before);
  });

  test("topics are recommended in order, and taken off again", async () => {
    const moderator = await signedIn("moderator", headers);
    const { browser: author } = await newMember();
    const fields = { fid: String(fid), title: `值得推荐的帖子 ${shell}`, content: "一段正文。" };
    const topic = await author.submit(await author.get("/posting"), { intent: "publish" }, fields);
    const [address, tid] = [topic.url.href, String(tidOf(topic))];
    const wrong = await press(moderator, at("topics"), "recommend", {
      topic: "没有",
      position: "x",
      days: "9999",
    });
    expect(wrong.status).toBe(400);
    expect(problems(wrong, "[name=topic]")).toContain("主题的编号或地址有误");
    expect(wrong.$("form:has([value=recommend]) [name=position]").attr("value")).toBe("x");
    expect(wrong.text).toContain("天数须是 0 到 3650 的整数");
    const elsewhere = await press(moderator, at("topics"), "recommend", { topic: "999999999" });
    expect(elsewhere.status).toBe(422);
    expect(problems(elsewhere, "[name=topic]")).toContain("不在本版块");
    expect(elsewhere.$("[name=topic]").attr("value")).toBe("999999999");
    const done = await press(moderator, at("topics"), "recommend", { topic: address, days: "7" });
    expect(done.text).toContain("已推荐");
    expect((await visitor(headers).get(section)).text).toContain("版主推荐");
    const moved = await press(moderator, at("topics"), `place:${tid}`, { position: "8" });
    expect(moved.$(`form:has([value="place:${tid}"]) [name=position]`).attr("value")).toBe("8");
    expect((await press(moderator, at("topics"), `unrecommend:${tid}`, {})).text).toContain("已移除");
  });

  test("classes are added, renamed, closed to new topics and deleted", async () => {
    const moderator = await signedIn("moderator", headers);
    const name = `工具 ${shell}`;
    const nameless = await press(moderator, at("classes"), "addClass", { name: "" });
    expect(nameless.status).toBe(400);
    expect(nameless.text).toContain("请填写分类名称");
    const taken = await press(moderator, at("classes"), "addClass", { name: "求助" });
    expect(taken.status).toBe(409);
    expect(taken.text).toContain("已经有同名的分类");
    expect(taken.$("form:has([value=addClass]) [name=name]").attr("value")).toBe("求助");
    const added = await press(moderator, at("classes"), "addClass", { name, position: "9" });
    expect(added.text).toContain("已新增");
    const button = added.$(`form[aria-label="分类：${name}"] button[name=intent]`).attr("value") ?? "";
    const posting = `${prefix}/posting?fid=${fid}`;
    const offered = async () => (await moderator.get(posting)).$("[name=classId]").text();
    expect(await offered()).toContain(name);
    await press(moderator, at("classes"), button, { closed: "on" });
    expect(await offered()).not.toContain(name);
    const used = (await moderator.get(at("classes")))
      .$('form[aria-label="删除分类：求助"] button[name=intent]')
      .attr("value");
    const refusal = await press(moderator, at("classes"), String(used), {});
    expect(refusal.status).toBe(422);
    expect(refusal.text).toContain("还有主题在这个分类里");
    expect(refusal.$("details[open]").length).toBe(1);
    // Moving the topics to another class cannot be undone, so the page asks first.
    const moveTo = button.replace("saveClass:", "");
    const prompt = await press(moderator, at("classes"), String(used), { moveTo });
    expect(prompt.text).toMatch(/其中的 \d+ 个主题移到「工具 .+」，之后分不出哪些原来在这里，不能撤销/);
    expect(await offered()).toContain("求助");
    const goes = await press(moderator, at("classes"), button.replace("saveClass", "deleteClass"), {});
    expect(goes.text).toMatch(new RegExp(`删除分类「${name}」？.*其中没有主题`));
    const deleted = await moderator.submit(goes, { button: "确认删除" });
    expect(deleted.text).toContain("已删除");
    expect(deleted.text).not.toContain(name);
  });

  test("administrators appoint and dismiss its moderators, who get a notice", async () => {
    const { browser: person, nickname } = await newMember();
    const admin = await signedIn("admin", headers);
    const nobody = await press(admin, at("people"), "appoint", { person: "没有这个人", reason: "懂工具链" });
    expect(nobody.status).toBe(404);
    expect(nobody.$("[name=person]").attr("value")).toBe("没有这个人");
    expect(nobody.$("form:has([value=appoint]) [name=reason]").attr("value")).toBe("懂工具链");
    const own = await press(admin, at("people"), "appoint", { person: "青芯小管家", reason: "我自己" });
    expect(problems(own, "[name=person]")).toContain("不能任免自己");
    const done = await press(admin, at("people"), "appoint", { person: nickname, reason: "懂工具链" });
    expect(done.text).toContain("已任命");
    const notices = await person.get("/personalCenter/msg?type=system");
    expect(notices.text).toContain("版主");
    expect(notices.text).toContain("懂工具链");
    expect(notices.text).not.toContain("青芯小管家");
    const page = await person.get(at("people").replace(prefix, ""));
    expect(page.status).toBe(200);
    expect(page.$("button[value=appoint]").length).toBe(0);
    const dismissal =
      done.$(`form[aria-label="免去版主：${nickname}"] button[name=intent]`).attr("value") ?? "";
    const unreasoned = await press(admin, at("people"), dismissal, {});
    expect(unreasoned.status).toBe(400);
    expect(unreasoned.text).toContain("请填写理由");
    const prompt = await press(admin, at("people"), dismissal, { reason: "测试完了" });
    expect(prompt.text).toMatch(new RegExp(`免去${nickname}的「.+」版主？`));
    expect((await person.get("/moderator/module")).status).toBe(200);
    // The form still contains the typed reason.
    const off = await admin.submit(prompt, { button: "确认免去" });
    expect(off.text).toContain("已免去");
    expect((await person.get("/moderator/module", { follow: false })).status).not.toBe(200);
    expect((await person.get("/personalCenter/msg?type=system")).text).toContain("不再担任");
  });

  test("a section closed to posting says so in the editor and in topics, and keeps what was typed", async () => {
    const admin = await signedIn("admin", headers);
    const { browser: member } = await newMember(headers);
    const posting = `${prefix}/posting?fid=${fid}`;
    const editor = await member.get(posting);
    const topic = (await member.get(section)).$("#topics a[href*=thread-]").first().attr("href") ?? "";
    const wrong = await press(admin, at("settings"), "settings", { postingClosed: "on", preReview: "all" });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain("请填写理由");
    expect(wrong.$("[name=postingClosed]").attr("checked")).toBeDefined();
    expect(wrong.$("[name=preReview] option[selected]").attr("value")).toBe("all");
    const closed = await press(admin, at("settings"), "settings", { postingClosed: "on", reason: "归档" });
    expect(closed.text).toContain("设置已保存");
    try {
      const fields = { fid: String(fid), title: "还想发一个帖子", content: "写了很久的正文" };
      const refused = await member.submit(editor, { intent: "publish" }, fields);
      expect(refused.status).toBe(422);
      expect(refused.text).toContain("这个版块已停止发帖和回复");
      expect(refused.$("[name=content]").text()).toContain("写了很久的正文");
      const list = (await member.get(`${prefix}/posting`)).$("[name=fid] option").toArray();
      expect(list.map((option) => String(option.attribs.value))).not.toContain(String(fid));
      const sectionPage = await visitor(headers).get(section);
      expect(sectionPage.text).toContain("这个版块已停止发帖和回复");
      expect(sectionPage.$(`a.button[href*="posting?fid=${fid}"]`).length).toBe(0);
      const read = await member.get(topic);
      expect(read.text).toContain("这个版块已停止发帖和回复");
      expect(read.$("[name=content]").length).toBe(0);
    } finally {
      const page = await admin.get(at("settings"));
      const csrf = String(page.$("[name=csrf]").first().attr("value"));
      const open = { csrf, fid: String(fid), preReview: "none", recycleBin: "on", reason: "重新开放" };
      await admin.post(at("settings"), new URLSearchParams({ ...open, intent: "settings" }), {
        follow: true,
      });
    }
    expect((await member.get(posting)).$(`[name=fid] option[value=${fid}]`).length).toBe(1);
  });

  test("a moderator of another section may not change it: the page says so", async () => {
    const moderator = await signedIn("moderator", headers);
    const foreign = await moderator.get(`${prefix}/moderator/module?fid=102`);
    expect(foreign.status).toBe(422);
    expect(foreign.text).toContain("这不在你管理的版块里");
    const own = await moderator.get(`${prefix}/moderator/module`);
    expect(own.status).toBe(200);
    expect(own.$("[name=recycleBin][type=checkbox]").length).toBe(0);
    const bin = await press(moderator, at("settings"), "settings", { recycleBin: "", reason: "试试" });
    expect(bin.text).toContain("只有管理员可以更改");
  });
});
