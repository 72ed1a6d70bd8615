import { afterEach, describe, expect, it } from "vitest";
import { expectExactCounters } from "../support/counters";
import { startGateway, submissionId } from "../support/gateway";

const gateway = startGateway();
afterEach(() => expectExactCounters(gateway().database));

describe("a deleted reply", () => {
  it("keeps its floor and its author, and loses its text", async () => {
    const [author, other, section] = [
      await gateway().member(),
      await gateway().member(),
      await gateway().section(),
    ];
    const { tid } = await gateway().topic(author, section);
    const gone = await gateway().reply(other, tid, { content: "说错了" });
    const beneath = await gateway().reply(author, tid, { parent: gone.pid });
    expect(await gateway().ok("deleteContent", { pid: gone.pid }, other)).toEqual({
      tid,
      fid: section.fid,
      topicDeleted: false,
      page: 1,
    });
    const { floors, replies } = await gateway().ok("topicDetail", { tid }, other);
    expect(replies).toBe(1);
    expect(floors[1]).toMatchObject({
      pid: gone.pid,
      floor: 2,
      html: "",
      deleted: true,
      editedAt: null,
      author: { uid: other.id },
      canEdit: false,
      canDelete: false,
    });
    expect(floors[1]?.depthPosts).toMatchObject([{ pid: beneath.pid, deleted: false }]);
    expect(await gateway().reply(other, tid)).toMatchObject({ floor: 3 });
    expect(
      (await gateway().ok("otherUserPosts", { uid: other.id })).posts.map(({ pid }) => pid),
    ).not.toContain(gone.pid);
  });

  it("beneath a floor keeps its place", async () => {
    const [author, section] = [await gateway().member(), await gateway().section()];
    const { tid } = await gateway().topic(author, section);
    const floor = await gateway().reply(author, tid);
    const gone = await gateway().reply(author, tid, { parent: floor.pid });
    await gateway().reply(author, tid, { parent: floor.pid });
    await gateway().ok("deleteContent", { pid: gone.pid }, author);
    const { floors } = await gateway().ok("topicDetail", { tid });
    expect(floors[1]).toMatchObject({
      depthTotal: 2,
      depthPosts: [{ pid: gone.pid, deleted: true, html: "" }, { deleted: false }],
    });
  });

  it("that was the latest returns the topic to its earlier place in the lists", async () => {
    const [author, one, two, section] = [
      await gateway().member(),
      await gateway().member(),
      await gateway().member(),
      await gateway().section(),
    ];
    const { tid } = await gateway().topic(author, section);
    gateway().pass(60);
    const early = await gateway().reply(one, tid);
    gateway().pass(60);
    const late = await gateway().reply(two, tid, { parent: early.pid });
    const row = async () => (await gateway().ok("sectionTopicList", { fid: section.fid })).topics[0];
    const before = await row();
    await gateway().ok("deleteContent", { pid: late.pid }, two);
    const after = await row();
    expect([before?.lastReplier?.uid, after?.lastReplier?.uid]).toEqual([two.id, one.id]);
    await gateway().ok("deleteContent", { pid: early.pid }, one);
    const last = await row();
    expect(last?.lastReplier).toBeNull();
    expect(last?.lastReplyAt).toBe(last?.createdAt);
  });

  it("that was the accepted answer opens the question again", async () => {
    const [author, other, section] = [
      await gateway().member(),
      await gateway().member(),
      await gateway().section(),
    ];
    const { tid } = await gateway().topic(author, section);
    const answer = await gateway().reply(other, tid);
    await gateway().ok("accomplishQuestion", { tid, pid: answer.pid }, author);
    await gateway().ok("deleteContent", { pid: answer.pid }, other);
    expect(await gateway().ok("topicDetail", { tid })).toMatchObject({ solved: false });
  });
});

describe("a deleted topic", () => {
  it("disappears from every list, and no longer counts for anybody", async () => {
    const [author, other, section] = [
      await gateway().member(),
      await gateway().member(),
      await gateway().section(),
    ];
    const tags = [`删${section.fid}`];
    const topic = await gateway().topic(author, section, { tags });
    const otherTopic = await gateway().topic(author, section, { tags });
    const reply = await gateway().reply(other, topic.tid);
    await gateway().reply(author, topic.tid, { parent: reply.pid });
    await gateway().ok("favoriteTopic", { tid: topic.tid }, other);
    expect(await gateway().ok("deleteContent", { pid: topic.pid }, author)).toEqual({
      tid: topic.tid,
      fid: section.fid,
      topicDeleted: true,
      page: 1,
    });

    const { tid } = topic;
    await gateway().refused("topicDetail", { tid }, "TOPIC_NOT_FOUND");
    await gateway().refused("relationalTopics", { tid }, "TOPIC_NOT_FOUND");
    await gateway().refused("depthPostList", { pid: reply.pid }, "TOPIC_NOT_FOUND");
    await gateway().refused(
      "submitPost",
      { tid, content: "还在吗", submissionId: submissionId() },
      "TOPIC_NOT_FOUND",
      other,
    );
    await gateway().refused("likePost", { pid: reply.pid }, "TOPIC_NOT_FOUND", author);
    await gateway().refused("favoriteTopic", { tid }, "TOPIC_NOT_FOUND", author);
    await gateway().refused("submitReport", { pid: reply.pid, reason: "spam" }, "TOPIC_NOT_FOUND", author);
    await gateway().refused("deleteContent", { pid: topic.pid }, "TOPIC_NOT_FOUND", author);
    const lists = [
      await gateway().ok("homeTopicList", {}),
      await gateway().ok("sectionTopicList", { fid: section.fid }),
      await gateway().ok("userTopicList", { uid: author.id }),
      await gateway().ok("myTopics", {}, author),
      await gateway().ok("myFavorites", {}, other),
      await gateway().ok("relationalTopics", { tid: otherTopic.tid }),
    ];
    for (const { topics } of lists) expect(topics.map((row) => row.tid)).not.toContain(tid);
    expect((await gateway().ok("otherUserPosts", { uid: other.id })).total).toBe(0);
  });

  it("is deleted once, however often it is requested at once", async () => {
    const [author, section] = [await gateway().member(), await gateway().section()];
    const topic = await gateway().topic(author, section);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => gateway().call("deleteContent", { pid: topic.pid }, author)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
  });
});
