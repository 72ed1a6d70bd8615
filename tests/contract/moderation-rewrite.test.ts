import { and, desc, eq } from "drizzle-orm";
import { moderationLog, notifications, postVersions } from "gateway/database/schema";
import { saveWords } from "gateway/sensitive-words/list";
import { beforeAll, describe, expect, it } from "vitest";
import { expectExactCounters } from "../support/counters";
import { type Member, type Section, startGateway } from "../support/gateway";

const gateway = startGateway();

let [author, moderator, second, foreign, admin]: Member[] = [];
let section: Section;
beforeAll(async () => {
  const at = gateway();
  author = await at.member({ createdAt: new Date("2026-01-01T00:00:00Z") });
  [moderator, second, foreign] = [await at.member(), await at.member(), await at.member()];
  admin = await at.member({ admin: true });
  section = await at.section({ moderators: [moderator, second] });
  await at.section({ moderators: [foreign] });
  await saveWords(
    at.database,
    [
      { word: "代购芯片", level: "review", replacement: null },
      { word: "代开发票", level: "refuse", replacement: null },
    ],
    at.services.now(),
  );
});

const waiting = (content = "有人代购芯片吗？", title = "采购芯片的办法") =>
  gateway().topic(author as Member, section, { title, content, tags: ["采购"] });
const form = (pid: number, more: object = {}) => ({
  pid,
  title: "采购芯片的办法",
  content: "正规渠道有哪些？",
  reason: "去掉推广",
  ...more,
});

describe("a waiting text", () => {
  it("has its words marked in title and text, also across tags, and nothing else", async () => {
    const { pid } = await waiting(
      "代**购**芯片\n\n代购\n\n芯片，`代购芯片` [链接](/代购芯片)",
      "说说代购芯片的事",
    );
    const { items } = await gateway().ok("reviewTopicList", { word: "代购芯片" }, moderator);
    const item = items.find(({ id }) => id === pid);
    expect(item?.titleMarks).toEqual([{ start: 2, end: 6 }]);
    expect(item?.html).toContain("<mark>代</mark><strong><mark>购</mark></strong><mark>芯片</mark>");
    expect(item?.html).toContain("<p>代购</p>");
    expect(item?.html).toMatch(/<a href="[^<>"]*">链接<\/a>/);
    expect(item?.published).toBe(false);
  });

  it("shows its source to moderators who may correct it, and to nobody else", async () => {
    const { pid, tid } = await waiting();
    expect(await gateway().ok("reviewText", { pid }, moderator)).toMatchObject({
      pid,
      tid,
      title: "采购芯片的办法",
      content: "有人代购芯片吗？",
      editedAt: null,
      words: ["代购芯片"],
      author: { uid: author?.id },
    });
    await gateway().refused("reviewText", { pid }, "NOT_YOUR_SECTION", foreign);
    await gateway().refused("reviewText", { pid: 2_000_000_000 }, "POST_NOT_FOUND", moderator);
    const own = await gateway().topic(moderator as Member, section, { content: "代购芯片" });
    await gateway().refused("reviewText", { pid: own.pid }, "OWN_CONTENT", moderator);
  });
});

describe("a correction", () => {
  it("is approved with the earlier version, a log row, and one notice; the search finds the new text", async () => {
    const at = gateway();
    const { pid, tid } = await waiting();
    const request = form(pid, { title: "采购芯片的正规办法", content: "正规渠道有哪些，宏碁代理？" });
    expect(await at.ok("rewriteContent", request, moderator)).toMatchObject({ tid, pid });
    const topic = await at.ok("topicDetail", { tid });
    expect([topic.title, topic.floors[0]?.html, topic.tags.map(({ name }) => name)]).toEqual([
      "采购芯片的正规办法",
      "<p>正规渠道有哪些，宏碁代理？</p>",
      ["采购"],
    ]);
    const versions = await at.database.select().from(postVersions).where(eq(postVersions.postId, pid));
    expect(versions).toMatchObject([
      { editorId: author?.id, title: "采购芯片的办法", source: "有人代购芯片吗？" },
    ]);
    // The author reads the change, without the moderator's name.
    const { edits, shown: change } = await at.ok("postVersions", { pid }, author);
    expect([edits.map(({ editor }) => editor), change?.title]).toEqual([
      [null],
      { before: "采购芯片的办法", after: "采购芯片的正规办法" },
    ]);
    const [row] = await at.database.select().from(moderationLog).orderBy(desc(moderationLog.id)).limit(1);
    expect(row).toMatchObject({
      action: "rewrite",
      operatorId: moderator?.id,
      personId: author?.id,
      targetId: pid,
      before: { state: "pending" },
      after: { state: "listed" },
    });
    expect(JSON.stringify(row)).not.toContain("代购");
    const told = await at.database.select().from(notifications).where(eq(notifications.postId, pid));
    expect(told).toMatchObject([
      { accountId: author?.id, event: "moderated", actorId: null, logId: row?.id },
    ]);
    const found = await at.ok("fullTextSearch", { text: "宏碁代理" });
    expect(JSON.stringify(found)).toContain("采购芯片的正规办法");
    await expectExactCounters(at.database);
    // A later edit by the author is the author's own.
    const edit = { tid, fid: section.fid, classId: null, title: "采购芯片的正规办法", tags: ["采购"] };
    await at.ok("editTopic", { ...edit, content: "谢谢，改好了" }, author);
    const after = await at.ok("postVersions", { pid }, author);
    expect(after.edits.map(({ editor }) => editor?.uid ?? null)).toEqual([author?.id, null]);
    const versionRows = await at.database
      .select()
      .from(postVersions)
      .where(and(eq(postVersions.postId, pid), eq(postVersions.editorId, moderator?.id ?? 0)));
    expect(versionRows).toMatchObject([{ source: "正规渠道有哪些，宏碁代理？" }]);
  });

  it("of a reply needs no title", async () => {
    const at = gateway();
    const topic = await at.topic(author as Member, section);
    const reply = await at.reply(author as Member, topic.tid, { content: "代购芯片找我" });
    const { title: _, ...request } = form(reply.pid);
    await at.ok("rewriteContent", request, moderator);
    const { floors } = await at.ok("topicDetail", { tid: topic.tid });
    expect(floors[1]).toMatchObject({ state: "listed", html: "<p>正规渠道有哪些？</p>" });
    await expectExactCounters(at.database);
  });

  it("is refused with messages by its fields", async () => {
    const { pid } = await waiting();
    const fields = async (more: object) => {
      const { body } = await gateway().call("rewriteContent", form(pid, more), moderator);
      return (body as { fields?: Record<string, string[]> }).fields;
    };
    expect(await fields({ reason: " " })).toEqual({ reason: ["请填写理由"] });
    expect(await fields({ content: " " })).toEqual({ content: ["请输入正文"] });
    expect(await fields({ title: undefined })).toEqual({ title: ["请输入标题"] });
    expect(await fields({ content: "代开发票" })).toHaveProperty("content");
    expect(await fields({ content: "有人代购芯片吗？" })).toEqual({
      content: ["没有改动；不需要修改的，在列表里直接通过"],
    });
  });

  it("is refused for another section's text, an own one, a higher rank's, a claimed, edited or decided one", async () => {
    const at = gateway();
    const refused = (code: Parameters<typeof at.refused>[2], pid: number, by: Member, more: object = {}) =>
      at.refused("rewriteContent", form(pid, more), code, by);
    const { pid, tid } = await waiting();
    await refused("NOT_YOUR_SECTION", pid, foreign as Member);
    const own = await at.topic(moderator as Member, section, { content: "代购芯片" });
    await refused("OWN_CONTENT", own.pid, moderator as Member);
    const higher = await at.topic(admin as Member, section, { content: "代购芯片" });
    await refused("HIGHER_RANK", higher.pid, moderator as Member);
    await at.ok("claimReview", { ids: [pid] }, second);
    await refused("REVIEW_CLAIMED", pid, moderator as Member);
    await at.ok("claimReview", { ids: [pid], back: true }, second);
    const edit = { tid, fid: section.fid, classId: null, title: "采购芯片的办法", tags: [] };
    await at.ok("editTopic", { ...edit, content: "代购芯片，改了一下" }, author);
    await refused("EDIT_CONFLICT", pid, moderator as Member, { baseEditedAt: null });
    const { editedAt } = await at.ok("reviewText", { pid }, moderator);
    await at.ok("rewriteContent", form(pid, { baseEditedAt: editedAt }), moderator);
    const { message } = await refused("ALREADY_DECIDED", pid, second as Member);
    expect(message).toContain(moderator?.nickname);
    await at.refused("reviewText", { pid }, "ALREADY_DECIDED", second);
  });

  it("made by two at the same time counts once", async () => {
    const { pid } = await waiting();
    const both = await Promise.all(
      [moderator, second].map((by) => gateway().call("rewriteContent", form(pid), by)),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});
