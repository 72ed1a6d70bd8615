import { describe, expect, test } from "vitest";
import type { Page, PlainBrowser } from "../support/plain-browser";
import { reviewedWord, writeWaiting } from "../support/waiting-texts";
import { newMember, oneShellOf, phoneAgent, publishTopic, signedIn, tidOf, visitor } from "./support";

const shells = oneShellOf(import.meta.url, [
  ["desktop", "", {}],
  ["h5", "/h5", { "user-agent": phoneAgent }],
] as const);

function reviewForm(page: Page, values: Record<string, string>): URLSearchParams {
  const form = page.$("form:has([value=approve])");
  const hidden = (["csrf", "submissionId"] as const).map((name): [string, string] => [
    name,
    String(form.find(`[name=${name}]`).attr("value")),
  ]);
  return new URLSearchParams([...hidden, ...Object.entries(values)]);
}

async function decide(browser: PlainBrowser, address: string, values: Record<string, string>) {
  const page = await browser.get(address);
  return browser.post(address, reviewForm(page, values), { follow: true });
}

describe.each(shells)("the review queue, %s", (_shell, prefix, headers) => {
  test("texts are approved, refused with a reason, ignored and discarded by posted forms", async () => {
    const { browser: author, nickname } = await newMember();
    const admin = await signedIn("admin", headers);
    const address = `${prefix}/moderator/audit?author=${encodeURIComponent(nickname)}`;
    const waiting = async () => {
      const topic = await publishTopic(author, "", `一段${reviewedWord}的正文。`);
      const page = await admin.get(address);
      const pid = String(page.$("[name=ids]").last().attr("value"));
      expect(page.$("mark").text()).toContain(reviewedWord);
      return { tid: tidOf(topic), path: topic.url.pathname, pid };
    };
    const first = await waiting();
    expect((await visitor().get(first.path)).status).toBe(404);
    const nothing = await decide(admin, address, { intent: "approve", reason: "看过了" });
    expect(nothing.status).toBe(400);
    expect(nothing.text).toContain("请先选择要处理的内容");
    expect(nothing.$("[name=reason]").attr("value")).toBe("看过了");
    const unreasoned = await decide(admin, address, { intent: "refuse", ids: first.pid });
    expect(unreasoned.status).toBe(400);
    expect(unreasoned.text).toContain("请填写理由，作者会看到");
    expect(unreasoned.$(`[name=ids][value=${first.pid}]`).attr("checked")).toBeDefined();
    // A form without a decision decides nothing.
    const undecided = await decide(admin, address, { ids: first.pid, reason: "看过了" });
    expect([undecided.status, undecided.text.includes("没有说明要怎么处理")]).toEqual([400, true]);
    expect(undecided.$("[name=reason]").attr("value")).toBe("看过了");
    expect((await decide(admin, address, { intent: "claim", ids: first.pid })).text).toContain("已领取 1 项");
    expect((await decide(admin, address, { intent: "release", ids: first.pid })).text).toContain(
      "已放回 1 项",
    );
    expect((await decide(admin, address, { intent: "approve", ids: first.pid })).text).toContain(
      "已处理 1 项",
    );
    expect((await visitor().get(first.path)).status).toBe(200);

    const second = await waiting();
    await decide(admin, address, { intent: "refuse", ids: second.pid, reason: "请去掉推广" });
    expect((await author.get(second.path)).text).toContain("请去掉推广");
    const third = await waiting();
    const set = await decide(admin, address, { intent: "ignore", ids: third.pid });
    const queued = await admin.submit(set, { intent: "undo" });
    expect(queued.text).toContain("已撤销，1 项恢复成处理前的样子");
    expect(queued.$(`[name=ids][value=${third.pid}]`).length).toBe(1);
    await decide(admin, address, { intent: "ignore", ids: third.pid });
    expect((await admin.get(`${address}&ignored=1`)).$(`[name=ids][value=${third.pid}]`).length).toBe(1);
    const fourth = await waiting();
    await decide(admin, address, { intent: "discard", ids: fourth.pid, reason: "广告" });
    expect((await admin.get(`${prefix}/moderator/recycle`)).$(`[name=ids][value=${fourth.tid}]`).length).toBe(
      1,
    );
  });

  test("twenty texts at a time are decided in three requests: the list, the form, the list with the result", async () => {
    const { browser: author, nickname } = await newMember();
    await writeWaiting(author, 20);
    const admin = await signedIn("admin", headers);
    const address = `${prefix}/moderator/audit?author=${encodeURIComponent(nickname)}`;
    const list = await admin.get(address);
    const ids = list
      .$("[name=ids]")
      .toArray()
      .map((box) => String(list.$(box).attr("value")));
    expect(ids).toHaveLength(20);
    const form = reviewForm(list, { intent: "approve" });
    for (const id of ids) form.append("ids", id);
    const sent = await admin.post(address, form);
    expect(sent.status).toBe(303);
    const result = await admin.get(String(sent.headers.get("location")));
    expect(result.text).toContain("已处理 20 项");
    expect(result.$("[name=ids]").length).toBe(0);
  });

  test("a text is decided in its own row, without a tick; a reason is asked for there, and other typed and ticked fields stay", async () => {
    const { browser: author, nickname } = await newMember();
    await writeWaiting(author, 3);
    const admin = await signedIn("admin", headers);
    const address = `${prefix}/moderator/audit?author=${encodeURIComponent(nickname)}`;
    const list = await admin.get(address);
    const ids = list
      .$("[name=ids]")
      .toArray()
      .map((box) => String(list.$(box).attr("value")));
    const [first = "", second = "", third = ""] = ids;
    const elsewhere = { ids: third, reason: "给底栏的理由", [`reason_${third}`]: "给第三条的" };
    const unreasoned = await decide(admin, address, { ...elsewhere, intent: `refuse:${second}` });
    expect(unreasoned.status).toBe(400);
    const own = unreasoned.$(`[name=reason_${second}]`);
    expect(own.attr("aria-invalid")).toBe("true");
    expect(unreasoned.$(`[id="${own.attr("aria-describedby")}"]`).text()).toContain("请填写理由，作者会看到");
    expect(unreasoned.$("[aria-invalid]").length).toBe(1);
    expect(unreasoned.$(`[name=reason_${third}]`).attr("value")).toBe("给第三条的");
    expect(unreasoned.$("main [name=reason]").attr("value")).toBe("给底栏的理由");
    expect(unreasoned.$("[name=ids][checked]").attr("value")).toBe(third);
    const page = await admin.get(address);
    const body = reviewForm(page, {
      ids: third,
      intent: `refuse:${second}`,
      [`reason_${first}`]: "",
      [`reason_${second}`]: "请去掉推广",
      [`reason_${third}`]: "",
    });
    const sent = await admin.post(address, body);
    expect([sent.status, sent.headers.get("location")]).toEqual([303, `${address}#row-${third}`]);
    // The same form again is the same decision; another row's button makes another decision.
    await admin.post(address, body, { follow: true });
    body.set("intent", `approve:${first}`);
    const approved = await admin.post(address, body, { follow: true });
    expect(approved.text).toContain("已处理 1 项");
    expect(approved.$("form[action*='/moderator/batch']").length).toBe(1);
    expect(approved.$("[name=ids]").attr("value")).toBe(third);
    expect((await author.get("/personalCenter/msg?type=system")).text).toContain(
      "没有通过审核：等着看一眼的帖子 4",
    );
    // The row of a text that was decided meanwhile says so.
    const late = await decide(admin, address, { intent: `ignore:${first}` });
    expect([late.status, late.$("main [role=alert]").text()]).toEqual([
      422,
      expect.stringMatching(/^刚才那一项：/),
    ]);
  });

  test("the whole list is decided after a question that shows the number, on whatever page its texts are", async () => {
    const { browser: author, nickname } = await newMember();
    await writeWaiting(author, 21);
    const admin = await signedIn("admin", headers);
    const address = `${prefix}/moderator/audit?author=${encodeURIComponent(nickname)}&size=20`;
    const list = await admin.get(address);
    expect(list.$(`label[for="${list.$("[name=wholeList]").attr("id")}"]`).text()).toBe(
      "选择符合条件的全部 21 项",
    );
    expect(list.$("nav[aria-label=每页多少项] [aria-current]").text()).toBe("20 项/页");
    const whole = { intent: "approve", wholeList: "on" };
    const prompt = await decide(admin, address, whole);
    const box = prompt.$("[role=alert][aria-label]");
    expect([prompt.status, box.attr("aria-label")]).toEqual([200, "通过：符合条件的全部 21 项？"]);
    expect(prompt.$("[name=wholeList]").attr("checked")).toBeDefined();
    expect(prompt.$("[name=ids]").length).toBe(20);
    const sure = String(box.find("[name=sure]").attr("value"));
    const mistyped = await decide(admin, address, { ...whole, sure, howMany: "20" });
    expect([mistyped.status, mistyped.text]).toEqual([400, expect.stringContaining("请输入 21")]);
    const unchanged = await decide(admin, address, { ...whole, intent: "keep:approve", sure, howMany: "21" });
    expect([unchanged.$("[role=alert][aria-label]").length, unchanged.$("[name=ids]").length]).toEqual([
      0, 20,
    ]);
    // The confirmation is for exactly these texts: after another decision the page asks again.
    const other = String(list.$("[name=ids]").first().attr("value"));
    await decide(admin, address, { intent: `ignore:${other}` });
    const anew = await decide(admin, address, { ...whole, sure, howMany: "21" });
    expect(anew.$("[role=alert][aria-label]").attr("aria-label")).toBe("通过：符合条件的全部 20 项？");
    const last = await decide(admin, address, {
      ...whole,
      sure: String(anew.$("[name=sure]").attr("value")),
      howMany: "20",
    });
    expect(last.text).toContain("已处理 20 项");
    await decide(admin, `${address}&ignored=1`, { intent: `approve:${other}` });
    for (const left of [address, `${address}&ignored=1`])
      expect((await admin.get(left)).$("[name=ids]").length).toBe(0);
    const nothing = await admin.post(address, reviewForm(list, whole), { follow: true });
    expect([nothing.status, nothing.text]).toEqual([422, expect.stringContaining("没有符合条件的内容")]);
  });

  test("the page size is remembered by the other lists; the tabs show the same numbers as the menu", async () => {
    const admin = await signedIn("admin", headers);
    const size = (page: Page) => page.$("nav[aria-label=每页多少项] [aria-current]").text();
    expect(size(await admin.get(`${prefix}/moderator/theme?size=50`))).toBe("50 项/页");
    const theme = await admin.get(`${prefix}/moderator/theme`);
    expect([size(theme), theme.$("[name=ids]").length]).toEqual(["50 项/页", 50]);
    expect(size(await admin.get(`${prefix}/moderator/theme?size=21`))).toBe("50 项/页");
    expect(size(await admin.get(`${prefix}/moderator/theme?size=20`))).toBe("20 项/页");
    const number = (text: string) => Number(/ (\d+)(?!.*项)/.exec(text)?.[1] ?? 0);
    for (const who of [await signedIn("moderator", headers), admin])
      for (const [path, menu, label, parts] of [
        ["audit", "audit", "待审的内容", 3],
        ["report", "report", "举报的状态", 2],
        ["report?appeals=open", "report?appeals=open", "申诉的状态", 1],
        ["advice", "advice", "来信的种类", 3],
      ] as const) {
        const page = await who.get(`${prefix}/moderator/${path}`);
        const entry = page.$(`nav[aria-label=论坛管理的页面] a[href="${prefix}/moderator/${menu}"]`);
        if (entry.length === 0) continue;
        const waiting = Number(/待处理 (\d+)/.exec(entry.text())?.[1] ?? 0);
        const tabs = page.$(`nav[aria-label=${label}] a`).toArray().slice(0, parts);
        const sum = tabs.reduce((all, tab) => all + number(page.$(tab).text()), 0);
        expect([path, sum]).toEqual([path, waiting]);
      }
  });

  test("changes of personal information are shown with names and pictures, old beside new", async () => {
    const admin = await signedIn("admin", headers);
    const page = await admin.get(`${prefix}/moderator/audit?of=profiles`);
    const changes = page.$("dl").text();
    expect(changes).toContain("博士");
    expect(changes).not.toContain("doctor");
    expect(page.$("dl img[src^='/gateway/files/']").length).toBe(2);
    expect(page.$("main").text()).toContain("物料直供加我微信");
  });

  test("administrators alone have a tab of personal information", async () => {
    const admin = await signedIn("admin", headers);
    expect((await admin.get(`${prefix}/moderator/audit?of=profiles`)).text).toContain("资料");
    const moderator = await signedIn("moderator", headers);
    const page = await moderator.get(`${prefix}/moderator/audit?of=profiles`);
    expect(page.$("nav[aria-label=待审的内容]").text()).not.toContain("资料");
  });
});
