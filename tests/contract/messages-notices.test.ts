import type { CallInput } from "contract";
import { and, eq, sql } from "drizzle-orm";
import { accounts, notifications, posts, topics } from "gateway/database/schema";
import { describe, expect, it } from "vitest";
import { expectExactLikeNotices } from "../support/counters";
import { type Member, next, startGateway } from "../support/gateway";

const gateway = startGateway();

const unread = async (member: Member) => (await gateway().ok("getMyPersonalDetail", {}, member)).unread;
const list = (member: Member, request: object = {}) =>
  gateway().ok("queryDcmMessageByUser", { type: "forum" as const, ...request }, member);
const eventsOf = ({ notices }: { notices: { event: string }[] }) => notices.map(({ event }) => event);

/**
 * A person with one notice of every kind, oldest first: followed, answered, mentioned, liked twice, invited, accepted.
 */
async function eventful() {
  const [me, other, third, section] = [
    await gateway().member(),
    await gateway().member(),
    await gateway().member(),
    await gateway().section(),
  ];
  const mine = await gateway().topic(me, section, { title: "我的问题：串口乱码" });
  const theirs = await gateway().topic(other, section, {
    title: "别人的问题",
    classId: section.classes[0] ?? null,
  });
  const answer = await gateway().reply(me, theirs.tid, { content: "看看**时钟树**。" });
  const steps = [
    () => gateway().ok("follow", { kind: "user", target: me.id }, other),
    () => gateway().reply(other, mine.tid, { content: "先看晶振。" }),
    () => gateway().reply(other, theirs.tid, { content: `@${me.nickname} 帮忙看看` }),
    () => gateway().ok("likePost", { pid: mine.pid }, other),
    () => gateway().ok("likePost", { pid: mine.pid }, third),
    () => gateway().ok("inviteAnswer", { tid: theirs.tid, uid: me.id }, other),
    () => gateway().ok("accomplishQuestion", { tid: theirs.tid, pid: answer.pid }, other),
  ];
  for (const step of steps) {
    gateway().pass(1);
    await step();
  }
  return { me, other, third, section, mine, theirs, answer };
}

describe("notices", () => {
  it("say who did what on which topic and post, latest first", async () => {
    const { me, other, third, mine, theirs, answer } = await eventful();
    const { notices, newer, older, conversations } = await list(me);
    expect({ newer, older, conversations }).toEqual({ newer: null, older: null, conversations: [] });
    const by = (member: Member) => ({ uid: member.id, nickName: member.nickname, icon: null });
    const one = { actors: 1, read: false, actor: by(other) };
    expect(notices).toMatchObject([
      {
        ...one,
        event: "accept",
        topic: { tid: theirs.tid, title: "别人的问题" },
        post: { pid: answer.pid, floor: 2, excerpt: "看看时钟树。" },
      },
      { ...one, event: "invite", topic: { tid: theirs.tid }, post: null },
      {
        ...one,
        event: "like",
        actors: 2,
        actor: by(third),
        topic: { tid: mine.tid },
        post: { pid: mine.pid, floor: 1 },
      },
      {
        ...one,
        event: "mention",
        topic: { tid: theirs.tid },
        post: { floor: 3, excerpt: `@${me.nickname} 帮忙看看` },
      },
      { ...one, event: "reply", topic: { tid: mine.tid }, post: { floor: 2, excerpt: "先看晶振。" } },
      { ...one, event: "follow", topic: null, post: null },
    ]);
    expect(await unread(me)).toEqual({ system: 0, forum: 6, inner: 0 });
    expect(await gateway().ok("systemMessageCount", {}, me)).toEqual({ result: { unread: 6 } });
    expect(await gateway().ok("queryUnreadCount", {}, me)).toEqual({ data: { result: 0 } });
    expect(await gateway().ok("innerMessageCount", {}, me)).toEqual({ result: { unread: 0 } });
  });

  it("are filtered by event and by what is unread, and marked read one, by event, by kind, or all", async () => {
    const { me, other } = await eventful();
    expect(eventsOf(await list(me, { event: "like" }))).toEqual(["like"]);
    expect(eventsOf(await list(me, { event: "approved" }))).toEqual([]);
    const [first] = (await list(me)).notices;
    expect(await gateway().ok("updateReadMessage", { id: first?.id }, me)).toEqual({ success: true });
    expect(eventsOf(await list(me, { unread: true }))).toEqual([
      "invite",
      "like",
      "mention",
      "reply",
      "follow",
    ]);
    expect((await list(me)).notices[0]).toMatchObject({ id: first?.id, read: true });
    await gateway().ok("updateReadMessage", { type: "forum", event: "mention" }, me);
    expect(eventsOf(await list(me, { unread: true }))).toEqual(["invite", "like", "reply", "follow"]);
    await gateway().ok("updateReadMessage", { type: "system" }, me);
    await gateway().ok("updateReadMessage", { type: "inner" }, me);
    expect((await unread(me))?.forum).toBe(4);
    const [theirs] = (await list(me, { unread: true })).notices;
    // Nobody can mark another person's notices.
    await gateway().ok("updateReadMessage", { id: theirs?.id }, other);
    expect((await unread(me))?.forum).toBe(4);
    await gateway().ok("updateReadMessage", {}, me);
    expect(await list(me, { unread: true })).toMatchObject({ notices: [] });
    expect(await unread(me)).toEqual({ system: 0, forum: 0, inner: 0 });
    expect((await list(me)).notices).toHaveLength(6);
  });

  it("whose text is hidden leave the list and the badge, and return unread with the text", async () => {
    const { me, mine } = await eventful();
    const hide = (hiddenAt: Date | null) =>
      gateway().database.update(topics).set({ hiddenAt }).where(eq(topics.id, mine.tid));
    await hide(new Date());
    expect(eventsOf(await list(me))).toEqual(["accept", "invite", "mention", "follow"]);
    expect((await unread(me))?.forum).toBe(4);
    await gateway().ok("updateReadMessage", { type: "forum" }, me);
    expect((await unread(me))?.forum).toBe(0);
    await hide(null);
    expect(eventsOf(await list(me, { unread: true }))).toEqual(["like", "reply"]);
    expect((await unread(me))?.forum).toBe(2);
  });

  it("about a member's own text stay, without a link to a deleted text", async () => {
    const [me, section] = [await gateway().member(), await gateway().section()];
    const { tid, pid } = await gateway().topic(me, section);
    const own = { accountId: me.id, kind: "system" as const, topicId: tid, postId: pid };
    await gateway()
      .database.insert(notifications)
      .values([
        { ...own, event: "approved", createdAt: new Date(1) },
        { ...own, event: "refused", createdAt: new Date(2) },
      ]);
    const state = { review: "refused" as const, stateReason: "与主题无关" };
    await gateway().database.update(posts).set(state).where(eq(posts.id, pid));
    await gateway().database.update(topics).set(state).where(eq(topics.id, tid));
    const system = () => gateway().ok("queryDcmMessageByUser", { type: "system" }, me);
    expect((await system()).notices).toMatchObject([
      { event: "refused", actor: null, topic: { tid }, post: { pid, reason: "与主题无关" } },
      { event: "approved", topic: { tid }, post: { pid, reason: null } },
    ]);
    expect(await gateway().ok("queryUnreadCount", {}, me)).toEqual({ data: { result: 2 } });
    await gateway().database.update(posts).set({ deletedAt: new Date() }).where(eq(posts.id, pid));
    expect((await system()).notices).toMatchObject([
      { topic: { tid }, post: null },
      { topic: { tid }, post: null },
    ]);
    await gateway().database.update(topics).set({ deletedAt: new Date() }).where(eq(topics.id, tid));
    expect((await system()).notices).toMatchObject([
      { event: "refused", topic: null, post: null },
      { event: "approved", topic: null, post: null },
    ]);
  });

  it("turn pages both ways from a given notice, also with equal times", async () => {
    const [me, other] = [await gateway().member(), await gateway().member()];
    const rows = Array.from({ length: 47 }, (_, index) => ({
      accountId: me.id,
      kind: "forum" as const,
      event: "follow",
      actorId: other.id,
      createdAt: new Date(1_750_000_000_000 + Math.floor(index / 3)),
    }));
    const inserted = await gateway()
      .database.insert(notifications)
      .values(rows)
      .returning({ id: notifications.id });
    const all = inserted.map(({ id }) => id).reverse();
    const ids = ({ notices }: Awaited<ReturnType<typeof list>>) => notices.map(({ id }) => id);
    const first = await list(me);
    const second = await list(me, { before: first.older });
    const third = await list(me, { before: second.older });
    expect([...ids(first), ...ids(second), ...ids(third)]).toEqual(all);
    expect([first.newer, third.older]).toEqual([null, null]);
    const back = await list(me, { after: third.newer });
    expect(ids(back)).toEqual(ids(second));
    const top = await list(me, { after: back.newer });
    expect([ids(top), top.newer]).toEqual([ids(first), null]);
    expect(await list(me, { after: first.newer ?? "1750000000015_999999999999999" })).toMatchObject({
      notices: [],
      newer: null,
      older: null,
    });
    await gateway().refused("queryDcmMessageByUser", { type: "forum", before: "x" }, "INVALID_REQUEST", me);
  });
});

describe("a notice that a person turned off", () => {
  it("stays off when settings are saved that do not name it, as the digest does", async () => {
    const me = await gateway().member({ email: `settings${next()}@example.com` });
    const save = (settings: CallInput<"saveNoticeSettings">) =>
      gateway().ok("saveNoticeSettings", settings, me);
    await save({ muted: ["announceSite", "like"], digest: "daily" });
    // The link of a mail declines at any time.
    await gateway()
      .database.update(accounts)
      .set({ mutedNotices: ["announceSite", "like", "announceCourse"] })
      .where(eq(accounts.id, me.id));
    expect(await save({ muted: ["follow"], of: ["follow", "like"] })).toMatchObject({
      muted: ["follow", "announceSite", "announceCourse"],
      digest: "daily",
    });
    expect(await gateway().ok("noticeSettings", {}, me)).toMatchObject({ digest: "daily" });
    // What is not decided is not declined either.
    expect((await save({ muted: ["reply"], of: ["follow"] })).muted).toEqual([
      "announceSite",
      "announceCourse",
    ]);
  });

  it("is not sent, nor any notice of a person whom they blocked", async () => {
    const { me, other, third, mine } = await eventful();
    await gateway().ok("updateReadMessage", {}, me);
    const settings = { muted: ["reply" as const, "like" as const], digest: "off" as const };
    expect(await gateway().ok("saveNoticeSettings", settings, me)).toEqual({ ...settings, email: null });
    expect(await gateway().ok("noticeSettings", {}, me)).toEqual({ ...settings, email: null });
    const fourth = await gateway().member();
    await gateway().reply(third, mine.tid);
    await gateway().ok("likePost", { pid: mine.pid }, fourth);
    await gateway().ok("follow", { kind: "user", target: me.id }, third);
    expect(eventsOf(await list(me, { unread: true }))).toEqual(["follow"]);
    await expectExactLikeNotices(gateway().database);
    // Undoing a like that gave no notice changes no notice.
    await gateway().ok("saveNoticeSettings", { muted: [], digest: "off" }, me);
    await gateway().ok("unlikePost", { pid: mine.pid }, fourth);
    expect((await list(me, { event: "like" })).notices).toMatchObject([{ actors: 2 }]);
    await gateway().ok("blockUser", { uid: third.id }, me);
    await gateway().reply(third, mine.tid);
    await gateway().reply(other, mine.tid);
    await gateway().ok("likePost", { pid: (await gateway().reply(me, mine.tid)).pid }, third);
    expect((await list(me, { unread: true })).notices).toMatchObject([
      { event: "reply", actor: { uid: other.id } },
      { event: "follow" },
    ]);
    await expectExactLikeNotices(gateway().database);
  });

  it("does not include the platform's notices about their own texts", async () => {
    const me = await gateway().member();
    await gateway().refused(
      "saveNoticeSettings",
      { muted: ["approved"], digest: "off" },
      "INVALID_REQUEST",
      me,
    );
    await gateway().refused("saveNoticeSettings", { muted: [], digest: "weekly" }, "EMAIL_NOT_BOUND", me);
    await gateway().refused("saveNoticeSettings", { muted: [], digest: "hourly" }, "INVALID_REQUEST", me);
  });
});

it("the badge counts 0, 1, 99, 100 and a thousand", async () => {
  const [me, other] = [await gateway().member(), await gateway().member()];
  const add = (count: number) =>
    gateway().database.execute(
      sql`insert into notifications (account_id, kind, event, actor_id) select ${me.id}, 'forum', 'follow', ${other.id} from generate_series(1, ${count}::int)`,
    );
  for (const [more, total] of [
    [0, 0],
    [1, 1],
    [98, 99],
    [1, 100],
    [1_000, 1_000],
  ] as const) {
    await add(more);
    expect((await unread(me))?.forum).toBe(total);
  }
  await gateway().ok("updateReadMessage", {}, me);
  expect(
    await gateway().database.$count(
      notifications,
      and(eq(notifications.accountId, me.id), sql`read_at is null`),
    ),
  ).toBe(0);
});
