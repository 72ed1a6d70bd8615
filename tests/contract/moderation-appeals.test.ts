import type { TopicAction } from "contract/moderation/actions";
import { and, eq } from "drizzle-orm";
import { accounts, penalties, posts, topicMarkExpiries, topics } from "gateway/database/schema";
import { jobKinds } from "gateway/jobs";
import { submitAppeal } from "gateway/moderation/appeals/submit-appeal";
import { verifyLog } from "gateway/moderation/verify-log";
import { runJobs } from "gateway/server/jobs";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expectExactCounters } from "../support/counters";
import { type Member, type Section, startGateway, submissionId } from "../support/gateway";

const gateway = startGateway();

let [admin, other, moderator, second]: [Member, Member, Member, Member] = [] as never;
let section: Section;
beforeAll(async () => {
  admin = await gateway().member({ admin: true });
  other = await gateway().member({ admin: true });
  moderator = await gateway().member();
  second = await gateway().member();
  section = await gateway().section({ moderators: [moderator, second] });
});

let member: Member;
let tid: number;
beforeEach(async () => {
  member = await gateway().member();
  ({ tid } = await gateway().topic(member, section));
});

const why = (reason = "按版规处理") => ({ reason, submissionId: submissionId() });
const operate = (action: TopicAction, by: Member, more: object = {}) =>
  gateway().ok("topicOperate", { ids: [tid], action, ...why(), ...more }, by);
const restrict = (action: "warn" | "mute" | "ban" | "lift", by: Member, days?: number, more: object = {}) =>
  gateway().ok(
    "updateForbidden",
    { uid: member.id, action, ...(days === undefined ? {} : { days }), ...why(), ...more },
    by,
  );

/** The newest log row of this kind about the member. */
async function entry(action: "warn" | "mute" | "ban" | "hide" | "recycle" | "close" | "recyclePost") {
  const { rows } = await gateway().ok(
    "managementLog",
    { action, person: String(member.id), limit: 1 },
    admin,
  );
  return rows[0]?.id ?? 0;
}

/** Appeals against a log row, and another moderator upholds the appeal. */
async function overturn(logId: number, by: Member = other) {
  const at = gateway().services.now();
  // A banned person has no session and uses the sign-in portal's page.
  await submitAppeal(gateway().database, member.id, { logId, text: "请再看看", at });
  const { items } = await gateway().ok("appealList", {}, by);
  const mine = items.filter(({ person }) => person.uid === member.id);
  const form = { ids: [mine.at(-1)?.id ?? 0], decision: "uphold" as const, ...why("重新看过") };
  const answer = await gateway().ok("handleAppeal", form, by);
  expect(answer).toMatchObject({ done: 1, refused: 0 });
  return answer;
}

const person = async () => {
  const [row] = await gateway().database.select().from(accounts).where(eq(accounts.id, member.id));
  const at = gateway().services.now();
  const days = (until: Date | null) =>
    until && until > at ? Math.round((until.getTime() - at.getTime()) / 86_400_000) : null;
  return { muted: days(row?.mutedUntil ?? null), banned: days(row?.bannedUntil ?? null) };
};
const standing = async () => {
  const rows = await gateway().database.select().from(penalties).where(eq(penalties.accountId, member.id));
  return rows.filter(({ liftedAt }) => liftedAt === null).map(({ kind, days }) => [kind, days]);
};
const topic = async () => {
  const [row] = await gateway().database.select().from(topics).where(eq(topics.id, tid));
  if (!row) throw new Error("no topic");
  return row;
};

describe("an upheld appeal against a penalty lifts that penalty alone", () => {
  it("a ban by another moderator stays when a mute is lifted, and the other way round", async () => {
    await restrict("mute", moderator, 5);
    await restrict("ban", second, 9);
    await overturn(await entry("mute"));
    expect(await person()).toEqual({ muted: null, banned: 9 });
    expect(await standing()).toEqual([["ban", 9]]);
    await restrict("mute", moderator, 5);
    await overturn(await entry("ban"));
    expect(await person()).toEqual({ muted: 5, banned: null });
  });

  it("a later mute stays when the mute that it replaced is lifted", async () => {
    await restrict("mute", moderator, 5);
    const first = await entry("mute");
    await restrict("mute", second, 9);
    await overturn(first);
    expect(await person()).toMatchObject({ muted: 9 });
    // With the later one lifted no mute is left: the first was wrong too.
    await overturn(await entry("mute"));
    expect(await person()).toMatchObject({ muted: null });
    expect(await standing()).toEqual([]);
  });

  it("the penalty that the wrong one had replaced applies again, until its own end", async () => {
    await restrict("mute", moderator, 5);
    await restrict("mute", second, 0);
    await overturn(await entry("mute"));
    expect(await person()).toMatchObject({ muted: 5 });
    expect(await standing()).toEqual([["mute", 5]]);
    await gateway().refused(
      "submitPost",
      { tid, content: "再说一句", submissionId: submissionId() },
      "MUTED",
      member,
    );
    // A penalty that a moderator lifted stays lifted, whatever happens to a later one.
    await restrict("lift", moderator);
    await restrict("mute", second, 3);
    await overturn(await entry("mute"));
    expect(await person()).toMatchObject({ muted: null });
    // A penalty that has ended stays ended.
    await restrict("mute", moderator, 1);
    await restrict("mute", second, 9);
    const last = await entry("mute");
    gateway().pass(2 * 86_400);
    await overturn(last);
    expect(await person()).toMatchObject({ muted: null });
  });

  it("an appeal against an ended or lifted penalty is answered and changes nothing", async () => {
    await restrict("mute", moderator, 5);
    await restrict("lift", moderator);
    await restrict("ban", second, 2);
    await overturn(await entry("mute"));
    expect(await person()).toEqual({ muted: null, banned: 2 });
  });

  it("texts binned with the penalty come back, except those that were decided since", async () => {
    const reply = await gateway().reply(member, tid);
    const { tid: again } = await gateway().topic(member, section);
    const { texts } = await restrict("ban", moderator, 5, { recycleDays: 1 });
    await gateway().ok("recoverContent", { ids: [again], of: "topics", ...why() }, moderator);
    await gateway().ok("topicOperate", { ids: [again], action: "recycle", ...why("跑题") }, moderator);
    gateway().pass(8 * 86_400);
    await overturn(await entry("ban"));
    await runJobs(gateway().services, jobKinds);
    expect((await topic()).recycledById).toBeNull();
    const [post] = await gateway().database.select().from(posts).where(eq(posts.id, reply.pid));
    expect(post?.recycledById).toBeNull();
    const [topicRow] = await gateway().database.select().from(topics).where(eq(topics.id, again));
    expect(topicRow?.recycledById).toBe(moderator.id);
    expect(await gateway().ok("batchDetail", { batch: texts ?? 0 }, admin)).toMatchObject({ undone: true });
    await expectExactCounters(gateway().database);
    expect((await verifyLog(gateway().database)).broken).toEqual([]);
  });
});

describe("an upheld appeal against a warning", () => {
  it("against the third lifts the mute that it caused", async () => {
    for (let count = 0; count < 3; count += 1) await restrict("warn", moderator);
    expect(await person()).toMatchObject({ muted: 3 });
    await overturn(await entry("warn"));
    expect(await person()).toMatchObject({ muted: null });
    expect(await standing()).toEqual([
      ["warning", null],
      ["warning", null],
    ]);
  });

  it("keeps the mute if three other warnings remain, and a moderator's later mute", async () => {
    for (let count = 0; count < 3; count += 1) await restrict("warn", moderator);
    const third = await entry("warn");
    await restrict("warn", moderator);
    await overturn(third);
    expect(await person()).toMatchObject({ muted: 3 });
    const fourth = await entry("warn");
    await restrict("mute", second, 9);
    await overturn(fourth);
    expect(await person()).toMatchObject({ muted: 9 });
  });

  it("restores a longer mute that the warnings' mute had replaced", async () => {
    await restrict("warn", moderator);
    await restrict("warn", moderator);
    await restrict("mute", second, 2);
    await restrict("warn", moderator);
    expect(await person()).toMatchObject({ muted: 3 });
    await overturn(await entry("warn"));
    expect(await person()).toMatchObject({ muted: 2 });
  });
});

describe("an upheld appeal against a decision on a text", () => {
  it("shows the text, unless it was hidden again for another reason", async () => {
    await operate("hide", moderator);
    const first = await entry("hide");
    await operate("show", moderator);
    await operate("hide", moderator, { reason: "又是广告" });
    await overturn(first, second);
    expect(await topic()).toMatchObject({ stateReason: "又是广告", hiddenAt: expect.any(Date) });
    await overturn(await entry("hide"), second);
    expect(await topic()).toMatchObject({ hiddenAt: null });
    await expectExactCounters(gateway().database);
  });

  it("leaves a text in the bin that was binned for another reason, and outside the bin it is visible", async () => {
    await operate("hide", moderator);
    const hiding = await entry("hide");
    await operate("recycle", moderator);
    await overturn(hiding, second);
    expect((await topic()).recycledById).toBe(moderator.id);
    await overturn(await entry("recycle"), second);
    expect(await topic()).toMatchObject({ recycledById: null, hiddenAt: null, listed: true });
    await expectExactCounters(gateway().database);
  });

  it("restores the text, unless it was binned again; a reply as well", async () => {
    const { pid } = await gateway().reply(member, tid);
    const act = (action: "recyclePost", reason: string) =>
      gateway().ok("moderatorPostOperate", { ids: [pid], action, ...why(reason) }, moderator);
    await act("recyclePost", "跑题");
    const first = await entry("recyclePost");
    await gateway().ok("recoverContent", { ids: [pid], of: "replies", ...why() }, moderator);
    await act("recyclePost", "广告");
    await overturn(first, second);
    const [post] = await gateway().database.select().from(posts).where(eq(posts.id, pid));
    expect(post).toMatchObject({ stateReason: "广告", recycledById: moderator.id });
    await expectExactCounters(gateway().database);
  });

  it("is upheld also if the text was destroyed meanwhile", async () => {
    await operate("recycle", moderator);
    const logId = await entry("recycle");
    await gateway().ok("destroyContent", { ids: [tid], of: "topics", ...why() }, admin);
    await overturn(logId, second);
  });
});

describe("an upheld appeal against closing", () => {
  const ends = () =>
    gateway().database.$count(
      topicMarkExpiries,
      and(eq(topicMarkExpiries.topicId, tid), eq(topicMarkExpiries.mark, "closed")),
    );

  it("removes the link to the repeated topic and the day of reopening", async () => {
    const same = await gateway().topic(member, section);
    await operate("close", moderator, { duplicateOf: same.tid, days: 5 });
    expect(await topic()).toMatchObject({ closed: true, duplicateOfId: same.tid });
    expect(await ends()).toBe(1);
    expect(await overturn(await entry("close"), second)).toMatchObject({ changedTopics: [tid] });
    expect(await topic()).toMatchObject({ closed: false, duplicateOfId: null });
    expect(await ends()).toBe(0);
  });

  it("leaves the topic closed if a moderator closed it again since", async () => {
    await operate("close", moderator);
    const first = await entry("close");
    await operate("open", moderator);
    await operate("close", moderator, { reason: "又吵起来了" });
    await overturn(first, second);
    expect(await topic()).toMatchObject({ closed: true });
  });

  it("restores an earlier closing that is still in force, and none that was undone since", async () => {
    await operate("close", moderator);
    const first = await entry("close");
    await operate("close", moderator, { days: 5 });
    await overturn(await entry("close"), second);
    // Closed for good, as before.
    expect([(await topic()).closed, await ends()]).toEqual([true, 0]);
    const { batch } = await operate("close", moderator, { days: 7 });
    await gateway().ok("undoBatch", { batch, ...why("按错了") }, moderator);
    await overturn(first, second);
    expect([(await topic()).closed, await ends()]).toEqual([false, 0]);
  });
});

it("an administrator decides their own case again if only people without the right remain", async () => {
  const { database, services } = gateway();
  await operate("hide", admin);
  const logId = await entry("hide");
  await submitAppeal(database, member.id, { logId, text: "请再看看", at: services.now() });
  const { items } = await gateway().ok("appealList", {}, admin);
  const [mine] = items.filter(({ person: by }) => by.uid === member.id);
  const decide = async (by: Member) => {
    const form = { ids: [mine?.id ?? 0], decision: "uphold" as const, ...why("重新看过") };
    return (await gateway().ok("handleAppeal", form, by)).results[0]?.code;
  };
  expect(await decide(moderator)).toBe("HIGHER_RANK");
  expect(await decide(admin)).toBe("OWN_CONTENT");
  const tomorrow = new Date(services.now().getTime() + 86_400_000);
  const set = (bannedUntil: Date | null) =>
    database.update(accounts).set({ bannedUntil }).where(eq(accounts.id, other.id));
  await set(tomorrow);
  expect(await decide(admin)).toBeNull();
  await set(null);
});
