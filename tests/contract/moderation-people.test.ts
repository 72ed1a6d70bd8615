import { and, eq } from "drizzle-orm";
import {
  accounts,
  moderationLog,
  penalties,
  postAddresses,
  posts,
  sessions,
  topics,
} from "gateway/database/schema";
import { runDueJobs } from "gateway/jobs";
import { postAddressesJob } from "gateway/moderation/people/purge-addresses";
import { verifyLog } from "gateway/moderation/verify-log";
import { beforeEach, describe, expect, it } from "vitest";
import { expectExactCounters } from "../support/counters";
import { type Member, type Section, startGateway, submissionId } from "../support/gateway";

const gateway = startGateway();

let [admin, moderator, second]: Member[] = [];
let section: Section;
beforeEach(async () => {
  [admin, moderator, second] = [
    await gateway().member({ admin: true }),
    await gateway().member(),
    await gateway().member(),
  ];
  section = await gateway().section({ moderators: [moderator, second] });
});

/** A member who wrote in the section. */
async function writer() {
  const member = await gateway().member();
  return { member, ...(await gateway().topic(member, section)) };
}

const form = (uid: number, action: string, more: object = {}) => ({
  uid,
  action,
  reason: "广告",
  days: 7,
  submissionId: submissionId(),
  ...more,
});
const restrict = (
  uid: number,
  action: "warn" | "mute" | "ban" | "lift",
  more: object = {},
  by: Member = moderator as Member,
) => gateway().ok("updateForbidden", { ...form(uid, action), action, ...more }, by);

const account = async ({ id }: Member) =>
  (await gateway().database.select().from(accounts).where(eq(accounts.id, id)))[0];
const info = (uid: number, by: Member = moderator as Member) => gateway().ok("forbiddenInfo", { uid }, by);
const notices = async (who: Member) => {
  const answer = await gateway().ok("queryDcmMessageByUser", { type: "system" }, who);
  return "notices" in answer ? answer.notices : [];
};

describe("a mute", () => {
  it("stops writing, with its end and reason; reading, likes, reports and data exports stay", async () => {
    const { member, pid } = await writer();
    const other = await writer();
    await restrict(member.id, "mute");
    const refused = await gateway().refused(
      "submitPost",
      { tid: other.tid, content: "再说一句", submissionId: submissionId() },
      "MUTED",
      member,
    );
    expect(refused.message).toMatch(/至 .*原因：广告/);
    await gateway().refused("deleteContent", { pid }, "MUTED", member);
    await gateway().refused("updateNickname", { nickname: "换个名字" }, "MUTED", member);
    await gateway().ok("likePost", { pid: other.pid }, member);
    await gateway().ok("submitReport", { pid: other.pid, reason: "spam" }, member);
    await gateway().ok("exportInfo", {}, member);
    const permissions = await gateway().ok("userPermissions", {}, member);
    expect(permissions).toMatchObject({ refusal: "MUTED", muteReason: "广告" });
    const page = await gateway().ok("topicDetail", { tid: other.tid }, member);
    expect(page).toMatchObject({ replyRefusal: "MUTED", muteReason: "广告" });
    expect((await notices(member))[0]?.moderation).toMatchObject({ action: "mute", reason: "广告" });
  });

  it("ends by itself, is replaced by another, and is lifted once", async () => {
    const { member } = await writer();
    await restrict(member.id, "mute", { days: 1 });
    await restrict(member.id, "mute", { days: 0 });
    expect((await account(member))?.mutedUntil?.getUTCFullYear()).toBe(9999);
    const known = await info(member.id);
    expect(known.penalties.map(({ kind, standing, until }) => [kind, standing, until === ""])).toEqual([
      ["mute", true, true],
      ["mute", false, false],
    ]);
    await restrict(member.id, "lift");
    expect((await account(member))?.mutedUntil).toBeNull();
    await gateway().refused("updateForbidden", form(member.id, "lift"), "ALREADY_SO", moderator);
    await restrict(member.id, "mute", { days: 1 });
    gateway().pass(86_400 + 1);
    expect((await gateway().ok("userPermissions", {}, member)).refusal).toBeNull();
    const list = await gateway().ok("forbiddenList", {}, moderator);
    expect(list.items.filter(({ person }) => person.uid === member.id)).toEqual([]);
    const all = await gateway().ok("forbiddenList", { standing: false, kind: "mute" }, moderator);
    expect(all.items.filter(({ person }) => person.uid === member.id)).toHaveLength(3);
  });

  it("follows automatically every third warning within 90 days", async () => {
    const { member } = await writer();
    await restrict(member.id, "warn");
    const longAgo = new Date(gateway().services.now().getTime() - 91 * 86_400_000);
    await gateway()
      .database.update(penalties)
      .set({ createdAt: longAgo })
      .where(eq(penalties.accountId, member.id));
    await restrict(member.id, "warn");
    await restrict(member.id, "warn");
    expect((await account(member))?.mutedUntil).toBeNull();
    await restrict(member.id, "warn");
    const until = (await account(member))?.mutedUntil?.getTime() ?? 0;
    expect(until - gateway().services.now().getTime()).toBeGreaterThan(2.9 * 86_400_000);
    const known = await info(member.id);
    expect(known.warnings).toBe(3);
    expect(known.penalties[0]).toMatchObject({ kind: "mute", by: null, standing: true });
  });
});

describe("a ban", () => {
  it("ends every session; nobody can sign in until it ends", async () => {
    const { member } = await writer();
    await restrict(member.id, "ban", { days: 2 });
    await gateway().refused("userPermissions", {}, "NOT_SIGNED_IN", member);
    const left = await gateway().database.$count(sessions, eq(sessions.accountId, member.id));
    expect(left).toBe(0);
    // A sign-in that was running when the ban came gives no session either.
    const late = await gateway().signIn({ ...member, passwordHash: null });
    await gateway().refused("userPermissions", {}, "NOT_SIGNED_IN", late);
    gateway().pass(2 * 86_400 + 1);
    await gateway().ok("userPermissions", {}, late);
  });
});

describe("the right to restrict a person", () => {
  it("needs a higher rank, and a moderator needs a text of that person in their section", async () => {
    const { member } = await writer();
    const elsewhere = await gateway().member();
    const refuse = (uid: number, code: "OWN_CONTENT" | "HIGHER_RANK" | "NOT_YOUR_SECTION", by?: Member) =>
      gateway().refused("updateForbidden", form(uid, "mute"), code, by ?? moderator);
    await refuse(moderator?.id ?? 0, "OWN_CONTENT");
    await refuse(second?.id ?? 0, "HIGHER_RANK");
    await refuse(admin?.id ?? 0, "HIGHER_RANK");
    await refuse(elsewhere.id, "NOT_YOUR_SECTION");
    expect((await info(elsewhere.id)).barred).toContain("你管理的版块");
    await restrict(elsewhere.id, "mute", {}, admin);
    await restrict(member.id, "mute", {}, admin);
    // A moderator cannot undo an administrator's penalty.
    await gateway().refused("updateForbidden", form(member.id, "lift"), "HIGHER_RANK", moderator);
    await gateway().refused("updateForbidden", form(999_999_999, "mute"), "USER_NOT_FOUND", admin);
    // A muted moderator cannot moderate.
    await restrict(second?.id ?? 0, "mute", { days: 1 }, admin);
    await gateway().refused("forbiddenList", {}, "MUTED", second);
    await restrict(second?.id ?? 0, "lift", {}, admin);
  });

  it("needs no days for a warning or a lift", async () => {
    const { member } = await writer();
    for (const action of ["warn", "mute", "lift"] as const) {
      const { days: _, ...rest } = form(member.id, action);
      await gateway().ok(
        "updateForbidden",
        { ...rest, action, ...(action === "mute" ? { days: "0" } : {}) },
        moderator,
      );
    }
  });

  it.each([
    ["days", { days: 3_651 }],
    ["days", { days: -1 }],
    // 0 days mean "for good" and must be typed: an empty field is refused.
    ["days", { days: "" }],
    ["days", { days: null }],
    ["days", { days: undefined }],
    ["days", { days: "1.5" }],
    ["reason", { reason: "  " }],
    ["action", { action: "erase" }],
    ["recycleDays", { recycleDays: 91 }],
  ])("%s is checked by its field", async (field, wrong) => {
    const { fields } = await gateway().refused(
      "updateForbidden",
      { ...form(1, "mute"), ...wrong },
      "INVALID_REQUEST",
      admin,
    );
    expect(Object.keys(fields ?? {})).toEqual([field]);
  });
});

describe("a person's latest texts", () => {
  it("are binned in one batch with the ban, and restored by one undo", async () => {
    const { member, tid, pid } = await writer();
    const around = await writer();
    const reply = await gateway().reply(member, around.tid);
    const own = await gateway().reply(member, tid);
    const foreign = await gateway().topic(member, await gateway().section());
    const answer = await restrict(member.id, "ban", { recycleDays: 1 });
    const state = async (id: number) =>
      (await gateway().database.select().from(posts).where(eq(posts.id, id)))[0]?.recycledById ?? null;
    const gone = async (id: number) =>
      (await gateway().database.select().from(topics).where(eq(topics.id, id)))[0]?.recycledById ?? null;
    expect([await gone(tid), await state(reply.pid), await state(own.pid)]).toEqual(
      [1, 1, 1].map(() => moderator?.id),
    );
    // A text in another section stays.
    expect(await gone(foreign.tid)).toBeNull();
    await expectExactCounters(gateway().database);
    const batch = await gateway().ok("batchDetail", { batch: answer.texts ?? 0 }, moderator);
    expect(batch).toMatchObject({ action: "recycleText", total: 3, done: 3, canUndo: true });
    const undo = { batch: answer.texts ?? 0, reason: "封错了", submissionId: submissionId() };
    expect(await gateway().ok("undoBatch", undo, moderator)).toMatchObject({ done: 3, refused: 0 });
    expect([await gone(tid), await state(reply.pid), await state(own.pid)]).toEqual([null, null, null]);
    await expectExactCounters(gateway().database);
    expect((await verifyLog(gateway().database)).broken).toEqual([]);
    expect(pid).toBeGreaterThan(0);
  });
});

it("notes are for moderators, and the log shows only that there is one", async () => {
  const { member } = await writer();
  await gateway().ok("addPersonNote", { uid: member.id, text: "答应改名" }, moderator);
  expect((await info(member.id, second)).notes).toMatchObject([
    { text: "答应改名", by: { uid: moderator?.id } },
  ]);
  await gateway().refused("addPersonNote", { uid: member.id, text: " " }, "INVALID_REQUEST", moderator);
  const rows = await gateway()
    .database.select()
    .from(moderationLog)
    .where(and(eq(moderationLog.personId, member.id), eq(moderationLog.action, "note")));
  expect(JSON.stringify(rows)).not.toContain("答应改名");
  expect(await gateway().ok("matchUser", { text: String(member.id) }, moderator)).toMatchObject({
    people: [{ uid: member.id }],
  });
  expect(
    (await gateway().ok("matchUser", { text: member.nickname.slice(0, 3) }, moderator)).people,
  ).not.toEqual([]);
});

describe("a network", () => {
  const ban = (network: string, by: Member = admin as Member) => ({
    network,
    reason: "群发广告",
    days: 1,
    by,
  });
  const write = (tid: number) => ({ tid, content: "从这里写一句", submissionId: submissionId() });

  it("that is banned cannot write, whoever signs in there; lifted, it can", async () => {
    const { member, tid } = await writer();
    const { by, ...banned } = ban("203.0.113.0/24");
    expect(await gateway().ok("banAddress", banned, by)).toMatchObject({ network: "203.0.113.0/24" });
    gateway().address = "203.0.113.77";
    const { message } = await gateway().refused("submitPost", write(tid), "ADDRESS_BANNED", member);
    expect(message).toContain("群发广告");
    await gateway().ok("likePost", { pid: (await writer_(tid)).pid }, member);
    gateway().address = "203.0.114.1";
    await gateway().ok("submitPost", write(tid), member);
    gateway().address = "local";
    const { items } = await gateway().ok("addressBanList", {}, by);
    const id = items.find(({ network }) => network === "203.0.113.0/24")?.id ?? 0;
    await gateway().ok("unbanAddress", { ids: [id], reason: "换了人", submissionId: submissionId() }, by);
    gateway().address = "203.0.113.77";
    await gateway().ok("submitPost", write(tid), member);
    gateway().address = "local";
  });

  const writer_ = async (tid: number) => {
    const [first] = await gateway()
      .database.select({ pid: posts.id })
      .from(posts)
      .where(and(eq(posts.topicId, tid), eq(posts.floor, 1)));
    return { pid: first?.pid ?? 0 };
  };

  it("cannot be the administrator's own, too wide, or invalid; and administrators alone ban it", async () => {
    gateway().address = "2001:db8:1:2::5";
    const { by, ...own } = ban("2001:db8:1::/48");
    await gateway().refused("banAddress", own, "OWN_NETWORK", by);
    gateway().address = "local";
    for (const network of ["10.0.0.0/8", "2001:db8::/16", "300.1.1.1", "example.com", "10.0.0.1/33", ""])
      expect(
        (await gateway().refused("banAddress", { ...own, network }, "INVALID_REQUEST", by)).fields,
      ).toHaveProperty("network");
    await gateway().refused("banAddress", own, "NOT_PERMITTED", moderator);
  });

  it("is banned for the typed days, 0 for good", async () => {
    const { by, days: _, ...rest } = ban("203.0.113.9");
    for (const days of [undefined, "", null, "1e2"]) {
      const form = { ...rest, days } as never;
      const { fields } = await gateway().refused("banAddress", form, "INVALID_REQUEST", by);
      expect(Object.keys(fields ?? {})).toEqual(["days"]);
    }
    await gateway().ok("banAddress", { ...rest, days: 0 }, by);
  });

  it("is shown beside a person's posts to administrators, for 180 days", async () => {
    gateway().address = "198.51.100.9";
    const { member, pid } = await writer();
    gateway().address = "local";
    expect((await info(member.id, admin)).addresses).toMatchObject([{ address: "198.51.100.9", posts: 1 }]);
    expect((await info(member.id)).addresses).toEqual([]);
    gateway().pass(181 * 86_400);
    await runDueJobs(gateway().services, [postAddressesJob]);
    expect(await gateway().database.$count(postAddresses, eq(postAddresses.postId, pid))).toBe(0);
  });
});

describe("an appeal", () => {
  const appealOf = async (member: Member) => {
    const { moderation } = (await notices(member))[0] ?? {};
    return moderation?.appealable ?? 0;
  };
  const open = async (by: Member, logId?: number) => {
    const { items } = await gateway().ok("appealList", {}, by);
    return logId === undefined ? items : items;
  };
  const decide = (id: number, decision: "uphold" | "reject", by: Member) =>
    gateway().ok(
      "handleAppeal",
      { ids: [id], decision, reason: "重新看过", submissionId: submissionId() },
      by,
    );
  const hide = (tid: number) =>
    gateway().ok(
      "topicOperate",
      { ids: [tid], action: "hide", reason: "跑题", submissionId: submissionId() },
      moderator,
    );

  it("is decided by another moderator, who undoes the decision; once", async () => {
    const { member, tid } = await writer();
    await hide(tid);
    const logId = await appealOf(member);
    await gateway().ok("submitAppeal", { logId, text: "没有跑题" }, member);
    await gateway().refused("submitAppeal", { logId, text: "再说一次" }, "APPEALED", member);
    expect((await notices(member))[0]?.moderation).toMatchObject({ appealable: null, appealed: true });
    const [mine] = (await open(moderator as Member)).filter(({ person }) => person.uid === member.id);
    expect(mine).toMatchObject({ text: "没有跑题", action: "hide", post: { tid }, reason: "跑题" });
    expect(mine?.barred).toContain("其他版主");
    const id = mine?.id ?? 0;
    expect((await decide(id, "uphold", moderator as Member)).results).toMatchObject([
      { code: "OWN_CONTENT" },
    ]);
    expect(await decide(id, "uphold", second as Member)).toMatchObject({ done: 1, changedTopics: [tid] });
    expect((await gateway().ok("topicDetail", { tid }, member)).state).toBe("listed");
    expect((await decide(id, "reject", admin as Member)).results).toMatchObject([
      { code: "ALREADY_DECIDED" },
    ]);
    expect((await notices(member))[0]?.moderation).toMatchObject({
      action: "appealUpheld",
      reason: "重新看过",
    });
    const { items } = await gateway().ok("appealList", { decided: true }, second);
    expect(items.find((each) => each.id === id)).toMatchObject({ upheld: true, answer: "重新看过" });
    await expectExactCounters(gateway().database);
  });

  it("against a penalty is for administrators; upheld, it is lifted", async () => {
    const { member } = await writer();
    await restrict(member.id, "mute");
    await gateway().ok("submitAppeal", { logId: await appealOf(member), text: "不是我发的" }, member);
    const find = async (by: Member) => (await open(by)).find(({ person }) => person.uid === member.id);
    expect(await find(moderator as Member)).toBeUndefined();
    const id = (await find(admin as Member))?.id ?? 0;
    expect((await decide(id, "uphold", moderator as Member)).results).toMatchObject([
      { code: "NOT_YOUR_SECTION" },
    ]);
    await decide(id, "uphold", admin as Member);
    expect((await account(member))?.mutedUntil).toBeNull();
    await restrict(member.id, "warn");
    await gateway().ok("submitAppeal", { logId: await appealOf(member), text: "不该警告" }, member);
    await decide((await find(admin as Member))?.id ?? 0, "uphold", admin as Member);
    expect((await info(member.id)).warnings).toBe(0);
  });

  it("is rejected with an answer, and the text stays hidden", async () => {
    const { member, tid } = await writer();
    await hide(tid);
    await gateway().ok("submitAppeal", { logId: await appealOf(member), text: "请再看看" }, member);
    const [mine] = (await open(second as Member)).filter(({ person }) => person.uid === member.id);
    await decide(mine?.id ?? 0, "reject", second as Member);
    expect((await gateway().ok("topicDetail", { tid }, member)).state).toBe("hidden");
  });

  it("must come within 15 days, from the person concerned", async () => {
    const { member, tid } = await writer();
    await hide(tid);
    const logId = await appealOf(member);
    const other = await gateway().member();
    await gateway().refused("submitAppeal", { logId, text: "不服" }, "APPEAL_NOT_FOUND", other);
    await gateway().refused("submitAppeal", { logId, text: " " }, "INVALID_REQUEST", member);
    gateway().pass(15 * 86_400 + 60);
    expect(await appealOf(member)).toBe(0);
    await gateway().refused("submitAppeal", { logId, text: "不服" }, "APPEAL_TOO_LATE", member);
  });
});

it("a person has one mute at a time, however many are made at once", async () => {
  const { member } = await writer();
  const by = [admin, moderator, second] as Member[];
  await Promise.all(
    Array.from({ length: 12 }, (_, number) =>
      restrict(member.id, "mute", { days: number + 1 }, by[number % 3]).catch(() => null),
    ),
  );
  const standing = (await info(member.id)).penalties.filter((penalty) => penalty.standing);
  expect(standing).toHaveLength(1);
  const rows = await gateway().database.select().from(penalties).where(eq(penalties.accountId, member.id));
  const until = (await account(member))?.mutedUntil?.getTime();
  expect(rows.find(({ liftedAt }) => liftedAt === null)?.until?.getTime()).toBe(until);
  expect((await verifyLog(gateway().database)).broken).toEqual([]);
});
