import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type GatewayPortal, startGatewayPortal } from "../support/gateway-portal";
import { newMember, oneShellOf, phoneAgent, publishTopic, signedIn, tidOf, visitor } from "./support";

const shells = oneShellOf(import.meta.url, [
  ["desktop", "", {}],
  ["h5", "/h5", { "user-agent": phoneAgent }],
] as const);

test.each(shells)(
  "replies are split into a new topic and moved to another by forms alone, after a question, and it is undone, %s",
  async (shell, prefix, headers) => {
    const { browser: author } = await newMember(headers);
    const page = await publishTopic(author, prefix, "串口打印乱码。", `原来的主题 ${shell} ${process.pid}`);
    const tid = tidOf(page);
    const thread = `${prefix}/hsforum/thread-${tid}-1-1.html`;
    for (const content of ["先看晶振。", "示波器怎么选？", "看带宽。"])
      await author.submit(await author.get(thread), { intent: "reply" }, { content });
    const target = tidOf(
      await publishTopic(author, prefix, "一起说说。", `去的主题 ${shell} ${process.pid}`),
    );

    const admin = await signedIn("admin", headers);
    const topic = await admin.get(thread);
    const dialog = await admin.get(String(topic.$("a[href*='moderate=']").first().attr("href")));
    const at = String(dialog.$("a[href*='/moderator/replies']").attr("href"));
    const list = await admin.get(at);
    const pids = list
      .$("[name=posts]")
      .toArray()
      .map((each) => String(list.$(each).attr("value")));
    expect(pids).toHaveLength(3);
    expect(list.text).toContain("示波器怎么选？");

    // Nothing chosen, no title: said beside the fields, and what was typed is kept.
    const nothing = await admin.submit(list, { intent: "split" }, { reason: "另开一题", title: "短" });
    expect(nothing.status).toBe(400);
    expect(nothing.text).toContain("请先选择回复");
    expect(nothing.text).toContain("标题至少");
    expect(nothing.$("[name=reason]").attr("value")).toBe("另开一题");

    const title = `示波器的带宽怎么选 ${shell}`;
    const split = { posts: pids[1] ?? "", title, reason: "另开一题" };
    const question = await admin.submit(list, { intent: "split" }, split);
    expect(question.text).toContain(`把 1 条回复拆分成新主题「${title}」？`);
    expect(question.text).toContain("3 楼");
    expect((await visitor(headers).get(thread)).text).toContain("示波器怎么选？");
    const made = await admin.submit(question, { button: "确认拆分" });
    expect(tidOf(made)).toBe(tid);
    expect(made.text).toContain(`已拆分成新主题「${title}」`);
    const lead = String(made.$("[data-floor=3] p a").attr("href"));
    const fresh = await visitor(headers).get(lead);
    expect(fresh.$("h1").text()).toContain(title);
    const madeTid = tidOf(fresh);
    const left = await visitor(headers).get(thread);
    expect(left.text).not.toContain("示波器怎么选？");
    expect(left.$(`[data-floor=3] a[href*="thread-${madeTid}-"]`).text()).toBe(title);
    const old = await visitor(headers).get(`${thread}?pid=${pids[1]}`);
    expect(tidOf(old)).toBe(madeTid);

    // The undo stands in the message. The new topic's address leads back.
    const undone = await admin.submit(made, { button: "撤销" });
    expect(undone.text).toContain("已撤销");
    expect((await visitor(headers).get(thread)).text).toContain("示波器怎么选？");
    const gone = await visitor(headers).get(`${prefix}/hsforum/thread-${madeTid}-1-1.html`);
    expect(tidOf(gone)).toBe(tid);

    const wrong = await admin.submit(
      await admin.get(at),
      { intent: "move" },
      { posts: pids[2] ?? "", topic: "999999999", reason: "那边在说" },
    );
    expect([wrong.status, wrong.text]).toEqual([404, expect.stringContaining("帖子不存在")]);
    expect(wrong.$("[name=topic]").attr("value")).toBe("999999999");
    const move = {
      posts: pids[2] ?? "",
      topic: `https://example.com/hsforum/thread-${target}-1-1.html`,
      reason: "那边在说",
    };
    const asked = await admin.submit(await admin.get(at), { intent: "move" }, move);
    expect(asked.text).toContain("的最后？");
    const moved = await admin.submit(asked, { button: "确认移动" });
    expect(moved.text).toContain("已移动 1 条回复");
    expect(moved.text).not.toContain("看带宽。");
    const there = await visitor(headers).get(String(moved.$("[data-floor=4] p a").attr("href")));
    expect(tidOf(there)).toBe(target);
    expect(there.text).toContain("看带宽。");
  },
);

test.each(shells)(
  "a whole topic is merged into another by forms alone, after a question, and it is undone, %s",
  async (shell, prefix, headers) => {
    const { browser: author } = await newMember(headers);
    const title = `重复的主题 ${shell} ${process.pid}`;
    const tid = tidOf(await publishTopic(author, prefix, "串口又打印乱码。", title));
    const into = `原有的主题 ${shell} ${process.pid}`;
    const target = tidOf(await publishTopic(author, prefix, "一起说说。", into));
    const thread = (topic: number) => `${prefix}/hsforum/thread-${topic}-1-1.html`;

    const admin = await signedIn("admin", headers);
    const topic = await admin.get(thread(tid));
    const dialog = await admin.get(String(topic.$("a[href*='moderate=']").first().attr("href")));
    // Also without any reply.
    const at = String(dialog.$("a[href*='/moderator/replies']").attr("href"));
    const wrong = await admin.submit(
      await admin.get(at),
      { intent: "merge" },
      { into: "999999999", reason: "重复了" },
    );
    expect([wrong.status, wrong.text]).toEqual([404, expect.stringContaining("帖子不存在")]);
    expect(wrong.$("[name=into]").attr("value")).toBe("999999999");
    const itself = { into: String(tid), reason: "重复了" };
    const same = await admin.submit(await admin.get(at), { intent: "merge" }, itself);
    const refused = await admin.submit(same, { button: "确认并入" });
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining("请填写另一个主题")]);

    const form = { into: `https://example.com${thread(target)}`, reason: "重复了" };
    const question = await admin.submit(await admin.get(at), { intent: "merge" }, form);
    expect(question.text).toContain(`把整个主题并入「${into}」？`);
    expect(question.text).toContain(`「${title}」的正文和 0 条回复`);
    expect((await visitor(headers).get(thread(target))).text).not.toContain("串口又打印乱码。");
    const merged = await admin.submit(question, { button: "确认并入" });
    expect(tidOf(merged)).toBe(target);
    expect(merged.text).toContain(`已并入「${into}」`);
    const old = await visitor(headers).get(thread(tid));
    expect(tidOf(old)).toBe(target);
    expect(old.$("[data-floor=2]").text()).toContain("串口又打印乱码。");

    const undone = await admin.submit(merged, { button: "撤销" });
    expect(undone.text).toContain("已撤销");
    const back = await visitor(headers).get(thread(tid));
    expect([tidOf(back), back.$("h1").text()]).toEqual([tid, expect.stringContaining(title)]);
    expect((await visitor(headers).get(thread(target))).text).not.toContain("串口又打印乱码。");
  },
);

test("a member gets no such page, and a moderator none of another's section", async () => {
  const { browser: member } = await newMember();
  const tid = tidOf(await publishTopic(member));
  const away = await member.get(`/moderator/replies?tid=${tid}`);
  expect(away.url.pathname).not.toContain("replies");
  const moderator = await signedIn("moderator");
  const page = await moderator.get("/moderator/replies?tid=999999999");
  expect(page.status).toBe(404);
});

describe("while the other topic cannot be read", () => {
  let portal: GatewayPortal;
  beforeAll(async () => {
    portal = await startGatewayPortal();
  });
  afterAll(() => portal?.stop());

  test("nothing moves without the question", async () => {
    const at = portal.gateway;
    const [admin, author] = [await at.member({ admin: true }), await at.member()];
    const section = await at.section();
    const [{ tid }, target] = [await at.topic(author, section), await at.topic(author, section)];
    const { pid } = await at.reply(author, tid);
    const browser = await portal.browserOf(admin);
    const list = await browser.get(`/moderator/replies?tid=${tid}`);
    const fields = { posts: String(pid), topic: String(target.tid), reason: "那边在说" };
    const isTarget = new RegExp(`"tid":"?${target.tid}\\b`);
    portal.misbehave((path, body) =>
      path.endsWith("/topic/detail") && isTarget.test(body) ? { status: 500, body: {} } : null,
    );
    const answer = await browser.submit(list, { intent: "move" }, fields);
    portal.misbehave(null);
    expect(answer.status).toBeGreaterThanOrEqual(500);
    expect((await at.ok("topicDetail", { tid })).replies).toBe(1);
    const asked = await browser.submit(list, { intent: "move" }, fields);
    expect(asked.text).toContain("的最后？");
  });
});
