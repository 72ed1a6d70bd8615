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

describe.each(shells)("what waits for a look, %s", (_shell, prefix, headers) => {
  test("is approved, refused with a reason, ignored and discarded by posted forms", async () => {
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
    // Neither does a form decide that says nothing of what is to be done.
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

  test("is decided on twenty at a time in three requests: the list, the form, the list that says so", async () => {
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

  test("shows changes of personal information by their names and pictures, old beside new", async () => {
    const admin = await signedIn("admin", headers);
    const page = await admin.get(`${prefix}/moderator/audit?of=profiles`);
    const changes = page.$("dl").text();
    expect(changes).toContain("博士");
    expect(changes).not.toContain("doctor");
    expect(page.$("dl img[src^='/gateway/files/']").length).toBe(2);
    expect(page.$("main").text()).toContain("物料直供加我微信");
  });

  test("has a tab of personal information for administrators alone", async () => {
    const admin = await signedIn("admin", headers);
    expect((await admin.get(`${prefix}/moderator/audit?of=profiles`)).text).toContain("资料");
    const moderator = await signedIn("moderator", headers);
    const page = await moderator.get(`${prefix}/moderator/audit?of=profiles`);
    expect(page.$("nav[aria-label=待审的内容]").text()).not.toContain("资料");
  });
});
