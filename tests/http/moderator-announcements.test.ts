import { describe, expect, test, vi } from "vitest";
import { newMember, shellsOf, signedIn } from "./support";

describe.each(shellsOf(import.meta.url))("announcements, $shell", ({ prefix, headers }) => {
  const at = `${prefix}/moderator/announcements`;

  test("an announcement is written, previewed, tested, sent and read by forms alone", async () => {
    const { browser: person } = await newMember(headers);
    const admin = await signedIn("admin", headers);
    const title = `停机维护 ${process.pid}${prefix}`;
    const page = await admin.get(at);
    expect(page.$(`nav[aria-label="论坛管理的页面"] a[aria-current]`).text()).toContain("公告");
    const empty = await admin.submit(page, { intent: "send" }, {});
    expect([empty.status, empty.text]).toEqual([400, expect.stringContaining("请填写标题")]);
    const typed = { title, text: "周六停机\n两小时", link: "/forum/all" };
    const unnamed = await admin.submit(empty, { intent: "send" }, { ...typed, audience: "product" });
    expect([unnamed.status, unnamed.text]).toEqual([400, expect.stringContaining("请填写是哪一个")]);
    const unknown = await admin.submit(unnamed, { intent: "preview" }, { target: "没有这个产品" });
    expect([unknown.status, unknown.text]).toEqual([422, expect.stringContaining("没有找到")]);
    expect(unknown.$("[name=target]").attr("aria-invalid")).toBe("true");
    expect(unknown.$("[name=title]").attr("value")).toBe(title);

    const all = { ...typed, audience: "all", target: "" };
    const preview = await admin.submit(unknown, { intent: "preview" }, all);
    expect(preview.$("section[aria-label=预览]").text()).toMatch(/现在有 \d+ 人会收到/);
    const tested = await admin.submit(preview, { intent: "test" }, all);
    expect(tested.text).toContain("已发给你自己");
    expect((await person.get(`${prefix}/personalCenter/msg?type=system`)).text).not.toContain(title);

    const asked = await admin.submit(tested, { intent: "send" }, all);
    expect(asked.text).toContain(`把「${title}」发给全部用户？`);
    const sent = await admin.submit(asked, { button: "确认发送" });
    expect(sent.text).toContain("已开始发送");
    await vi.waitFor(
      async () => {
        const inbox = await person.get(`${prefix}/personalCenter/msg?type=system`);
        expect(inbox.text).toContain(`社区公告：${title}`);
        expect(inbox.text).toContain("周六停机");
      },
      { timeout: 120_000, interval: 250 },
    );
    // It opens by a button that marks it as read, and leads to its link.
    const inbox = await person.get(`${prefix}/personalCenter/msg?type=system`);
    const open = inbox.$("button[name=open]").filter((_, button) => inbox.$(button).text().includes(title));
    expect(String(open.attr("value"))).toContain("/forum/all");
    await person.submit(inbox, { button: open.text().trim() });
    await vi.waitFor(
      async () => {
        const report = await admin.get(sent.url.pathname + sent.url.search);
        expect(report.$("section[aria-labelledby=report]").text()).toContain("已发送");
        expect(report.$("section[aria-labelledby=report] dd").eq(1).text()).toBe("1");
      },
      { timeout: 120_000, interval: 250 },
    );
    const log = await admin.get(`${prefix}/moderator/log?action=announce`);
    expect(log.text).toContain("公告的种类：无 → 社区公告");
  });

  test("a scheduled announcement is stopped after a question, and declined by kind in the settings", async () => {
    const admin = await signedIn("admin", headers);
    const title = `以后的公告 ${process.pid}${prefix}`;
    const later = `${new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)}T10:00`;
    const typed = { title, text: "到时候见", audience: "all", sendAt: later };
    const asked = await admin.submit(await admin.get(at), { intent: "send" }, typed);
    const planned = await admin.submit(asked, { button: "确认安排" });
    expect(planned.text).toContain("等待发送");
    const question = await admin.submit(planned, { intent: "stop" });
    expect(question.text).toContain("停止发送这条公告？");
    const stopped = await admin.submit(question, { button: "确认停止" });
    expect(stopped.text).toContain("已停止，之前已发给 0 人");
    const past = await admin.submit(
      await admin.get(at),
      { intent: "send" },
      { ...typed, sendAt: "2020-01-01T10:00" },
    );
    const refused = await admin.submit(past, { button: "确认安排" });
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining("发送时间要在现在之后")]);

    const { browser: person } = await newMember(headers);
    const setting = await person.get(`${prefix}/personalCenter/setting?section=notices`);
    expect(setting.$("input[name=told][value=announceSite]").attr("checked")).toBeDefined();
    const told = setting
      .$("input[name=told]")
      .toArray()
      .map((box) => box.attribs.value ?? "")
      .filter((value) => value !== "announceSite");
    const saved = await person.submit(setting, { intent: "notices" }, { told });
    expect(saved.$("input[name=told][value=announceSite]").attr("checked")).toBeUndefined();
  });

  test("nobody but administrators may open the page", async () => {
    const moderator = await signedIn("moderator", headers);
    expect((await moderator.get(at)).url.pathname).not.toContain("announcements");
  });
});
