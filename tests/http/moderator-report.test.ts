import { describe, expect, test } from "vitest";
import type { PlainBrowser } from "../support/plain-browser";
import { newMember, oneShellOf, phoneAgent, publishTopic, signedIn, tidOf, visitor } from "./support";

const shells = oneShellOf(import.meta.url, [
  ["desktop", "", {}],
  ["h5", "/h5", { "user-agent": phoneAgent }],
] as const);

describe.each(shells)("report cases, %s", (shell, prefix, headers) => {
  const address = `${prefix}/moderator/report`;

  async function settle(browser: PlainBrowser, values: Record<string, string>, at = address) {
    const page = await browser.get(at);
    const form = page.$("form:has([value=uphold])");
    const hidden = (["csrf", "submissionId"] as const).map((name): [string, string] => [
      name,
      String(form.find(`[name=${name}]`).attr("value")),
    ]);
    const body = new URLSearchParams([...hidden, ...Object.entries(values)]);
    return browser.post(at, body, { follow: true });
  }

  async function reportedTopic(title: string) {
    const [{ browser: author }, { browser: reporter }] = [await newMember(), await newMember()];
    const topic = await publishTopic(author, "", "一段可疑的正文。", title);
    const page = await reporter.get(topic.url.pathname);
    const dialog = await reporter.get(page.$('a[href*="report="]').first().attr("href") ?? "");
    await reporter.submit(dialog, { intent: "report" }, { reason: "spam", text: "像广告" });
    return { author, reporter, topic, tid: tidOf(topic) };
  }

  test("a case is settled with a reason by one posted form, and everybody involved gets a notice", async () => {
    const title = `被举报的帖子 ${shell} ${process.pid}`;
    const { author, reporter, topic } = await reportedTopic(title);
    const admin = await signedIn("admin", headers);
    const page = await admin.get(address);
    const row = page.$("article").filter((_, each) => page.$(each).text().includes(title));
    expect(row.text()).toContain("像广告");
    expect(row.text()).toContain("第一次举报");
    const id = String(row.parent("li").find("[name=ids]").attr("value"));
    const nothing = await settle(admin, { intent: "uphold", reason: "广告" });
    expect(nothing.status).toBe(400);
    expect(nothing.text).toContain("请先选择要处理的内容");
    const unreasoned = await settle(admin, { intent: "uphold", ids: id, action: "hide" });
    expect(unreasoned.status).toBe(400);
    expect(unreasoned.text).toContain("请填写理由");
    expect(unreasoned.$(`[name=ids][value=${id}]`).attr("checked")).toBeDefined();
    expect(unreasoned.$("[name=action] option[selected]").attr("value")).toBe("hide");
    const noted = await settle(admin, { intent: "note", ids: id, note: "等他回复" });
    expect(noted.text).toContain("等他回复");
    expect((await settle(admin, { intent: "note", ids: id })).text).toContain("请填写备注");
    expect((await settle(admin, { intent: "assign", ids: id })).text).toContain("已处理 1 项");
    const working = `${address}?status=working&mine=1`;
    const done = await settle(
      admin,
      { intent: "uphold", ids: id, action: "hide", reason: "确实是广告" },
      working,
    );
    expect(done.text).toContain("已处理 1 项");
    expect((await visitor().get(topic.url.pathname)).status).toBe(404);
    // The message after it undoes the decision: the text is visible, and the case is open again.
    const undone = await admin.submit(done, { intent: "undo" });
    expect(undone.text).toContain("已撤销，1 项恢复成处理前的样子");
    expect((await visitor().get(topic.url.pathname)).status).toBe(200);
    const again = { intent: "uphold", ids: id, action: "hide", reason: "确实是广告" };
    expect((await settle(admin, again, working)).text).toContain("已处理 1 项");
    expect((await visitor().get(topic.url.pathname)).status).toBe(404);
    const told = await reporter.get("/personalCenter/msg?type=system");
    expect(told.text).toContain("举报成立");
    expect(told.text).toContain("确实是广告");
    expect(told.text).not.toContain("青芯小管家");
    expect((await author.get("/personalCenter/msg?type=system")).text).toContain("屏蔽");
    expect((await admin.get(`${address}?status=upheld`)).text).toContain(title);
  });

  test("a case is settled in its own row: the text is hidden, and the bar's fields are ignored", async () => {
    const title = `在行内处理的举报 ${shell} ${process.pid}`;
    const { reporter, topic } = await reportedTopic(title);
    const admin = await signedIn("admin", headers);
    const id = await caseOf(admin, address, title);
    const bar = { author: "ban", days: "0", action: "recycle", reason: "底栏的" };
    const own = `reason_${id}`;
    const unreasoned = await settle(admin, { ...bar, intent: `uphold:${id}:hide`, [own]: " " });
    expect([unreasoned.status, unreasoned.$(`[name=${own}]`).attr("aria-invalid")]).toEqual([400, "true"]);
    const done = await settle(admin, { ...bar, intent: `uphold:${id}:hide`, [own]: "确实是广告" });
    expect(done.text).toContain("已处理 1 项");
    expect((await visitor().get(topic.url.pathname)).status).toBe(404);
    const told = await reporter.get("/personalCenter/msg?type=system");
    expect(told.text).toContain("确实是广告");
    expect(told.text).not.toContain("底栏的");
    const bin = await admin.get(`${prefix}/moderator/recycle`);
    expect(bin.text).not.toContain(title);
    expect((await settle(admin, { note: "x", intent: "note", wholeList: "on", ids: id })).text).toContain(
      "备注只写给勾选的举报",
    );
  });

  test("a case is settled with a penalty for the author; empty days are asked for by their field", async () => {
    const title = `作者要处理的帖子 ${shell} ${process.pid}`;
    const { author } = await reportedTopic(title);
    const admin = await signedIn("admin", headers);
    const id = await caseOf(admin, address, title);
    const undated = { intent: "uphold", ids: id, action: "hide", author: "mute", reason: "刷广告" };
    const refusal = await settle(admin, undated);
    expect(refusal.status).toBe(400);
    const days = refusal.$("[name=days]");
    expect(days.attr("aria-invalid")).toBe("true");
    expect(refusal.$(`[id="${days.attr("aria-describedby")?.split(" ")[0]}"]`).text()).toBe(
      "请填写天数，0 为永久",
    );
    expect(refusal.$("[name=author] option[selected]").attr("value")).toBe("mute");
    expect(refusal.$("[name=reason]").attr("value")).toBe("刷广告");
    expect(refusal.$(`[name=ids][value=${id}]`).attr("checked")).toBeDefined();
    const nonsense = await settle(admin, { ...undated, days: "三天" });
    expect(nonsense.status).toBe(400);
    expect(nonsense.$("[name=days]").attr("value")).toBe("三天");
    expect((await settle(admin, { ...undated, days: "3" })).text).toContain("已处理 1 项");
    const told = await author.get("/personalCenter/msg?type=system");
    for (const done of ["屏蔽", "禁言", "刷广告"]) expect(told.text).toContain(done);
    expect((await author.get("/posting")).text).toContain("刷广告");
  });

  test("a case is settled although the author has deleted the text, and is found by its section", async () => {
    const title = `已经删掉的帖子 ${shell} ${process.pid}`;
    const { author, topic } = await reportedTopic(title);
    const own = await author.get(topic.url.pathname);
    const dialog = await author.get(own.$('a[href*="remove="]').first().attr("href") ?? "");
    await author.submit(dialog, { intent: "delete" }, {});
    const admin = await signedIn("admin", headers);
    const page = await admin.get(address);
    const fids = page
      .$("form[method=get] [name=fid] option")
      .toArray()
      .map((option) => page.$(option).attr("value") ?? "");
    expect(fids.length).toBeGreaterThan(2);
    const found = [];
    for (const fid of fids) {
      const narrowed = await admin.get(`${address}?status=waiting&fid=${fid}`);
      expect(narrowed.$("form[method=get] [name=fid] option[selected]").attr("value")).toBe(fid);
      if (narrowed.text.includes(title)) found.push(fid);
    }
    expect(found).toHaveLength(2);
    const [all, section] = found;
    expect(all).toBe("");
    const at = `${address}?status=waiting&fid=${section}`;
    const id = await caseOf(admin, at, title);
    const row = page.$("li").filter((_, each) => page.$(each).find(`[value=${id}]`).length > 0);
    expect(row.find("h2 a").length).toBe(0);
    expect(row.text()).toContain("已删除");
    const done = await settle(admin, { intent: "uphold", ids: id, author: "warn", reason: "删了也算" }, at);
    expect(done.text).toContain("已处理 1 项");
    expect(done.url.searchParams.get("fid")).toBe(section);
    expect((await author.get("/personalCenter/msg?type=system")).text).toContain("警告");
  });

  test("appeals have a menu entry with their number, and are filtered by section", async () => {
    const title = `要申诉的帖子 ${shell} ${process.pid}`;
    const { author } = await reportedTopic(title);
    const admin = await signedIn("admin", headers);
    const id = await caseOf(admin, address, title);
    await settle(admin, { intent: "uphold", ids: id, action: "hide", reason: "像广告" });
    const notices = await author.get("/personalCenter/msg?type=system");
    const asks = await author.get(
      notices.$("a:contains(申诉)").first().attr("href")?.replace(/#.*/, "") ?? "",
    );
    await author.submit(asks, { intent: "appeal" }, { text: "这是我自己画的板子" });
    const menu = (await admin.get(address)).$(`nav a[href="${address}?appeals=open"]`);
    expect(menu.text()).toMatch(/^申诉待处理 \d+已等/);
    expect(menu.attr("aria-current")).toBeUndefined();
    const appeals = await admin.get(menu.attr("href") ?? "");
    const current = appeals.$('nav[aria-label="论坛管理的页面"] a[aria-current=page]');
    expect(current.attr("href")).toBe(menu.attr("href"));
    expect(current.length).toBe(1);
    expect(appeals.$("h1").text()).toBe("申诉");
    expect(appeals.text).toContain("这是我自己画的板子");
    const filter = appeals.$("form[aria-label=筛选申诉]");
    expect(filter.find("[name=appeals]").attr("value")).toBe("open");
    const foreign = filter.find("[name=fid] option").last().attr("value");
    const narrowed = await admin.get(`${address}?appeals=open&fid=${foreign}`);
    expect(narrowed.text).not.toContain("这是我自己画的板子");
  });
});

/** The id of a text's case, by the text's title. */
async function caseOf(browser: PlainBrowser, address: string, title: string): Promise<string> {
  const page = await browser.get(address);
  const row = page.$("article").filter((_, each) => page.$(each).text().includes(title));
  return String(row.parent("li").find("[name=ids]").attr("value"));
}

test("the bins are filtered by the address; invalid parts of it are ignored", async () => {
  const title = `扔进回收站的帖子 ${process.pid}`;
  const { browser: author, nickname } = await newMember();
  const topic = await publishTopic(author, "", "一段正文。", title);
  const admin = await signedIn("admin");
  const theme = await admin.get(`/moderator/theme?keyword=${encodeURIComponent(title)}`);
  const form = theme.$("form:has([value=operate])");
  const hidden = (["csrf", "submissionId"] as const).map((name): [string, string] => [
    name,
    String(form.find(`[name=${name}]`).attr("value")),
  ]);
  const values = { intent: "operate", ids: String(tidOf(topic)), operation: "recycle", reason: "重复发帖" };
  await admin.post("/moderator/theme", new URLSearchParams([...hidden, ...Object.entries(values)]));
  const openBin = async (more: Record<string, string>) =>
    admin.get(`/moderator/recycle?${new URLSearchParams(more)}`);
  const found = await openBin({ author: nickname, since: "2026-01-01", to: "2099-12-31" });
  expect(found.text).toContain(title);
  expect(found.$("main [name=author]").attr("value")).toBe(nickname);
  expect(found.$("main [name=since]").attr("value")).toBe("2026-01-01");
  const replies = found.$("nav a").filter((_, each) => found.$(each).text() === "回复");
  expect(new URL(replies.attr("href") ?? "", found.url).searchParams.get("author")).toBe(nickname);
  expect((await openBin({ author: nickname, by: nickname })).text).toContain("没有符合条件的内容");
  expect((await openBin({ author: nickname, to: "2026-01-01" })).text).not.toContain(title);
  // In an address `from` is the source of a visit, so no list names its date filter `from`.
  for (const [path, filters] of [
    ["/moderator/theme", { author: nickname }],
    ["/moderator/log", { person: nickname }],
  ] as const) {
    const room = (more: object) => admin.get(`${path}?${new URLSearchParams({ ...filters, ...more })}`);
    const dated = await room({ since: "2026-01-01" });
    expect(dated.$("main form[method=get] [type=date]").first().attr("name")).toBe("since");
    expect(dated.$("main [name=since]").attr("value")).toBe("2026-01-01");
    if (path === "/moderator/log") {
      expect(dated.text).toContain("重复发帖");
      expect((await room({ since: "2099-01-01" })).text).toContain("没有符合条件的记录");
    }
  }
  const nonsense = await openBin({
    author: nickname,
    since: "2026-13-45",
    to: "0000-01-01",
    fid: "x",
    page: "0",
  });
  expect(nonsense.status).toBe(200);
  expect(nonsense.text).toContain(title);
});
