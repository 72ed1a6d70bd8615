import { contract } from "contract";
import { type Call, wirePath } from "contract/base/call";
import { csrfTokenHeader } from "contract/base/wire";
import { type TopicAction, topicActionNames } from "contract/moderation/actions";
import { asc, eq, sql } from "drizzle-orm";
import { accounts, moderationLog, posts, recommendedTopics, topics } from "gateway/database/schema";
import { jobKinds, runDueJobs } from "gateway/jobs";
import { verifyLog } from "gateway/moderation/verify-log";
import { runJobs } from "gateway/server/jobs";
import { beforeAll, describe, expect, it } from "vitest";
import { expectExactCounters } from "../support/counters";
import { type Member, type Section, startGateway, submissionId } from "../support/gateway";

const gateway = startGateway();

let [author, moderator, foreign, admin]: Member[] = [];
let section: Section;
let elsewhere: Section;
beforeAll(async () => {
  author = await gateway().member();
  moderator = await gateway().member();
  foreign = await gateway().member();
  admin = await gateway().member({ admin: true });
  section = await gateway().section({ moderators: [moderator] });
  elsewhere = await gateway().section({ moderators: [foreign] });
});

const form = (ids: number[]) => ({ ids, reason: "按版规处理", submissionId: submissionId() });

async function operate(
  action: TopicAction,
  ids: number[],
  more: object = {},
  by: Member = moderator as Member,
) {
  return gateway().ok("topicOperate", { ...form(ids), action, ...more }, by);
}

/** A topic with a reply, so that sinking it changes its place. */
async function newTopic(by: Member = author as Member) {
  const topic = await gateway().topic(by, section, { classId: section.classes[0] ?? null });
  gateway().pass(60);
  await gateway().reply(author as Member, topic.tid);
  return topic;
}

async function row(tid: number) {
  const [topic] = await gateway().database.select().from(topics).where(eq(topics.id, tid));
  if (!topic) throw new Error("no topic");
  const { version: _version, search: _search, ...rest } = topic;
  const [recommended] = await gateway()
    .database.select()
    .from(recommendedTopics)
    .where(eq(recommendedTopics.topicId, tid));
  return { ...rest, recommended: recommended?.position ?? null };
}

/** The further values of each action. */
const values: Partial<Record<TopicAction, () => object>> = {
  digest: () => ({ value: "2" }),
  pin: () => ({ value: "section" }),
  highlight: () => ({ value: "red" }),
  recommend: () => ({ value: "3" }),
  stamp: () => ({ value: "优秀" }),
  icon: () => ({ value: "heart" }),
  class: () => ({ value: String(section.classes[1]) }),
};

/** The action that must come before an opposite action. */
const first: Partial<Record<TopicAction, TopicAction>> = { show: "hide", open: "close" };

describe.each(topicActionNames.filter((name) => name !== "move"))("%s", (action) => {
  it("is done by the section's moderator, logged, and undone to the last column", async () => {
    const { tid } = await newTopic();
    const before = first[action];
    if (before) await operate(before, [tid]);
    const was = await row(tid);
    const answer = await operate(action, [tid], values[action]?.());
    expect(answer).toMatchObject({ done: 1, refused: 0, waiting: 0, results: [{ id: tid, code: null }] });
    expect(await row(tid)).not.toEqual(was);
    const { rows } = await gateway().ok("managementLog", { batch: answer.batch }, moderator);
    expect(rows).toMatchObject([{ action, targetId: tid, reason: "按版规处理" }]);
    const undone = await gateway().ok(
      "undoBatch",
      { batch: answer.batch, reason: "按错了", submissionId: submissionId() },
      moderator,
    );
    expect(undone).toMatchObject({ done: 1, refused: 0 });
    expect(await row(tid)).toEqual(was);
    await expectExactCounters(gateway().database);
  });

  it("is refused for an own topic, another section's, and a deleted one, each alone", async () => {
    const [own, theirs, good] = [
      await newTopic(moderator),
      await gateway().topic(author as Member, elsewhere),
      await newTopic(),
    ];
    const before = first[action];
    if (before) await operate(before, [good.tid]);
    const { results } = await operate(
      action,
      [own.tid, theirs.tid, 2_000_000_000, good.tid],
      values[action]?.(),
    );
    expect(results.map(({ code }) => code)).toEqual([
      "OWN_CONTENT",
      "NOT_YOUR_SECTION",
      "TOPIC_NOT_FOUND",
      null,
    ]);
  });
});

describe("moving", () => {
  it("goes only to sections that the moderator moderates, leaves a pointer, and is undone completely", async () => {
    const { tid } = await newTopic();
    await gateway().reply(author as Member, tid);
    const was = await row(tid);
    const refused = await operate("move", [tid], { value: String(elsewhere.fid) });
    expect(refused.results[0]?.code).toBe("NOT_YOUR_SECTION");
    const moved = await operate("move", [tid], { value: String(elsewhere.fid), pointer: true }, admin);
    expect(await row(tid)).toMatchObject({ sectionId: elsewhere.fid, movedFromId: section.fid });
    await expectExactCounters(gateway().database);
    await gateway().ok(
      "undoBatch",
      { batch: moved.batch, reason: "移错了", submissionId: submissionId() },
      admin,
    );
    expect(await row(tid)).toEqual(was);
    await expectExactCounters(gateway().database);
  });
});

describe("bad input", () => {
  it.each([
    [{ ids: [] }, "ids"],
    [{ ids: Array.from({ length: 501 }, (_, index) => index + 1) }, "ids"],
    [{ reason: "  " }, "reason"],
    [{ days: -1 }, "days"],
    [{ days: 3_651 }, "days"],
  ])("%o is refused by its field", async (change, field) => {
    const { tid } = await newTopic();
    const { status, body } = await gateway().call(
      "topicOperate",
      { ...form([tid]), action: "raise", ...change } as never,
      moderator,
    );
    expect(status).toBe(400);
    expect(Object.keys((body as { fields: object }).fields)).toEqual([field]);
  });

  it("names an unknown seal, another section's class, and a repetition", async () => {
    const { tid } = await newTopic();
    const code = async (...args: Parameters<typeof operate>) => (await operate(...args)).results[0]?.code;
    expect(await code("stamp", [tid], { value: "没有的" })).toBe("STAMP_NOT_FOUND");
    expect(await code("class", [tid], { value: String(elsewhere.classes[0] ?? 2_000_000_000) })).toBe(
      "CLASS_NOT_IN_SECTION",
    );
    expect(await code("close", [tid])).toBeNull();
    expect(await code("close", [tid])).toBe("ALREADY_SO");
    expect(await code("show", [tid])).toBe("CONTENT_NOT_LISTED");
  });

  it("links a repeated topic to the first one, if everybody may read that", async () => {
    const [first, again] = [await newTopic(), await newTopic()];
    await operate("close", [again.tid], { duplicateOf: first.tid });
    const seen = () => gateway().ok("topicDetail", { tid: again.tid });
    expect((await seen()).duplicateOf).toMatchObject({ tid: first.tid });
    await operate("hide", [first.tid]);
    gateway().pass(60);
    expect((await seen()).duplicateOf).toBeNull();
  });

  it("is refused against a higher rank", async () => {
    const { tid } = await newTopic(admin);
    expect((await operate("hide", [tid])).results[0]?.code).toBe("HIGHER_RANK");
    expect((await operate("digest", [tid], { value: "1" })).results[0]?.code).toBeNull();
  });
});

it("a dry run gives the expected result, and changes nothing", async () => {
  const [good, own] = [await newTopic(), await newTopic(moderator)];
  const was = await row(good.tid);
  const answer = await operate("hide", [good.tid, own.tid], { dryRun: true });
  expect(answer).toMatchObject({ batch: 0, done: 1, refused: 1 });
  expect(await row(good.tid)).toEqual(was);
  await expectExactCounters(gateway().database);
});

it("a form that is posted twice is one batch", async () => {
  const { tid } = await newTopic();
  const same = { ...form([tid]), action: "raise" } as const;
  const one = await gateway().ok("topicOperate", same, moderator);
  const two = await gateway().ok("topicOperate", same, moderator);
  expect(two.batch).toBe(one.batch);
  const { rows } = await gateway().ok("managementLog", { batch: one.batch }, moderator);
  expect(rows).toHaveLength(1);
});

it("a seal sets its icon, and removing it removes only that icon", async () => {
  const { tid } = await newTopic();
  await operate("stamp", [tid], { value: "优秀" });
  expect(await row(tid)).toMatchObject({ stamp: "优秀", icon: "trophy" });
  await operate("icon", [tid], { value: "heart" });
  await operate("stamp", [tid], { value: "" });
  expect(await row(tid)).toMatchObject({ stamp: null, icon: "heart" });
});

it("a mark ends by itself when its days are over, and the log says so", async () => {
  const { tid } = await newTopic();
  await operate("pin", [tid], { value: "section", days: 2 });
  await runDueJobs(gateway().services);
  expect(await row(tid)).toMatchObject({ pinScope: "section", pinned: true });
  gateway().pass(2 * 86_400);
  await runDueJobs(gateway().services);
  expect(await row(tid)).toMatchObject({ pinScope: null, pinned: false });
  const { rows } = await gateway().ok("managementLog", { action: "expire" }, moderator);
  expect(rows[0]).toMatchObject({ targetId: tid, operator: null });
});

it("an author gets a notice of every action against their text, with the reason", async () => {
  const writer = await gateway().member();
  const { tid } = await newTopic(writer);
  await operate("hide", [tid]);
  const list = await gateway().ok("queryDcmMessageByUser", { type: "system" }, writer);
  expect("notices" in list && list.notices[0]).toMatchObject({
    event: "moderated",
    actor: null,
    moderation: { action: "hide", reason: "按版规处理" },
  });
});

describe("the bin", () => {
  it("contains topics and replies; they are restored, or destroyed by administrators alone", async () => {
    const { tid, pid } = await newTopic();
    const reply = await gateway().reply(author as Member, tid);
    await gateway().ok("moderatorPostOperate", { ...form([reply.pid]), action: "recyclePost" }, moderator);
    const bin = await gateway().ok("recycleReplyList", { fid: section.fid }, moderator);
    expect(bin.items[0]).toMatchObject({ id: reply.pid, reason: "按版规处理", by: { uid: moderator?.id } });
    await gateway().ok("recoverContent", { ...form([reply.pid]), of: "replies" }, moderator);
    await operate("recycle", [tid]);
    expect((await gateway().ok("recycleTopicList", {}, moderator)).items[0]).toMatchObject({ id: tid });
    await gateway().refused("destroyContent", { ...form([tid]), of: "topics" }, "NOT_PERMITTED", moderator);
    await gateway().ok("destroyContent", { ...form([tid]), of: "topics" }, admin);
    const texts = await gateway().database.select().from(posts).where(eq(posts.topicId, tid));
    expect(texts.map(({ source, html }) => source + html).join("")).toBe("");
    expect((await row(tid)).title).toBe("（已删除）");
    expect((await gateway().ok("recycleTopicList", {}, admin)).items.map(({ id }) => id)).not.toContain(tid);
    await gateway().refused("topicDetail", { tid }, "TOPIC_NOT_FOUND", author);
    expect(pid).toBeGreaterThan(0);
    await expectExactCounters(gateway().database);
  });

  it("moves with a topic: its replies are in the new section's bin", async () => {
    const { tid } = await newTopic();
    const reply = await gateway().reply(author as Member, tid);
    await gateway().ok("moderatorPostOperate", { ...form([reply.pid]), action: "recyclePost" }, moderator);
    const there = await gateway().section({ moderators: [moderator as Member] });
    await gateway().ok("topicOperate", { ...form([tid]), action: "move", value: String(there.fid) }, admin);
    const idsIn = async ({ fid }: { fid: number }) =>
      (await gateway().ok("recycleReplyList", { fid }, moderator)).items.map(({ id }) => id);
    expect(await idsIn(there)).toEqual([reply.pid]);
    expect(await idsIn(section)).not.toContain(reply.pid);
    await gateway().ok("recoverContent", { ...form([reply.pid]), of: "replies" }, moderator);
    expect(await idsIn(there)).toEqual([]);
  });
});

it("more than twenty are a job, which ends once although it is started twice", async () => {
  const tids: number[] = [];
  for (let index = 0; index < 22; index += 1) tids.push((await newTopic(await gateway().member())).tid);
  await runJobs(gateway().services, jobKinds);
  const progress = await operate("close", tids);
  expect(progress).toMatchObject({ total: 22, done: 0, waiting: 22 });
  let steps = 0;
  await runJobs(gateway().services, jobKinds, () => {
    steps += 1;
    return steps > 8;
  });
  const half = await gateway().ok("batchDetail", { batch: progress.batch }, moderator);
  expect(half.done).toBeGreaterThan(0);
  expect(half.waiting).toBeGreaterThan(0);
  await runJobs(gateway().services, jobKinds);
  expect(await gateway().ok("batchDetail", { batch: progress.batch }, moderator)).toMatchObject({
    done: 22,
    waiting: 0,
    canUndo: true,
  });
  const { rows } = await gateway().ok("managementLog", { batch: progress.batch, limit: 100 }, moderator);
  expect(rows).toHaveLength(22);
});

describe("the log", () => {
  it("is a chain for the section, however many write at once; no row of it changes or is deleted", async () => {
    const { tid } = await newTopic();
    const { database } = gateway();
    const before = await verifyLog(database);
    await Promise.all(Array.from({ length: 20 }, () => operate("raise", [tid])));
    const whole = await verifyLog(database);
    expect(whole.broken).toEqual([]);
    expect(whole.rows).toBeGreaterThan(before.rows);
    const [row] = await database.select().from(moderationLog).orderBy(asc(moderationLog.id)).limit(1);
    await expect(
      database
        .update(moderationLog)
        .set({ operatorId: 1 })
        .where(eq(moderationLog.id, row?.id ?? 0)),
    ).rejects.toThrow();
    await expect(database.delete(moderationLog)).rejects.toThrow();
  });

  it("is searched by the text of reasons, rare or common, in the moderator's own sections", async () => {
    const { tid } = await newTopic();
    const found = async (keyword: string, who: typeof moderator) =>
      (await gateway().ok("managementLog", { keyword, limit: 100 }, who)).rows.map(
        ({ targetId }) => targetId,
      );
    await operate("hide", [tid], { reason: "第 3681 条：夹带 Hi3861 的广告" });
    expect(await found("hi3861 的广", moderator)).toEqual([tid]);
    expect(await found("广告夹带", moderator)).toEqual([]);
    expect(await found("%", moderator)).toEqual([]);
    expect(await found("hi3861 的广", foreign)).toEqual([]);
    // So many reasons that they are not looked up one by one.
    await gateway().database.execute(
      sql`insert into moderation_reasons (text) select '夹带广告' from generate_series(1, 600)`,
    );
    expect(await found("夹带", moderator)).toContain(tid);
    expect(await found("夹带", foreign)).not.toContain(tid);
    const { rows: first } = await gateway().ok("managementLog", { keyword: "夹带", limit: 1 }, moderator);
    const before = first[0]?.id ?? 0;
    const { rows: next } = await gateway().ok("managementLog", { keyword: "夹带", before }, moderator);
    expect(next.every(({ id }) => id < before)).toBe(true);
  });

  it("shows moderators their own sections and their own actions, and members nothing", async () => {
    const { tid } = await newTopic();
    await operate("raise", [tid]);
    const seen = await gateway().ok("managementLog", {}, foreign);
    expect(seen.rows.filter(({ section: of }) => of?.fid === section.fid)).toEqual([]);
    await gateway().refused("managementLog", {}, "NOT_PERMITTED", author);
    const muted = { mutedUntil: new Date(gateway().services.now().getTime() + 60_000) };
    await gateway()
      .database.update(accounts)
      .set(muted)
      .where(eq(accounts.id, foreign?.id ?? 0));
    await gateway().refused("managementLog", {}, "MUTED", foreign);
    await gateway()
      .database.update(accounts)
      .set({ mutedUntil: null })
      .where(eq(accounts.id, foreign?.id ?? 0));
  });
});

describe("the moderators' prefixes (spec 6)", () => {
  const call: Call = contract.topicOperate;
  /** Sends the request to a path of the call, also to a wrong one. */
  async function sentTo(path: string, request: object) {
    const { cookie, csrfToken } = moderator as Member;
    const response = await gateway().fetch(path, {
      method: "POST",
      headers: { cookie, [csrfTokenHeader]: csrfToken, "content-type": "application/json" },
      body: JSON.stringify({ developerId: "Y", headers: [], requestBody: request }),
    });
    return { status: response.status, body: (await response.json()) as { errorCode?: string } };
  }

  it.each(["close", "hide", "stamp", "icon"] as const)(
    "%s is accepted under its own prefix alone",
    async (action) => {
      const topic = await newTopic();
      const request = { ...form([topic.tid]), action, ...values[action]?.() };
      const path = wirePath(call, request);
      expect(path).toContain(`/api/v1/moderator/${action}/`);
      const other = await sentTo(path, { ...request, action: "sink" });
      expect([other.status, other.body.errorCode]).toEqual([400, "INVALID_REQUEST"]);
      expect((await sentTo(path, request)).status).toBe(200);
      const [logged] = await gateway()
        .database.select({ action: moderationLog.action })
        .from(moderationLog)
        .orderBy(sql`${moderationLog.id} desc`)
        .limit(1);
      expect(logged?.action).toBe(action);
    },
  );
});
