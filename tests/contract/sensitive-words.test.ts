import { shortKeep } from "contract/base/keep-for";
import { and, eq } from "drizzle-orm";
import { reviewItems } from "gateway/database/schema";
import { decideReview } from "gateway/forum/states/review";
import { saveWords } from "gateway/sensitive-words/list";
import { createLimits } from "gateway/server/limits";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { expectExactCounters } from "../support/counters";
import { type Member, type Section, startGateway, submissionId, TestGateway } from "../support/gateway";

const gateway = startGateway();
afterEach(() => expectExactCounters(gateway().database));
const words: Parameters<typeof saveWords>[1] = [
  { word: "代开发票", level: "refuse", replacement: null },
  { word: "加我微信", level: "review", replacement: null },
  { word: "破芯片", level: "replace", replacement: "这颗芯片" },
  { word: "傻瓜官方", level: "replace", replacement: null },
];
beforeAll(() => saveWords(gateway().database, words, new Date()));

const unread = async (member: Member) => (await gateway().ok("getMyPersonalDetail", {}, member)).unread;
const detail = (tid: number, as: Member | null = null) => gateway().ok("topicDetail", { tid }, as);

async function scene() {
  const [author, other, moderator] = [
    await gateway().member(),
    await gateway().member(),
    await gateway().member(),
  ];
  const section = await gateway().section({ moderators: [moderator] });
  return { author, other, moderator, section };
}
const topicOf = ({ fid }: Section, change: object = {}) => ({
  fid,
  classId: null,
  title: "串口乱码怎么查",
  content: "波特率对不上",
  tags: [],
  submissionId: submissionId(),
  ...change,
});

describe("a refused word", () => {
  it("is reported by its field and position in each text of a person, and the answer shows nothing of the list", async () => {
    const { author, other, section } = await scene();
    const { tid, pid } = await gateway().topic(author, section);
    const reply = await gateway().reply(author, tid);
    const text = "可以代.開 發票的";
    const marks = [{ start: 2, end: 8 }];
    const writes = [
      ["submitTopic", topicOf(section, { title: text }), "title", marks],
      ["submitTopic", topicOf(section, { content: `好\r\n${text}` }), "content", [{ start: 4, end: 10 }]],
      [
        "submitTopic",
        topicOf(section, { tags: ["串口", "代开发票"] }),
        "tags",
        [{ start: 0, end: 4, item: 1 }],
      ],
      ["editTopic", { tid, ...topicOf(section, { content: text }) }, "content", marks],
      ["submitPost", { tid, content: text, submissionId: submissionId() }, "content", marks],
      ["editPost", { pid: reply.pid, content: text }, "content", marks],
      ["accomplishQuestion", { tid, pid: null, reason: text }, "reason", marks],
      ["verifyNickname", { nickname: "代开发票" }, "nickname", [{ start: 0, end: 4 }]],
    ] as const;
    for (const [call, request, field, spans] of writes) {
      const refusal = await gateway().refused(call, request, "SENSITIVE_WORDS", author);
      expect(refusal).toEqual({
        errorCode: "SENSITIVE_WORDS",
        message: "您提交的内容含有敏感词汇，请核查后再输入",
        fields: { [field]: ["您提交的内容含有敏感词汇，请核查后再输入"] },
        marks: { [field]: spans },
      });
    }
    await gateway().refused("submitReport", { pid, reason: "spam", text }, "SENSITIVE_WORDS", other);
    await gateway().ok("saveDraft", { target: "topic:new", title: text, content: text }, author);
  });

  it("is refused in code as well, and when only the rendered text joins it", async () => {
    const { author, section } = await scene();
    await gateway().refused(
      "submitTopic",
      topicOf(section, { content: "`代开发票`" }),
      "SENSITIVE_WORDS",
      author,
    );
    const { marks } = await gateway().refused(
      "submitTopic",
      topicOf(section, { content: "代<!-- x -->开发票" }),
      "SENSITIVE_WORDS",
      author,
    );
    expect(marks).toEqual({ content: [] });
  });

  it("is found by the check call, which reports refusals alone and has a limit", async () => {
    const { author } = await scene();
    const { texts } = await gateway().ok(
      "sensitiveWordCheck",
      { texts: ["代开发票", "加我微信", "没有"] },
      author,
    );
    expect(texts).toEqual([
      { flagged: true, marks: [{ start: 0, end: 4 }] },
      { flagged: false, marks: [] },
      { flagged: false, marks: [] },
    ]);
    const hurried = new TestGateway(gateway().database, {}, createLimits());
    for (let checked = 0; checked < 30; checked += 1)
      await hurried.ok("sensitiveWordCheck", { texts: ["x"] }, author);
    await hurried.refused("sensitiveWordCheck", { texts: ["x"] }, "TOO_FREQUENT", author);
  });
});

it("a replaced word is stored as its replacement or as signs, and code stays unchanged", async () => {
  const { author, section } = await scene();
  const { tid } = await gateway().topic(author, section, {
    title: "破芯片不启动",
    content: "破芯片，傻-瓜官方\n\n`破芯片`",
  });
  const topic = await detail(tid);
  expect([topic.title, topic.floors[0]?.html]).toEqual([
    "这颗芯片不启动",
    "<p>这颗芯片，＊＊＊＊</p>\n<p><code>破芯片</code></p>",
  ]);
});

it("a new list applies at once", async () => {
  const { author, section } = await scene();
  const before = await gateway().ok("sensitiveWordCheck", { texts: ["新的词"] }, author);
  await saveWords(
    gateway().database,
    [...words, { word: "新的词", level: "refuse", replacement: null }],
    new Date(),
  );
  expect([
    before.texts[0]?.flagged,
    (await gateway().ok("sensitiveWordCheck", { texts: ["新的词"] }, author)).texts[0]?.flagged,
  ]).toEqual([false, true]);
  await saveWords(gateway().database, words, new Date());
  await gateway().topic(author, section, { content: "新的词可以了" });
});

describe("a text under review", () => {
  it("is a topic that only its author and moderators see; once approved it counts, and mentioned people get notices", async () => {
    const { author, other, moderator, section } = await scene();
    const content = `加我微信，@${other.nickname}`;
    const placed = await gateway().topic(author, section, { content, tags: [`审${section.fid}`] });
    expect(placed.pending).toBe(true);
    await gateway().refused("topicDetail", { tid: placed.tid }, "TOPIC_NOT_FOUND", other);
    expect(await detail(placed.tid, author)).toMatchObject({ state: "pending" });
    expect((await gateway().ok("sectionDetail", { fid: section.fid })).topics).toBe(0);
    expect((await unread(other))?.forum).toBe(0);
    await decideReview(gateway().database, {
      pid: placed.pid,
      approved: true,
      deciderId: moderator.id,
      at: new Date(),
    });
    // The test approves it directly in the database, so shared answers may be some seconds old.
    gateway().pass(shortKeep.seconds);
    expect(await detail(placed.tid, other)).toMatchObject({ state: "listed", floors: [{ state: "listed" }] });
    expect((await gateway().ok("sectionDetail", { fid: section.fid })).topics).toBe(1);
    expect([(await unread(other))?.forum, (await unread(author))?.system]).toEqual([1, 1]);
    const again = decideReview(gateway().database, {
      pid: placed.pid,
      approved: true,
      deciderId: moderator.id,
      at: new Date(),
    });
    await expect(again).rejects.toMatchObject({ code: "POST_NOT_FOUND" });
  });

  it("is a reply that keeps its floor; once refused its author alone sees it, with the reason", async () => {
    const { author, other, moderator, section } = await scene();
    const { tid } = await gateway().topic(author, section);
    const placed = await gateway().reply(other, tid, { content: "加我微信" });
    expect(placed).toMatchObject({ pending: true, floor: 2 });
    expect(await detail(tid)).toMatchObject({
      replies: 0,
      lastReplier: null,
      floors: [{}, { withheld: true, state: "pending", html: "" }],
    });
    expect((await unread(author))?.forum).toBe(0);
    const reason = "请不要留联系方式";
    await decideReview(gateway().database, {
      pid: placed.pid,
      approved: false,
      reason,
      deciderId: moderator.id,
      at: new Date(),
    });
    expect((await detail(tid, other)).floors[1]).toMatchObject({ state: "refused", reason, withheld: false });
    expect((await detail(tid)).floors[1]).toMatchObject({ state: "refused", reason: null, withheld: true });
    expect([(await unread(author))?.forum, (await unread(other))?.system]).toEqual([0, 1]);
    // After a moderator's refusal even a clean edit waits for review.
    expect(await gateway().ok("editPost", { pid: placed.pid, content: "改好了" }, other)).toMatchObject({
      pending: true,
    });
    await decideReview(gateway().database, {
      pid: placed.pid,
      approved: true,
      deciderId: moderator.id,
      at: new Date(),
    });
    expect(await detail(tid)).toMatchObject({ replies: 1, floors: [{}, { state: "listed" }] });
    expect((await unread(author))?.forum).toBe(1);
  });

  it("is hidden after an edit and returns with a clean one; nobody gets a second notice", async () => {
    const { author, other, section } = await scene();
    const { tid, pid } = await gateway().topic(author, section, { tags: [`改${section.fid}`] });
    const reply = await gateway().reply(other, tid);
    await gateway().ok("likePost", { pid: reply.pid }, author);
    await gateway().ok("accomplishQuestion", { tid, pid: reply.pid }, author);
    expect(await gateway().ok("editPost", { pid: reply.pid, content: "加我微信" }, other)).toMatchObject({
      pending: true,
    });
    await expectExactCounters(gateway().database);
    expect(await gateway().ok("editPost", { pid: reply.pid, content: "先看晶振" }, other)).toMatchObject({
      pending: false,
    });
    await expectExactCounters(gateway().database);
    expect((await unread(author))?.forum).toBe(1);
    const elsewhere = await gateway().section();
    const edit = { ...topicOf(elsewhere, { tags: ["别的标签"] }), tid };
    expect(await gateway().ok("editTopic", { ...edit, title: "加我微信聊" }, author)).toMatchObject({
      pending: true,
    });
    await expectExactCounters(gateway().database);
    await gateway().refused("topicDetail", { tid }, "TOPIC_NOT_FOUND", other);
    expect(await gateway().ok("editTopic", edit, author)).toMatchObject({ pending: false });
    expect(await detail(tid, other)).toMatchObject({ state: "listed", section: { fid: elsewhere.fid } });
    const open = await gateway().database.select().from(reviewItems).where(eq(reviewItems.postId, pid));
    expect(open.every(({ decidedAt }) => decidedAt !== null)).toBe(true);
    await gateway().ok("deleteContent", { pid }, author);
  });

  it("is not needed for words in code", async () => {
    const { author, section } = await scene();
    const { pid, pending } = await gateway().topic(author, section, {
      content: "```c\n加我微信\n```\n和 `加我微信`",
    });
    expect(pending).toBe(false);
    expect(
      await gateway()
        .database.select()
        .from(reviewItems)
        .where(and(eq(reviewItems.postId, pid))),
    ).toEqual([]);
  });
});

describe("people get notices", () => {
  it("once for a post, as answered rather than mentioned, and of an edit only the newly mentioned", async () => {
    const { author, other, moderator, section } = await scene();
    const { tid } = await gateway().topic(author, section);
    const { pid } = await gateway().reply(other, tid, {
      content: `@${author.nickname} @${other.nickname} 看看`,
    });
    expect([await unread(author), await unread(other)]).toMatchObject([{ forum: 1 }, { forum: 0 }]);
    await gateway().ok(
      "editPost",
      { pid, content: `@${author.nickname} @${moderator.nickname} 看看` },
      other,
    );
    expect([await unread(author), await unread(moderator)]).toMatchObject([{ forum: 1 }, { forum: 1 }]);
    const { html } = await gateway().ok("renderContent", { content: `@${author.nickname} 看看` }, other);
    expect(html).toContain(`href="/userhomepage?uid=${author.id}"`);
    await gateway().ok("deleteContent", { pid }, other);
    expect([await unread(author), await unread(moderator)]).toMatchObject([{ forum: 0 }, { forum: 0 }]);
  });

  it("of an accepted answer while it is the accepted one", async () => {
    const { author, other, moderator, section } = await scene();
    const { tid } = await gateway().topic(author, section);
    const [one, two] = [await gateway().reply(other, tid), await gateway().reply(moderator, tid)];
    await gateway().ok("accomplishQuestion", { tid, pid: one.pid }, author);
    await gateway().ok("accomplishQuestion", { tid, pid: two.pid }, author);
    expect([await unread(other), await unread(moderator)]).toMatchObject([{ forum: 0 }, { forum: 1 }]);
  });
});

it("an edit stores the earlier text, and no version without a change", async () => {
  const { author, section } = await scene();
  const { tid, pid } = await gateway().topic(author, section);
  const edit = { ...topicOf(section), tid };
  await gateway().ok("editTopic", edit, author);
  await gateway().ok("editTopic", edit, author);
  const { edits, shown } = await gateway().ok("postVersions", { pid }, author);
  expect([edits.length, shown?.title]).toEqual([
    1,
    { before: "Hi3861 串口打印乱码", after: "串口乱码怎么查" },
  ]);
});
