import type { CallInput } from "contract";
import { eq } from "drizzle-orm";
import { moderationLog, posts } from "gateway/database/schema";
import { beforeAll, describe, expect, it } from "vitest";
import { expectExactCounters } from "../support/counters";
import { type Member, type Section, startGateway, submissionId } from "../support/gateway";

const gateway = startGateway();
const _nobody = 2_000_000_000;

let moderator: Member;
let foreign: Member;
let admin: Member;
let author: Member;
let section: Section;
beforeAll(async () => {
  const at = gateway();
  [moderator, foreign, author] = [await at.member(), await at.member(), await at.member()];
  admin = await at.member({ admin: true });
  await at.section({ moderators: [foreign] });
  section = await at.section({ moderators: [moderator] });
});

const _detail = (by = moderator, { fid } = section) => gateway().ok("moderatedForum", { fid }, by);

const plain = { preReview: "none", recycleBin: true, postingClosed: false, unlisted: false } as const;
const set = (
  change: Partial<CallInput<"updateForumSettings">>,
  by: Member = admin,
  { fid }: Section = section,
) => gateway().ok("updateForumSettings", { ...plain, fid, reason: "调整", ...change }, by);

async function _lastRow() {
  const rows = await gateway().database.select().from(moderationLog).orderBy(moderationLog.id);
  return rows.at(-1);
}

const monthAgo = () => new Date(Date.now() - 30 * 86_400_000);

/** Gives the member three published texts. */
async function writing(member: Member) {
  const open = await gateway().section();
  for (let written = 0; written < 3; written += 1) await gateway().topic(member, open);
  return member;
}

/** A member for a month with three texts, who does not count as new. */
const known = async () => writing(await gateway().member({ createdAt: monthAgo() }));

describe("pre-review", () => {
  let there: Section;
  beforeAll(async () => {
    there = await gateway().section({ moderators: [moderator] });
  });

  it("of new members: for a week, and until three published texts", async () => {
    const at = gateway();
    await set({ preReview: "newcomers" }, moderator, there);
    const fresh = await at.member();
    const veteran = await known();
    expect((await at.topic(veteran, there)).pending).toBe(false);
    const { tid, pid, pending } = await at.topic(fresh, there);
    expect(pending).toBe(true);
    await at.refused("topicDetail", { tid }, "TOPIC_NOT_FOUND", veteran);
    expect((await at.ok("reviewTopicList", {}, moderator)).items.map(({ id }) => id)).toContain(pid);
    // An edit is reviewed too.
    await at.ok(
      "editTopic",
      { tid, fid: there.fid, classId: null, title: "改了再发", content: "改过", tags: [] },
      fresh,
    );
    await at.refused("topicDetail", { tid }, "TOPIC_NOT_FOUND", veteran);
    const approve = {
      ids: [pid],
      action: "approve" as const,
      reason: "没有问题",
      submissionId: submissionId(),
    };
    await at.ok("reviewContent", approve, moderator);
    expect((await at.ok("topicDetail", { tid }, veteran)).title).toBe("改了再发");
    // Three texts without a week are not enough, nor a week without three texts.
    const halves = [await writing(await at.member()), await at.member({ createdAt: monthAgo() })];
    for (const half of halves) expect((await at.reply(half, tid)).pending).toBe(true);
    expect((await at.reply(moderator, tid)).pending).toBe(false);
  });

  it("of all: everybody's topics, replies and edits, but not those of moderators", async () => {
    const at = gateway();
    const veteran = await known();
    const before = await at.topic(veteran, there);
    const reply = await at.reply(veteran, before.tid);
    await set({ preReview: "all" }, moderator, there);
    expect((await at.topic(veteran, there)).pending).toBe(true);
    expect((await at.reply(veteran, before.tid)).pending).toBe(true);
    expect((await at.ok("editPost", { pid: reply.pid, content: "改成别的" }, veteran)).pending).toBe(true);
    for (const by of [moderator, admin]) expect((await at.topic(by, there)).pending).toBe(false);
    // A topic that is moved from another section waits as a new one does.
    const from = await at.topic(veteran, section);
    const moved = {
      tid: from.tid,
      fid: there.fid,
      classId: null,
      title: "从别处搬过来",
      content: "正文",
      tags: [],
    };
    expect((await at.ok("editTopic", moved, veteran)).pending).toBe(true);
    await set({}, moderator, there);
    expect((await at.topic(veteran, there)).pending).toBe(false);
    await expectExactCounters(at.database);
  });
});

describe("the recycle bin", () => {
  it("is switched by administrators; without it deleting destroys, and only administrators delete", async () => {
    const at = gateway();
    const there = await at.section({ moderators: [moderator] });
    const off = { ...plain, fid: there.fid, recycleBin: false, reason: "内容敏感" };
    const { fields } = await at.refused("updateForumSettings", off, "ADMIN_ONLY", moderator);
    expect(fields?.recycleBin).toHaveLength(1);
    const [one, other] = [await at.topic(author, there), await at.topic(author, there)];
    const reply = await at.reply(author, other.tid);
    await set({ recycleBin: false }, admin, there);
    const recycle = (ids: number[], by: Member) =>
      at.ok("topicOperate", { ids, action: "recycle", reason: "违规", submissionId: submissionId() }, by);
    const refused = await recycle([one.tid], moderator);
    expect(refused.results).toMatchObject([{ code: "NO_RECYCLE_BIN" }]);
    const { batch, done } = await recycle([one.tid], admin);
    expect(done).toBe(1);
    const [gone] = await at.database.select().from(posts).where(eq(posts.id, one.pid));
    expect(gone).toMatchObject({ source: "", html: "" });
    expect((await at.ok("recycleTopicList", { fid: there.fid }, admin)).total).toBe(0);
    const undo = { batch, reason: "按错了", submissionId: submissionId() };
    // A destroyed text cannot be restored.
    await at.refused("undoBatch", undo, "UNDO_TOO_LATE", admin);
    const post = {
      ids: [reply.pid],
      action: "recyclePost" as const,
      reason: "违规",
      submissionId: submissionId(),
    };
    expect((await at.ok("moderatorPostOperate", post, moderator)).refused).toBe(1);
    await at.ok("moderatorPostOperate", { ...post, submissionId: submissionId() }, admin);
    const [text] = await at.database.select().from(posts).where(eq(posts.id, reply.pid));
    expect([text?.source, text?.recycledById]).toEqual(["", null]);
    await expectExactCounters(at.database);
  });
});

describe("a section that is closed to posting", () => {
  it("accepts neither topics nor replies, says so, and can be read as before", async () => {
    const at = gateway();
    const there = await at.section();
    const { tid, pid } = await at.topic(author, there);
    const mine = await at.topic(author, section);
    await set({ postingClosed: true }, admin, there);
    const topic = { fid: there.fid, classId: null, title: "还能发吗", content: "正文", tags: [] };
    for (const by of [author, admin]) {
      const { fields } = await at.refused(
        "submitTopic",
        { ...topic, submissionId: submissionId() },
        "SECTION_POSTING_CLOSED",
        by,
      );
      expect(fields).toEqual({ fid: ["这个版块已停止发帖和回复，内容仍可阅读"] });
    }
    const reply = { tid, content: "还能回吗", submissionId: submissionId() };
    await at.refused("submitPost", reply, "SECTION_POSTING_CLOSED", author);
    await at.refused("editTopic", { ...topic, tid: mine.tid }, "SECTION_POSTING_CLOSED", author);
    const detail = await at.ok("topicDetail", { tid }, author);
    expect(detail).toMatchObject({
      canReply: false,
      replyRefusal: "SECTION_POSTING_CLOSED",
      postingClosed: true,
    });
    expect((await at.ok("topicDetail", { tid })).postingClosed).toBe(true);
    expect((await at.ok("sectionDetail", { fid: there.fid })).postingClosed).toBe(true);
    // The author can still edit their topic.
    await at.ok("editTopic", { ...topic, tid, title: "自己的还能改" }, author);
    await at.ok("likePost", { pid }, moderator);
  });
});

describe("a section that is hidden from lists", () => {
  it("is in no list of the whole site, and opens by its address", async () => {
    const at = gateway();
    const there = await at.section();
    const writer = await at.member();
    const title = "只给知道地址的人看的量子隧道主题";
    const { tid } = await at.topic(writer, there, { title, tags: ["隐藏的标签"] });
    await at.reply(writer, tid);
    await at.ok("favoriteTopic", { tid }, author);
    const { tags } = await at.ok("topicDetail", { tid });
    const seen = async () => {
      const found = [
        await at.ok("homeTopicList", { kind: "all", order: "new" }),
        await at.ok("homeTopicList", { kind: "hot" }),
        await at.ok("userTopicList", { uid: writer.id }),
        await at.ok("otherUserPosts", { uid: writer.id }),
        await at.ok("tagTopicList", { id: tags[0]?.id ?? 0 }),
        await at.ok("feedTopics", { kind: "all" }),
        await at.ok("fullTextSearch", { text: "量子隧道" }),
        await at.ok("similarTopics", { title: "量子隧道主题" }),
        await at.ok("sectionList", {}),
        await at.ok("getForums", {}),
        await at.ok("sitemapSlice", { kind: "topics", slice: 1 }),
      ].map((answer) => JSON.stringify(answer));
      const names = [title, `"fid":${there.fid}`, `"id":${tid},`];
      return found.map((answer) => names.some((name) => answer.includes(name)));
    };
    expect(await seen()).toEqual(Array.from({ length: 11 }, () => true));
    await set({ unlisted: true }, admin, there);
    gateway().pass(6);
    expect(await seen()).toEqual(Array.from({ length: 11 }, () => false));
    expect((await at.ok("topicDetail", { tid })).title).toBe(title);
    expect((await at.ok("sectionTopicList", { fid: there.fid })).topics).toHaveLength(1);
    expect((await at.ok("feedTopics", { kind: "section", target: there.fid })).topics).toHaveLength(1);
    expect((await at.ok("myFavorites", {}, author)).topics.map((row) => row.tid)).toContain(tid);
    expect((await at.ok("myTopics", {}, writer)).topics).toHaveLength(1);
    await at.topic(writer, there, { title: "还可以发帖" });
  });
});
