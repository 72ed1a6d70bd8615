import { innerMessageMax, innerPageSize } from "contract/messages/constants";
import { eq, inArray, sql } from "drizzle-orm";
import { accounts, innerMessages, messageReports } from "gateway/database/schema";
import { saveWords } from "gateway/sensitive-words/list";
import { createLimits } from "gateway/server/limits";
import { afterEach, describe, expect, it } from "vitest";
import { expectConsole } from "../support/console";
import { type Member, startGateway, submissionId, TestGateway } from "../support/gateway";

const gateway = startGateway();

const people = (count: number) => Promise.all(Array.from({ length: count }, () => gateway().member()));
const pair = async () => (await people(2)) as [Member, Member];
const write = (from: Member, to: Member, text = "在吗？", form = submissionId()) =>
  gateway().ok("sendInnerMessage", { uid: to.id, text, submissionId: form }, from);
const page = (me: Member, other: Member, place: object = {}) =>
  gateway().ok("innerMessages", { uid: other.id, ...place }, me);
const conversations = async (me: Member, unread = false) =>
  (await gateway().ok("queryDcmMessageByUser", { type: "inner", unread }, me)).conversations;
const unread = async (me: Member) => (await gateway().ok("getMyPersonalDetail", {}, me)).unread?.inner;

/** Compares each unread counter with its rows. */
afterEach(async () => {
  const { rows } = (await gateway().database.execute(sql`
    select s.conversation_id, s.account_id, s.unread, count(m.id)::int as by_rows
    from conversation_sides s left join inner_messages m
      on m.conversation_id = s.conversation_id and m.sender_id <> s.account_id and m.id > greatest(s.read_up_to, s.deleted_up_to)
    group by 1, 2, 3 having s.unread <> count(m.id)`)) as { rows: unknown[] };
  expect(rows).toEqual([]);
});

describe("a message", () => {
  it("is in both people's conversation, unread for its receiver", async () => {
    const [me, other] = await pair();
    const text = "第一行\n<b>第二行</b> &amp; \u0000尾";
    const { id } = await write(me, other, `  ${text}  `);
    const person = (one: Member) => ({ uid: one.id, nickName: one.nickname, icon: null });
    const message = {
      id,
      text: "第一行\n<b>第二行</b> &amp; 尾",
      createdAt: expect.stringMatching(/Z$/),
      reported: false,
    };
    const none = { older: null, newer: null, blocked: false, closed: false };
    expect(await page(me, other)).toEqual({
      person: person(other),
      messages: [{ ...message, mine: true }],
      unread: 0,
      readUpTo: id,
      ...none,
    });
    expect(await page(other, me)).toEqual({
      person: person(me),
      messages: [{ ...message, mine: false }],
      unread: 1,
      readUpTo: 0,
      ...none,
    });
    const row = { excerpt: "第一行 <b>第二行</b> &amp; 尾", lastAt: expect.stringMatching(/Z$/) };
    expect(await conversations(other)).toEqual([{ person: person(me), mine: false, unread: 1, ...row }]);
    expect(await conversations(me)).toEqual([{ person: person(other), mine: true, unread: 0, ...row }]);
    expect([await unread(me), await unread(other)]).toEqual([0, 1]);
    expect(await gateway().ok("innerMessageCount", {}, other)).toEqual({ result: { unread: 1 } });
    // An answer marks the conversation as read.
    await write(other, me, "在的");
    expect([await unread(me), await unread(other)]).toEqual([1, 0]);
    expect((await page(me, other)).messages.map(({ text, mine }) => [text, mine])).toEqual([
      [message.text, true],
      ["在的", false],
    ]);
  });

  it("is made once by a form, however often it is posted, and again by the same form with another text", async () => {
    const [me, other] = await pair();
    const form = submissionId();
    const sent = await Promise.all(Array.from({ length: 20 }, () => write(me, other, "只发一次", form)));
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
    await write(me, other, "改了再发", form);
    expect((await page(other, me)).messages.map(({ text }) => text)).toEqual(["只发一次", "改了再发"]);
  });

  it("is not empty, and has at most 2,000 characters; an error is reported by its field", async () => {
    const [me, other] = await pair();
    const tried = async (text: unknown) =>
      (
        await gateway().refused(
          "sendInnerMessage",
          { uid: other.id, text, submissionId: submissionId() },
          "INVALID_REQUEST",
          me,
        )
      ).fields;
    for (const empty of ["", "  \n ", "\u200b", undefined])
      expect(await tried(empty)).toEqual({ text: ["请输入私信内容"] });
    expect(await tried("长".repeat(innerMessageMax + 1))).toEqual({ text: ["私信不能超过 2000 个字符"] });
    await write(me, other, "长".repeat(innerMessageMax));
  });

  it("with a sensitive word of any level is refused, because nobody reviews it later", async () => {
    const [me, other] = await pair();
    const words = (["refuse", "review", "replace"] as const).map((level, index) => ({
      word: `禁词${"甲乙丙"[index]}`,
      level,
      replacement: null,
    }));
    await saveWords(gateway().database, words, new Date());
    for (const { word } of words) {
      const request = { uid: other.id, text: `请看${word}吧`, submissionId: submissionId() };
      const refusal = await gateway().refused("sendInnerMessage", request, "SENSITIVE_WORDS", me);
      expect(refusal).toMatchObject({
        fields: { text: [expect.any(String)] },
        marks: { text: [{ start: 2, end: 5 }] },
      });
    }
    expect(await conversations(other)).toEqual([]);
    await saveWords(gateway().database, [], new Date());
  });

  it("cannot be sent to oneself, nobody, ended accounts, or by people without a phone or muted people", async () => {
    const [me, other] = await pair();
    const refused = (uid: number, code: Parameters<TestGateway["refused"]>[2], as = me) =>
      gateway().refused("sendInnerMessage", { uid, text: "在吗", submissionId: submissionId() }, code, as);
    await refused(me.id, "CANNOT_MESSAGE_SELF");
    await refused(2_000_000_000, "USER_NOT_FOUND");
    await write(other, me, "我要走了");
    await gateway().database.update(accounts).set({ closedAt: new Date() }).where(eq(accounts.id, other.id));
    await refused(other.id, "RECIPIENT_CLOSED");
    expect(await page(me, other)).toMatchObject({ closed: true, messages: [{ text: "我要走了" }] });
    await refused(me.id, "PHONE_NOT_BOUND", await gateway().member({ phone: null }));
    const muted = await gateway().member({ mutedUntil: new Date(Date.now() + 86_400_000) });
    await refused(me.id, "MUTED", muted);
    // They can still read, block and report.
    const { id } = await write(me, muted);
    expect((await page(muted, me)).messages).toHaveLength(1);
    await gateway().ok("reportInnerMessage", { id, reason: "abuse" }, muted);
    await gateway().ok("blockUser", { uid: me.id }, muted);
  });

  it("is refused beyond the limits", async () => {
    const strict = new TestGateway(gateway().database, {}, createLimits());
    const [me, other, ...others] = await people(33);
    if (!me || !other) throw new Error("nobody");
    const send = (to: Member, from = me) =>
      strict.call("sendInnerMessage", { uid: to.id, text: "打扰了", submissionId: submissionId() }, from);
    const minute = await Promise.all(Array.from({ length: 25 }, () => send(other)));
    expect(minute.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(minute.find(({ status }) => status === 429)?.body).toMatchObject({ errorCode: "TOO_FREQUENT" });
    // The limit counts new people a day: more messages to the same person cost none of it.
    const loose = createLimits(undefined, 100_000);
    const daily = new TestGateway(
      gateway().database,
      {},
      {
        ...createLimits(),
        spend: (name, key) => (name === "innerMessage" ? loose : dayLimits).spend(name, key),
      },
    );
    const dayLimits = createLimits();
    const toAll = [];
    for (const one of others)
      toAll.push(
        await daily.call(
          "sendInnerMessage",
          { uid: one.id, text: "你好", submissionId: submissionId() },
          other,
        ),
      );
    expect(toAll.map(({ status }) => status)).toEqual([...Array.from({ length: 30 }, () => 200), 429]);
    const known = await daily.call(
      "sendInnerMessage",
      { uid: me.id, text: "你好", submissionId: submissionId() },
      other,
    );
    expect(known.status).toBe(200);
  });
});

describe("a conversation", () => {
  it("is read page by page, both ways, and marked read up to the last seen message", async () => {
    const [me, other] = await pair();
    const ids: number[] = [];
    for (let count = 0; count < innerPageSize * 2 + 5; count += 1)
      ids.push((await write(other, me, `第 ${count} 条`)).id);
    const newest = await page(me, other);
    expect(newest.messages.map(({ id }) => id)).toEqual(ids.slice(-innerPageSize));
    expect([newest.unread, newest.newer]).toEqual([65, null]);
    const before = await page(me, other, { before: newest.older });
    expect(before.messages.map(({ id }) => id)).toEqual(ids.slice(5, 5 + innerPageSize));
    const oldest = await page(me, other, { before: before.older });
    expect([oldest.messages.map(({ id }) => id), oldest.older]).toEqual([ids.slice(0, 5), null]);
    const again = await page(me, other, { after: oldest.newer });
    expect(again.messages.map(({ id }) => id)).toEqual(ids.slice(5, 5 + innerPageSize));
    await gateway().ok("readInnerMessages", { uid: other.id, upTo: ids[9] }, me);
    expect(await page(me, other)).toMatchObject({ unread: 55, readUpTo: ids[9] });
    await gateway().ok("readInnerMessages", { uid: other.id, upTo: ids[3] }, me);
    expect(await unread(me)).toBe(55);
    await gateway().ok("readInnerMessages", { uid: other.id }, me);
    await gateway().ok("readInnerMessages", { uid: other.id }, me);
    expect(await unread(me)).toBe(0);
  });

  it("that was deleted is hidden for that person alone, and starts anew", async () => {
    const [me, other] = await pair();
    const { id } = await write(other, me, "旧的");
    for (let count = 0; count < 2; count += 1)
      await gateway().ok("deleteConversation", { uid: other.id }, me);
    expect([await conversations(me), (await page(me, other)).messages, await unread(me)]).toEqual([
      [],
      [],
      0,
    ]);
    await gateway().refused("reportInnerMessage", { id, reason: "spam" }, "MESSAGE_NOT_FOUND", me);
    expect((await page(other, me)).messages).toHaveLength(1);
    await write(other, me, "新的");
    expect((await page(me, other)).messages.map(({ text }) => text)).toEqual(["新的"]);
    expect(await conversations(me)).toMatchObject([{ excerpt: "新的", unread: 1 }]);
    const stranger = await gateway().member();
    await gateway().ok("deleteConversation", { uid: stranger.id }, me);
    await gateway().ok("readInnerMessages", { uid: stranger.id }, me);
    expect((await page(me, stranger)).messages).toEqual([]);
    await gateway().refused("innerMessages", { uid: me.id }, "CANNOT_MESSAGE_SELF", me);
    await gateway().refused("readInnerMessages", { uid: 2_000_000_000 }, "USER_NOT_FOUND", me);
  });

  it("that both have deleted is removed, except a message with an open report", async () => {
    const [me, other] = await pair();
    const ids: number[] = [];
    for (const text of ["第一条", "第二条", "被举报的"]) ids.push((await write(other, me, text)).id);
    const messageIds = async () =>
      (
        await gateway()
          .database.select({ id: innerMessages.id })
          .from(innerMessages)
          .where(inArray(innerMessages.id, ids))
      ).map(({ id }) => id);
    await gateway().ok("reportInnerMessage", { id: ids[2] ?? 0, reason: "spam" }, me);
    await gateway().ok("deleteConversation", { uid: other.id }, me);
    expect((await messageIds()).length).toBe(3);
    ids.push((await write(other, me, "只有一边删除")).id);
    await gateway().ok("deleteConversation", { uid: me.id }, other);
    expect(await messageIds()).toEqual([ids[2], ids[3]]);
    expect((await page(me, other)).messages.map(({ text }) => text)).toEqual(["只有一边删除"]);
    expect((await page(other, me)).messages).toEqual([]);
  });

  it("is removed also when both delete it at the same moment", async () => {
    const [me, other] = await pair();
    const { id } = await write(me, other);
    await Promise.all([
      gateway().ok("deleteConversation", { uid: other.id }, me),
      gateway().ok("deleteConversation", { uid: me.id }, other),
    ]);
    expect(await gateway().database.$count(innerMessages, eq(innerMessages.id, id))).toBe(0);
  });

  it("is visible to its two people alone", async () => {
    const [me, other, third] = (await people(3)) as [Member, Member, Member];
    const { id } = await write(me, other, "只给你看");
    for (const uid of [me.id, other.id]) {
      const seen = await gateway().ok("innerMessages", { uid, before: 2_000_000_000 }, third);
      expect(seen.messages).toEqual([]);
      expect((await gateway().ok("innerMessages", { uid, after: id - 1 }, third)).messages).toEqual([]);
    }
    expect(await conversations(third)).toEqual([]);
    await gateway().refused("reportInnerMessage", { id, reason: "spam" }, "MESSAGE_NOT_FOUND", third);
    await gateway().refused("reportInnerMessage", { id, reason: "spam" }, "CANNOT_REPORT_OWN", me);
    // Administrators cannot read it, and nobody can mark it as read for others.
    const admin = await gateway().member({ admin: true });
    expect((await gateway().ok("innerMessages", { uid: other.id }, admin)).messages).toEqual([]);
    await gateway().ok("readInnerMessages", { uid: me.id }, third);
    await gateway().ok("updateReadMessage", {}, third);
    expect(await unread(other)).toBe(1);
  });

  it("list shows the unread ones, and has pages", async () => {
    const [me, ...others] = await people(23);
    if (!me) throw new Error("nobody");
    for (const one of others) {
      gateway().pass(1);
      await write(one, me, `我是 ${one.nickname}`);
    }
    await gateway().ok("readInnerMessages", { uid: others[3]?.id ?? 0 }, me);
    const ask = (request: object) =>
      gateway().ok("queryDcmMessageByUser", { type: "inner" as const, ...request }, me);
    const uids = (list: Awaited<ReturnType<typeof ask>>) =>
      list.conversations.map(({ person }) => person.uid);
    const wanted = others.map(({ id }) => id).reverse();
    const first = await ask({});
    const second = await ask({ before: first.older });
    expect([...uids(first), ...uids(second)]).toEqual(wanted);
    expect(uids(await ask({ after: second.newer }))).toEqual(uids(first));
    const waiting = await ask({ unread: true });
    expect([...uids(waiting), ...uids(await ask({ unread: true, before: waiting.older }))]).toEqual(
      wanted.filter((id) => id !== others[3]?.id),
    );
    await gateway().ok("updateReadMessage", { type: "inner" }, me);
    expect([await unread(me), await conversations(me, true)]).toEqual([0, []]);
  });
});

describe("blocking", () => {
  it("stops a person's messages with a polite refusal, and is undone", async () => {
    const [me, other] = await pair();
    await write(other, me, "先说一句");
    expect(await gateway().ok("blockUser", { uid: other.id }, me)).toEqual({ blocked: true });
    await gateway().ok("blockUser", { uid: other.id }, me);
    const request = () => ({ uid: me.id, text: "再说一句", submissionId: submissionId() });
    const { message } = await gateway().refused(
      "sendInnerMessage",
      request(),
      "RECIPIENT_UNAVAILABLE",
      other,
    );
    expect(message).toBe("对方暂时不接收私信，消息没有发出");
    await gateway().refused("sendInnerMessage", { ...request(), uid: other.id }, "RECIPIENT_BLOCKED", me);
    expect(await page(me, other)).toMatchObject({ blocked: true, messages: [{ text: "先说一句" }] });
    // The blocked person is not told.
    expect(await page(other, me)).toMatchObject({ blocked: false });
    const { people: listed } = await gateway().ok("blockList", {}, me);
    expect(listed).toEqual([
      { uid: other.id, nickName: other.nickname, icon: null, blockedAt: expect.stringMatching(/Z$/) },
    ]);
    expect(await gateway().ok("unblockUser", { uid: other.id }, me)).toEqual({ blocked: false });
    await write(other, me, "又能说了");
    await gateway().refused("blockUser", { uid: me.id }, "CANNOT_BLOCK_SELF", me);
    await gateway().refused("unblockUser", { uid: 2_000_000_000 }, "USER_NOT_FOUND", me);
  });
});

describe("reporting", () => {
  it("keeps one open report of a person and a message for the moderators", async () => {
    const [me, other] = await pair();
    const { id } = await write(other, me, "加群领板子");
    const report = await gateway().ok("reportInnerMessage", { id, reason: "spam", text: " 群发广告 " }, me);
    const [row] = await gateway()
      .database.select()
      .from(messageReports)
      .where(eq(messageReports.id, report.id));
    expect(row).toMatchObject({
      accountId: me.id,
      messageId: id,
      reason: "spam",
      text: "群发广告",
      closedAt: null,
    });
    await gateway().refused("reportInnerMessage", { id, reason: "abuse" }, "ALREADY_REPORTED", me);
    expect((await page(me, other)).messages).toMatchObject([{ reported: true }]);
    expect((await page(other, me)).messages).toMatchObject([{ reported: false }]);
    await gateway()
      .database.update(messageReports)
      .set({ closedAt: new Date() })
      .where(eq(messageReports.id, report.id));
    await gateway().ok("reportInnerMessage", { id, reason: "other" }, me);
    const { fields } = await gateway().refused(
      "reportInnerMessage",
      { id, reason: "boring" },
      "INVALID_REQUEST",
      me,
    );
    expect(fields).toEqual({ reason: ["请选择举报原因"] });
  });
});

it("members who turned it off get no notice of messages, which wait in the conversation", async () => {
  const [me, other] = await pair();
  await gateway().ok("saveNoticeSettings", { muted: ["inner"], digest: "off" }, me);
  await write(other, me);
  expect(await unread(me)).toBe(0);
  expect(await gateway().ok("innerMessageCount", {}, me)).toEqual({ result: { unread: 0 } });
  expect(await conversations(me, true)).toMatchObject([{ unread: 1 }]);
});

/** The transactions wait for one lock, one after another. */
const slow = 90_000;

it("two hundred messages at once give two hundred unread", { timeout: slow }, async () => {
  const [me, other] = await pair();
  await Promise.all(Array.from({ length: 200 }, (_, index) => write(me, other, `第 ${index} 条`)));
  expect([await unread(me), await unread(other)]).toEqual([0, 200]);
});

it("messages both ways at once, with readings between, leave each side's counter equal to its rows", {
  timeout: slow,
}, async () => {
  const [me, other, third] = (await people(3)) as [Member, Member, Member];
  const acts = Array.from({ length: 120 }, (_, index) => {
    if (index % 40 === 39) return gateway().ok("updateReadMessage", {}, me);
    if (index % 20 === 19) return gateway().ok("readInnerMessages", { uid: other.id }, me);
    const [from, to] = [me, other, third].map((one, at) => [one, at === 0 ? other : me] as const)[
      index % 3
    ] ?? [me, other];
    return write(from, to, `第 ${index} 条`);
  });
  await Promise.all(acts);
  const senders = sql`sender_id in (${me.id}, ${other.id}, ${third.id})`;
  expect(await gateway().database.$count(innerMessages, senders)).toBe(114);
});

it("a database error that is no duplicate is reported as a failure", async () => {
  const [me, other] = await pair();
  const broken = new TestGateway(gateway().database);
  broken.services.now = () => new Date(Number.NaN);
  expectConsole("error", /网关/);
  const { status } = await broken.call(
    "sendInnerMessage",
    { uid: other.id, text: "在吗", submissionId: submissionId() },
    me,
  );
  expect(status).toBe(500);
});
