import { eq } from "drizzle-orm";
import { sections } from "gateway/database/schema";
import { describe, expect, it } from "vitest";
import { startGateway } from "../support/gateway";

const gateway = startGateway();

const countsOf = async (fid: number) => {
  const [row] = await gateway()
    .database.select({ topics: sections.topics, posts: sections.posts })
    .from(sections)
    .where(eq(sections.id, fid));
  return row;
};

describe("a topic that its author moves", () => {
  it("takes its posts' counts along, in either order of the sections", async () => {
    const author = await gateway().member();
    const [earlier, later] = [await gateway().section(), await gateway().section()];
    const topic = await gateway().topic(author, earlier);
    await gateway().reply(author, topic.tid);
    const fields = { tid: topic.tid, classId: null, title: "搬家的帖子", content: "正文", tags: [] };
    for (const [to, from] of [
      [later, earlier],
      [earlier, later],
      [earlier, later],
    ] as const) {
      await gateway().ok("editTopic", { ...fields, fid: to.fid }, author);
      expect(await countsOf(to.fid)).toEqual({ topics: 1, posts: 2 });
      expect(await countsOf(from.fid)).toEqual({ topics: 0, posts: 0 });
    }
  });
});

describe("a member's own topics", () => {
  it("leave out topics of a closed section, in the list and in its length", async () => {
    const author = await gateway().member();
    const [open, shut] = [await gateway().section(), await gateway().section()];
    const topic = await gateway().topic(author, open);
    await gateway().topic(author, shut);
    expect((await gateway().ok("myTopics", {}, author)).total).toBe(2);
    await gateway().database.update(sections).set({ closed: true }).where(eq(sections.id, shut.fid));
    expect(await gateway().ok("myTopics", {}, author)).toMatchObject({
      total: 1,
      pages: 1,
      topics: [{ tid: topic.tid }],
    });
  });
});

describe("a deleted reply", () => {
  it("can neither be edited, read for editing nor deleted again", async () => {
    const [author, section] = [await gateway().member(), await gateway().section()];
    const topic = await gateway().topic(author, section);
    const reply = await gateway().reply(author, topic.tid);
    await gateway().ok("deleteContent", { pid: reply.pid }, author);
    await gateway().refused("editPost", { pid: reply.pid, content: "改" }, "POST_NOT_FOUND", author);
    await gateway().refused("editableContent", { pid: reply.pid }, "POST_NOT_FOUND", author);
    await gateway().refused("deleteContent", { pid: reply.pid }, "POST_NOT_FOUND", author);
  });
});
