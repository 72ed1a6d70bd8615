import { describe, expect, test } from "vitest";
import type { PlainBrowser } from "../support/plain-browser";
import { newMemberPassword } from "../support/register";
import { newMember, oneShellOf, phoneAgent, publishTopic, signedIn, tidOf, visitor } from "./support";

const shells = oneShellOf(import.meta.url, [
  ["desktop", "", {}],
  ["h5", "/h5", { "user-agent": phoneAgent }],
] as const);

describe.each(shells)("restricting people, %s", (shell, prefix, headers) => {
  const address = `${prefix}/moderator/forbiddenUser`;

  /** Posts the form that has this button, with its present values. */
  async function post(browser: PlainBrowser, at: string, intent: string, values: Record<string, string>) {
    const page = await browser.get(at);
    const form = page.$(`form:has([name=intent][value=${intent}])`);
    const hidden = form
      .find("input[type=hidden]")
      .toArray()
      .map((input): [string, string] => [
        String(page.$(input).attr("name")),
        String(page.$(input).attr("value") ?? ""),
      ]);
    const body = new URLSearchParams([...hidden, ["intent", intent], ...Object.entries(values)]);
    return browser.post(at, body, { follow: true });
  }

  test("a person is found, muted with a reason, and reads the reason; wrong input keeps what was typed", async () => {
    const { browser: member, nickname } = await newMember();
    const topic = await publishTopic(member, "", "一段正文。", `被禁言的人的帖子 ${shell} ${process.pid}`);
    const admin = await signedIn("admin", headers);
    const found = await admin.get(`${address}?user=${encodeURIComponent(nickname)}`);
    expect(found.text).toContain("处罚记录");
    const uid = String(found.$("form:has([value=restrict]) [name=uid]").attr("value"));
    const person = `${address}?uid=${uid}`;

    const wrong = await post(admin, person, "restrict", { action: "mute", days: "4000", reason: "广告刷屏" });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain("天数须是 0 到 3650 的整数");
    expect(wrong.$("[name=reason]").attr("value")).toBe("广告刷屏");
    expect(wrong.$("[name=days]").attr("value")).toBe("4000");
    expect(wrong.$("[name=action][value=mute]").attr("checked")).toBeDefined();
    // An empty number of days does not mean "for good", and the field stays empty.
    const emptied = await post(admin, person, "restrict", { action: "mute", days: "", reason: "广告刷屏" });
    expect([emptied.status, emptied.text]).toEqual([400, expect.stringContaining("请填写天数，0 为永久")]);
    expect(emptied.$("[name=days]").attr("value")).toBe("");
    expect(emptied.$("[name=reason]").attr("value")).toBe("广告刷屏");
    const none = await post(admin, person, "restrict", { days: "3", reason: "广告" });
    expect([none.status, none.text]).toEqual([400, expect.stringContaining("请选择处理方式")]);

    const done = await post(admin, person, "restrict", { action: "mute", days: "3", reason: "广告刷屏" });
    expect(done.text).toContain("已处理");
    expect(done.text).toContain("广告刷屏");
    expect((await admin.get(address)).text).toContain(nickname);
    // The message after the action undoes it; then the action is repeated.
    const back = await admin.submit(done, { intent: "undo" });
    expect(back.text).toContain("已撤销，1 项恢复成处理前的样子");
    expect((await admin.get(address)).text).not.toContain(nickname);
    expect((await member.get("/posting")).text).not.toContain("原因：广告刷屏");
    await post(admin, person, "restrict", { action: "mute", days: "3", reason: "广告刷屏" });
    const page = await member.get(topic.url.pathname);
    expect(page.text).toContain("原因：广告刷屏");
    expect((await member.get("/posting")).text).toContain("原因：广告刷屏");
    const notices = await member.get("/personalCenter/msg?type=system");
    expect(notices.text).toContain("禁言");

    // The person appeals, by a form on the notice's page.
    const appealAt = String(notices.$("a:contains(申诉)").first().attr("href")).replace(/#.*/, "");
    const empty = await post(member, appealAt, "appeal", { text: " " });
    expect([empty.status, empty.text]).toEqual([400, expect.stringContaining("请填写申诉的理由")]);
    const appealed = await post(member, appealAt, "appeal", { text: `这是误会 ${shell}` });
    expect(appealed.text).toContain("申诉已提交");
    const list = `${prefix}/moderator/report?appeals=open`;
    const appeals = await admin.get(list);
    const row = appeals
      .$("article")
      .filter((_, each) => appeals.$(each).text().includes(`这是误会 ${shell}`));
    // There is one administrator, so nobody else can answer the appeal.
    const ids = String(row.parent("li").find("[name=ids]").attr("value"));
    const unanswered = await post(admin, list, "appeal-uphold", { ids });
    expect([unanswered.status, unanswered.text]).toEqual([400, expect.stringContaining("请填写理由")]);
    expect(unanswered.$(`[name=ids][value=${ids}]`).attr("checked")).toBeDefined();
    const hasty = await post(admin, list, "appeal-reject", { ids, reason: "按错了" });
    const undone = await admin.submit(hasty, { intent: "undo" });
    expect(undone.text).toContain("已撤销，1 项恢复成处理前的样子");
    const upheld = await post(admin, list, "appeal-uphold", { ids, reason: "查过了，是误会" });
    expect(upheld.text).toContain("已处理 1 项");
    expect((await admin.get(`${prefix}/moderator/report?appeals=decided`)).text).toContain("查过了，是误会");
    expect((await member.get("/personalCenter/msg?type=system")).text).toContain("查过了，是误会");
    expect((await admin.get(person)).text).toContain("解除于");
    const again = await post(admin, person, "restrict", { action: "lift", reason: "再一次" });
    expect([again.status, again.text]).toEqual([422, expect.stringContaining("已经是这样了")]);
    expect(again.$("[name=reason]").attr("value")).toBe("再一次");

    const noted = await post(admin, person, "note", { text: "提醒过广告的事" });
    expect(noted.text).toContain("提醒过广告的事");
    const unnoted = await post(admin, person, "note", { text: " " });
    expect([unnoted.status, unnoted.text]).toEqual([400, expect.stringContaining("请填写备注")]);
  });

  test("a person is warned and muted on their own page by the same form, and others do not see it", async () => {
    const { browser: member, nickname } = await newMember();
    const admin = await signedIn("admin", headers);
    const found = await admin.get(`${address}?user=${encodeURIComponent(nickname)}`);
    const uid = String(found.$("form:has([value=restrict]) [name=uid]").attr("value"));
    const home = `${prefix}/userhomepage?uid=${uid}`;
    const link = (await admin.get(home)).$("a[href*='moderate=1']");
    expect(link.attr("href")).toBe(`${home}&moderate=1`);
    const at = `${home}&moderate=1`;
    for (const other of [visitor(headers), await signedIn("member", headers), member]) {
      const page = await other.get(at);
      expect(page.$("main :is([value=restrict], a[href*='moderate=1'])").length).toBe(0);
    }
    const wrong = await post(admin, at, "restrict", { action: "mute", days: "", reason: "广告刷屏" });
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining("请填写天数，0 为永久")]);
    expect(wrong.$("dialog [name=reason]").attr("value")).toBe("广告刷屏");
    expect(wrong.$("dialog [name=action][value=mute]").attr("checked")).toBeDefined();
    const done = await post(admin, at, "restrict", { action: "mute", days: "3", reason: "广告刷屏" });
    expect([done.url.pathname + done.url.search, done.text]).toEqual([
      home,
      expect.stringContaining("已处理"),
    ]);
    const again = await admin.get(at);
    expect(again.$("dialog").text()).toContain("禁言中，到");
    expect((await member.get("/posting")).text).toContain("原因：广告刷屏");
    const lifted = await post(admin, at, "restrict", { action: "lift", reason: "说清楚了" });
    expect(lifted.text).toContain("已处理");
    expect((await admin.get(at)).$("dialog").text()).not.toContain("禁言中");
    // The moderation area shows their rank and one's own.
    const moderator = await signedIn("moderator", headers);
    const above = await moderator.get(`${prefix}/userhomepage?uid=1&moderate=1`);
    expect(above.$("dialog [value=restrict]").length).toBe(0);
  });

  test("a banned person is signed out, reads why at the sign-in, appeals, and gets their data", async () => {
    const { browser: member, nickname, account } = await newMember();
    const topic = await publishTopic(member, "", "一段正文。", `被封的人的帖子 ${shell} ${process.pid}`);
    const admin = await signedIn("admin", headers);
    const found = await admin.get(`${address}?user=${encodeURIComponent(nickname)}`);
    const uid = String(found.$("form:has([value=restrict]) [name=uid]").attr("value"));
    // A page that was opened twice is cached for everybody.
    const topicAddress = `/hsforum/thread-${tidOf(topic)}-1-1.html`;
    for (let look = 0; look < 2; look += 1) expect((await visitor().get(topicAddress)).status).toBe(200);
    const done = await post(admin, `${address}?uid=${uid}`, "restrict", {
      action: "ban",
      days: "0",
      reason: "多次群发广告",
      recycleDays: "1",
    });
    expect(done.text).toContain("清理近期内容");
    expect((await visitor().get(`/forum/topicDetail?tid=${tidOf(topic)}`)).status).toBe(404);
    // A hidden text leaves the cached pages at once; otherwise a page stays up to five seconds.
    const timeout = 4_000;
    await expect
      .poll(async () => (await visitor().get(topicAddress)).status, { timeout, interval: 50 })
      .toBe(404);
    expect((await member.get("/personalCenter/posts")).url.pathname).not.toBe("/personalCenter/posts");

    const banned = visitor();
    const form = await banned.get("/gateway/signin");
    const typed = { account, password: newMemberPassword };
    const refused = await banned.submit(form, { intent: "submit" }, typed);
    expect(refused.url.pathname).toBe("/gateway/banned");
    expect(refused.text).toContain("永久");
    expect(refused.text).toContain("多次群发广告");
    const empty = await banned.submit(refused, { intent: "submit" }, { text: "  " });
    expect([empty.status, empty.text]).toEqual([400, expect.stringContaining("请填写申诉的理由")]);
    expect(empty.text).toContain("多次群发广告");
    const sent = await banned.submit(empty, { intent: "submit" }, { text: "账号被盗用了" });
    expect(sent.text).toContain("你的申诉已经收到");
    const exported = await banned.submit(sent, { intent: "export" }, {});
    expect(exported.text).toMatch(/正在打包|下载我的资料/);
    await expect
      .poll(async () => (await banned.get("/gateway/banned")).$("a[download]").attr("href"), {
        timeout: 120_000,
      })
      .toBeDefined();
    const ready = await banned.get("/gateway/banned");
    const archive = await banned.fetchPage(String(ready.$("a[download]").attr("href")));
    expect([archive.status, archive.headers.get("content-type")]).toEqual([200, "application/zip"]);
    // Other people cannot read the reason.
    expect((await visitor().get("/gateway/banned")).text).not.toContain("多次群发广告");
    const other = await visitor().get(String(ready.$("a[download]").attr("href")));
    expect(other.url.pathname).toBe("/gateway/signin");
  });

  test("administrators ban networks, but not their own", async () => {
    const admin = await signedIn("admin", headers);
    const at = `${address}?networks=1`;
    const own = await post(admin, at, "ban", { network: "127.0.0.0/16", days: "1", reason: "试试" });
    expect([own.status, own.text]).toEqual([422, expect.stringContaining("你自己正在用的地址")]);
    expect(own.$("[name=network]").attr("value")).toBe("127.0.0.0/16");
    const wrong = await post(admin, at, "ban", { network: "一个地址", days: "1", reason: "试试" });
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining("请填写 IP 地址")]);
    const emptied = await post(admin, at, "ban", { network: "203.0.112.7", days: "", reason: "试试" });
    expect([emptied.status, emptied.text]).toEqual([400, expect.stringContaining("请填写天数，0 为永久")]);
    expect(emptied.$("[name=days]").attr("value")).toBe("");
    const network = shell === "h5" ? "203.0.113.0/25" : "203.0.113.128/25";
    expect((await post(admin, at, "ban", { network, days: "30", reason: "群发广告" })).text).toContain(
      `已封禁 ${network}`,
    );
    const page = await admin.get(at);
    const row = page.$("li").filter((_, each) => page.$(each).find("code").text() === network);
    const ids = String(row.find("[name=ids]").attr("value"));
    const nothing = await post(admin, at, "unban", { reason: "换了人" });
    expect([nothing.status, nothing.text]).toEqual([400, expect.stringContaining("请先选择")]);
    const lifted = await post(admin, at, "unban", { ids, reason: "换了人" });
    expect(lifted.text).toContain("已解封");
    const banned = await admin.submit(lifted, { intent: "undo" });
    expect(banned.$(`code:contains("${network}")`).length).toBe(1);
    expect((await post(admin, at, "unban", { ids, reason: "换了人" })).text).toContain("已解封");
    const moderator = await signedIn("moderator", headers);
    expect((await moderator.get(at)).text).not.toContain("封禁网段");
  });
});
