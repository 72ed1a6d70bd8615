import { expect, test } from "vitest";
import type { Page } from "../support/plain-browser";
import { newMember, oneShellOf, phoneAgent, signedIn, tidOf, visitor } from "./support";

const shells = oneShellOf(import.meta.url, [
  ["desktop", "", {}],
  ["h5", "/h5", { "user-agent": phoneAgent }],
] as const);

const problems = (page: Page, control: string) => {
  const id = page.$(control).attr("aria-describedby")?.split(" ")[0];
  return page.$(`[id="${id}"]`).text();
};
const groupsOn = (page: Page) =>
  page
    .$("h2[id^=group-]")
    .toArray()
    .map((each) => page.$(each).text());

test.each(shells)(
  "sections are created, renamed, ordered and archived by forms alone, and every page follows, %s",
  async (shell, prefix, headers) => {
    const at = `${prefix}/moderator/sections`;
    const admin = await signedIn("admin", headers);
    const name = `测量 ${shell}`;
    const group = `仪器 ${shell}`;
    const fields = { name, group, summary: "示波器、逻辑分析仪", template: "**型号：**", icon: "tool" };

    const wrong = await admin.submit(await admin.get(at), { intent: "create" }, { ...fields, summary: " " });
    expect(wrong.status).toBe(400);
    expect(problems(wrong, "form[aria-label=新建版块] [name=summary]")).toContain("请填写介绍");
    expect(wrong.$("form[aria-label=新建版块] [name=name]").attr("value")).toBe(name);
    const taken = await admin.submit(await admin.get(at), { intent: "create" }, { ...fields, fid: "101" });
    expect([taken.status, taken.text]).toEqual([409, expect.stringContaining("已经有版块用这个编号")]);

    const made = await admin.submit(await admin.get(at), { intent: "create" }, fields);
    expect(made.status).toBe(200);
    const fid = Number(/已新建，地址是 \/forum\/(\d+)/.exec(made.text)?.[1]);
    expect(groupsOn(made).at(-1)).toBe(group);
    const { browser: author } = await newMember(headers);
    const editor = await author.get(`${prefix}/posting`);
    expect(editor.$(`select[name=fid] option[value="${fid}"]`).text()).toBe(name);
    const topic = await author.submit(
      editor,
      { intent: "publish" },
      { fid: String(fid), title: `量什么都行 ${shell}`, content: "一段正文。" },
    );
    const tid = tidOf(topic);
    expect((await visitor(headers).get(`${prefix}/forum/all`)).text).toContain(name);

    const renamed = `测量与仪器 ${shell}`;
    const page = await admin.get(`${at}?fid=${fid}`);
    expect(page.$("[name=template]").text().trim()).toBe("**型号：**");
    const again = await admin.submit(page, { intent: "update" }, { name: "无线连接" });
    expect([again.status, again.text]).toEqual([409, expect.stringContaining("已经有同名的版块")]);
    const saved = await admin.submit(page, { intent: "update" }, { name: renamed });
    expect(saved.text).toContain("已保存");
    // The page of before showed the old name: it overwrites nothing.
    const stale = await admin.submit(page, { intent: "update" }, { template: "**品牌：**" });
    expect([stale.status, stale.text]).toEqual([409, expect.stringContaining("刚刚被别人改过")]);
    expect(stale.$("[name=template]").text().trim()).toBe("**品牌：**");
    expect((await visitor(headers).get(`${prefix}/forum/${fid}`)).$("h1").text()).toContain(renamed);
    expect((await visitor(headers).get(`${prefix}/hsforum/thread-${tid}-1-1.html`)).text).toContain(renamed);

    // The group goes up, and gets another name.
    const last = groupsOn(saved).length;
    const up = await admin.submit(saved, { intent: `placeGroup:${last}:${last - 1}` }, {});
    expect(up.status).toBe(200);
    expect(groupsOn(up).indexOf(group)).toBe(last - 2);
    const listed = await admin.get(at);
    const form = listed.$(`input[name=group][value="${group}"]`).closest("form").has("input[name=name]");
    const intent = String(form.find("button[value^=renameGroup]").attr("value"));
    const newGroup = `仪器与测量 ${shell}`;
    const groupSaved = await admin.submit(listed, { intent }, { name: newGroup });
    expect(groupSaved.text).toContain("分区已改名");
    expect((await visitor(headers).get(`${prefix}/forum/all`)).text).toContain(newGroup);

    const unreasoned = await admin.submit(await admin.get(`${at}?fid=${fid}`), { intent: "archive" }, {});
    expect([unreasoned.status, unreasoned.text]).toEqual([400, expect.stringContaining("请填写理由")]);
    const archived = await admin.submit(
      await admin.get(`${at}?fid=${fid}`),
      { intent: "archive" },
      { reason: "并到别处" },
    );
    expect(archived.text).toContain("已归档，不再发帖和回复");
    const section = await visitor(headers).get(`${prefix}/forum/${fid}`);
    expect([section.status, section.text]).toEqual([200, expect.stringContaining("这个版块已归档")]);
    expect((await author.get(`${prefix}/posting`)).$(`option[value="${fid}"]`).length).toBe(0);
    const closed = await author.get(`${prefix}/hsforum/thread-${tid}-1-1.html`);
    expect(closed.text).toContain(`量什么都行 ${shell}`);
    expect(closed.$("textarea[name=content]").length).toBe(0);
    const opened = await admin.submit(
      await admin.get(`${at}?fid=${fid}`),
      { intent: "reopen" },
      { reason: "又有人用" },
    );
    expect(opened.text).toContain("已重新开放");
    expect((await admin.get(`${prefix}/moderator/log?action=archiveSection`)).text).toContain("并到别处");
  },
);

test("the page is for administrators alone, and an unknown section is missing", async () => {
  const moderator = await signedIn("moderator");
  expect((await moderator.get("/moderator/sections")).url.pathname).not.toContain("sections");
  expect((await moderator.get("/moderator/audit")).$('a[href="/moderator/sections"]').length).toBe(0);
  const admin = await signedIn("admin");
  expect((await admin.get("/moderator/sections?fid=999999")).status).toBe(404);
});
