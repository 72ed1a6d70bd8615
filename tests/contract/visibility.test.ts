import type { CallName } from "contract";
import { eq } from "drizzle-orm";
import { posts, sections, topics } from "gateway/database/schema";
import { describe, expect, it } from "vitest";
import { type Member, startGateway, submissionId } from "../support/gateway";

const gateway = startGateway();

type State = Partial<typeof posts.$inferInsert> & Partial<typeof topics.$inferInsert>;

/** The columns of a text after a moderator's action or the check of words; `by` is the moderator. */
const states: Record<"pending" | "refused" | "hidden" | "recycled", (by: number) => State> = {
  pending: () => ({ review: "pending" }),
  refused: () => ({ review: "refused", stateReason: "广告" }),
  hidden: () => ({ hiddenAt: new Date(), stateReason: "离题" }),
  recycled: (by) => ({ deletedAt: new Date(), recycledById: by, stateReason: "重复发帖" }),
};
const names = Object.keys(states) as (keyof typeof states)[];

async function scene() {
  const [author, other, moderator, elsewhere] = [
    await gateway().member(),
    await gateway().member(),
    await gateway().member(),
    await gateway().member(),
  ];
  const admin = await gateway().member({ admin: true });
  const section = await gateway().section({ moderators: [moderator] });
  await gateway().section({ moderators: [elsewhere] });
  const topic = await gateway().topic(author, section);
  return { author, other, moderator, elsewhere, admin, section, topic };
}

describe.each(names)("a topic that is %s", (name) => {
  it("is visible to its author and the section's moderators alone", async () => {
    const { author, other, moderator, elsewhere, admin, section, topic } = await scene();
    await gateway().database.update(topics).set(states[name](moderator.id)).where(eq(topics.id, topic.tid));
    const reason = states[name](0).stateReason ?? null;
    for (const reader of [author, moderator, admin]) {
      const detail = await gateway().ok("topicDetail", { tid: topic.tid }, reader);
      expect(detail).toMatchObject({
        state: name,
        reason,
        canReply: false,
        replyRefusal: "CONTENT_NOT_LISTED",
      });
      expect(detail.floors[0]).toMatchObject({ state: name, reason, withheld: false, deleted: false });
      expect(detail.floors[0]?.html).toContain("波特率");
    }
    for (const reader of [null, other, elsewhere]) {
      await gateway().refused("topicDetail", { tid: topic.tid }, "TOPIC_NOT_FOUND", reader);
      await gateway().refused("depthPostList", { pid: topic.pid }, "TOPIC_NOT_FOUND", reader);
      await gateway().refused("relationalTopics", { tid: topic.tid }, "TOPIC_NOT_FOUND", reader);
    }
    expect((await gateway().ok("sectionTopicList", { fid: section.fid })).topics).toEqual([]);
  });

  it("is in its author's own list with its state, and in no other list", async () => {
    const { author, moderator, section, topic } = await scene();
    const second = await gateway().topic(author, section, { title: "第二个帖子还在" });
    const gone = await gateway().topic(author, section, { title: "作者自己删掉的" });
    await gateway().ok("deleteContent", { pid: gone.pid }, author);
    await gateway().database.update(topics).set(states[name](moderator.id)).where(eq(topics.id, topic.tid));
    await gateway().database.execute(`update accounts set topics = 1 where id = ${author.id}`);
    const mine = await gateway().ok("myTopics", {}, author);
    expect([mine.total, mine.topics.map(({ tid, state }) => [tid, state])]).toEqual([
      2,
      [
        [second.tid, "listed"],
        [topic.tid, name],
      ],
    ]);
    const theirs = await gateway().ok("userTopicList", { uid: author.id }, moderator);
    expect([theirs.total, theirs.topics.map(({ tid }) => tid)]).toEqual([1, [second.tid]]);
  });

  it("accepts no reply, like, favourite, invitation, acceptance or report", async () => {
    const { author, other, moderator, topic } = await scene();
    const answer = await gateway().reply(other, topic.tid);
    await gateway().database.update(topics).set(states[name](moderator.id)).where(eq(topics.id, topic.tid));
    const writes: [CallName, object][] = [
      ["submitPost", { tid: topic.tid, content: "还能回吗", submissionId: submissionId() }],
      ["likePost", { pid: topic.pid }],
      ["likePost", { pid: answer.pid }],
      ["favoriteTopic", { tid: topic.tid }],
      ["inviteAnswer", { tid: topic.tid, uid: moderator.id }],
      ["accomplishQuestion", { tid: topic.tid, pid: answer.pid }],
      ["submitReport", { pid: answer.pid, reason: "spam" }],
    ];
    for (const [call, request] of writes) {
      const code = "pid" in request && !("tid" in request) ? "POST_NOT_FOUND" : "TOPIC_NOT_FOUND";
      await gateway().refused(call, request, name === "recycled" ? code : "CONTENT_NOT_LISTED", author);
      await gateway().refused(call, request, "TOPIC_NOT_FOUND", other);
    }
  });
});

describe("a hidden topic is not pinned at the head of any list", () => {
  /** Pinned for the site, for its group, and moved away with a pointer: each is in lists of other sections too. */
  const lifted = {
    site: { pinScope: "site" },
    group: { pinScope: "group" },
    pointer: {},
  } as const;
  const withheld: [string, (tid: number, fid: number, by: number) => Promise<unknown>][] = [
    ...names.map((name): (typeof withheld)[number] => [
      name,
      (tid, _, by) => gateway().database.update(topics).set(states[name](by)).where(eq(topics.id, tid)),
    ]),
    ...(["closed", "unlisted"] as const).map((name): (typeof withheld)[number] => [
      `in a section that is ${name}`,
      (_, fid) =>
        gateway()
          .database.update(sections)
          .set({ [name]: true })
          .where(eq(sections.id, fid)),
    ]),
  ];
  const kinds = Object.keys(lifted) as (keyof typeof lifted)[];

  it.each(withheld.flatMap(([name, withhold]) => kinds.map((kind) => [kind, name, withhold] as const)))(
    "%s, %s",
    async (kind, _, withhold) => {
      const { author, admin } = await scene();
      const group = `组${submissionId()}`;
      const [from, to] = [await gateway().section({ group }), await gateway().section({ group })];
      const { tid } = await gateway().topic(author, kind === "pointer" ? from : to);
      const form = { ids: [tid], reason: "整理", submissionId: submissionId() };
      if (kind === "pointer") {
        const move = { ...form, action: "move", value: String(to.fid), pointer: true } as const;
        await gateway().ok("topicOperate", move, admin);
      } else await gateway().ok("topicOperate", { ...form, action: "pin", value: kind }, admin);
      const visible = async () => [
        ...(await gateway().ok("sectionTopicList", { fid: from.fid })).topics,
        ...(await gateway().ok("homeTopicList", { kind: "all" })).topics,
      ];
      expect((await visible()).some((topic) => topic.tid === tid)).toBe(true);
      await withhold(tid, to.fid, admin.id);
      // Answers that all readers share are cached for some seconds.
      gateway().pass(60);
      expect((await visible()).filter((topic) => topic.tid === tid)).toEqual([]);
    },
  );
});

describe.each(names)("a reply that is %s", (name) => {
  const read = async (tid: number, reader: Member | null) =>
    (await gateway().ok("topicDetail", { tid }, reader)).floors[1];

  it("keeps its floor; only its author and the moderators see its text", async () => {
    const { author, other, moderator, elsewhere, admin, topic } = await scene();
    const floor = await gateway().reply(other, topic.tid, { content: "看不见的话" });
    const beneath = await gateway().reply(other, topic.tid, { parent: floor.pid, content: "楼下看不见的话" });
    for (const pid of [floor.pid, beneath.pid])
      await gateway().database.update(posts).set(states[name](moderator.id)).where(eq(posts.id, pid));
    const reason = states[name](0).stateReason ?? null;
    for (const reader of [other, moderator, admin]) {
      const floor = await read(topic.tid, reader);
      expect(floor).toMatchObject({ floor: 2, state: name, reason, withheld: false, deleted: false });
      expect(floor?.html).toContain("看不见的话");
      expect(floor?.depthPosts[0]?.html).toContain("楼下看不见的话");
    }
    const withheld = {
      html: "",
      state: name,
      reason: null,
      withheld: true,
      deleted: name === "recycled",
      editedAt: null,
    };
    for (const reader of [null, author, elsewhere]) {
      expect(await read(topic.tid, reader)).toMatchObject({ floor: 2, ...withheld, depthPosts: [withheld] });
      const { posts: depth } = await gateway().ok("depthPostList", { pid: floor.pid }, reader);
      expect(depth).toMatchObject([withheld]);
    }
    expect((await gateway().ok("otherUserPosts", { uid: other.id })).posts).toEqual([]);
  });

  it("accepts no like, reply or report, and cannot be accepted", async () => {
    const { author, other, moderator, topic } = await scene();
    const { pid } = await gateway().reply(other, topic.tid);
    await gateway().database.update(posts).set(states[name](moderator.id)).where(eq(posts.id, pid));
    const code = name === "recycled" ? "POST_NOT_FOUND" : "CONTENT_NOT_LISTED";
    await gateway().refused("likePost", { pid }, code, other);
    await gateway().refused("likePost", { pid }, "POST_NOT_FOUND", author);
    await gateway().refused("submitReport", { pid, reason: "spam" }, "POST_NOT_FOUND", author);
    await gateway().refused("accomplishQuestion", { tid: topic.tid, pid }, "POST_NOT_FOUND", author);
    const reply = { tid: topic.tid, parent: pid, content: "回一句", submissionId: submissionId() };
    await gateway().refused("submitPost", reply, code, author);
  });
});
