import { describe, expect, test } from "vitest";
import type { PlainBrowser } from "../support/plain-browser";
import { newMember, phoneAgent, publishTopic, signedIn, tidOf, visitor } from "./support";

const shells = [
  ["desktop", "", {}],
  ["h5", "/h5", { "user-agent": phoneAgent }],
] as const;

describe.each(shells)("what was reported, %s", (shell, prefix, headers) => {
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

  test("is settled with a reason by one posted form, and everybody is told", async () => {
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
    const told = await reporter.get("/personalCenter/msg?type=system");
    expect(told.text).toContain("举报成立");
    expect(told.text).toContain("确实是广告");
    expect(told.text).not.toContain("青芯小管家");
    expect((await author.get("/personalCenter/msg?type=system")).text).toContain("屏蔽");
    expect((await admin.get(`${address}?status=upheld`)).text).toContain(title);
  });
});
