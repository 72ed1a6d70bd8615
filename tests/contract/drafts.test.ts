import { eq } from "drizzle-orm";
import { accounts, drafts, draftVersions, posts, tags, topics } from "gateway/database/schema";
import { deletedDraftsJob } from "gateway/forum/drafts/deleted-drafts";
import { createLimits } from "gateway/server/limits";
import { describe, expect, it } from "vitest";
import { type Member, startGateway, TestGateway } from "../support/gateway";

const gateway = startGateway();
const target = "topic:new";

const save = (me: Member, content: string, more: object = {}) =>
  gateway().ok("saveDraft", { target, title: "标题", content, ...more }, me);
const contents = async (me: Member, id: number) =>
  (await gateway().ok("draftVersions", { id }, me)).versions.map(({ content }) => content);

describe("drafts", () => {
  it("one exists for each target, the latest is listed first, and each member has their own", async () => {
    const [me, other] = [await gateway().member(), await gateway().member()];
    const gone = await gateway().topic(me, await gateway().section());
    const first = await gateway().ok("saveDraft", { target, title: "一", content: "a\tb\u0000\r\nc" }, me);
    gateway().pass(1);
    const reply = await gateway().ok(
      "saveDraft",
      { target: `reply:${gone.tid}`, title: "", content: "写到一半" },
      me,
    );
    await gateway().ok("deleteContent", { pid: gone.pid }, me);
    gateway().pass(1);
    const fields = { fid: "7", classId: "", tags: "串口 烧录", parent: "" };
    const again = await gateway().ok("saveDraft", { target, title: "二", content: "", fields }, me);
    expect(again).toMatchObject({ id: first.id, revision: 2 });
    expect(again.savedAt > reply.savedAt).toBe(true);
    const { drafts: listed } = await gateway().ok("draftList", {}, me);
    expect(listed).toEqual([
      {
        id: first.id,
        target,
        title: "二",
        content: "",
        fields,
        revision: 2,
        savedAt: again.savedAt,
        about: null,
      },
      {
        id: reply.id,
        target: `reply:${gone.tid}`,
        title: "",
        content: "写到一半",
        fields: null,
        revision: 1,
        savedAt: reply.savedAt,
        about: null,
      },
    ]);
    expect(
      (await gateway().ok("draftList", { target: `reply:${gone.tid}` }, me)).drafts.map(({ id }) => id),
    ).toEqual([reply.id]);
    expect(await gateway().ok("draftList", {}, other)).toEqual({ drafts: [], deleted: [] });
    await gateway().refused("deleteDraft", { id: first.id }, "DRAFT_NOT_FOUND", other);
    expect(await gateway().ok("deleteDraft", { id: first.id }, me)).toEqual({ success: true });
    await gateway().refused("deleteDraft", { id: first.id }, "DRAFT_NOT_FOUND", me);
  });

  it("keep tabs and line ends, and are refused with an unknown target or when too long", async () => {
    const me = await gateway().member();
    await save(me, "a\tb\r\n\u0000c", { fields: { fid: "", classId: "", tags: "x\u0000" } });
    expect((await gateway().ok("draftList", {}, me)).drafts[0]).toMatchObject({
      content: "a\tb\nc",
      fields: { tags: "x" },
    });
    for (const place of [
      "../x",
      "topic:0",
      "reply:",
      "reply:1234567890123456",
      "topic:new ",
      "topic:new:",
      "topic:new:../x",
    ]) {
      const wrong = await gateway().refused(
        "saveDraft",
        { target: place, title: "", content: "" },
        "INVALID_REQUEST",
        me,
      );
      expect(wrong.fields).toEqual({ target: ["草稿位置有误"] });
    }
    const long = await gateway().refused(
      "saveDraft",
      { target, title: "", content: "长".repeat(50_001) },
      "INVALID_REQUEST",
      me,
    );
    expect(long.fields).toEqual({ content: ["内容不能超过 50,000 个字符"] });
    for (const more of [
      { title: "长".repeat(321) },
      { fields: { fid: "", classId: "", tags: "长".repeat(501) } },
      { baseRevision: -1 },
    ]) {
      await gateway().refused(
        "saveDraft",
        { target, title: "", content: "", ...more },
        "INVALID_REQUEST",
        me,
      );
    }
    expect((await gateway().ok("draftList", {}, me)).drafts).toHaveLength(1);
  });

  it("are listed with the beginning of long texts, and read whole by their target", async () => {
    const me = await gateway().member();
    await save(me, "长".repeat(2_000));
    expect((await gateway().ok("draftList", {}, me)).drafts[0]?.content).toHaveLength(300);
    expect((await gateway().ok("draftList", { target }, me)).drafts[0]?.content).toHaveLength(2_000);
    expect((await gateway().ok("draftList", { target: "reply:1\u0000" }, me)).drafts).toEqual([]);
  });

  it("name their topic, as long as it exists", async () => {
    const [me, section] = [await gateway().member(), await gateway().section()];
    const topic = await gateway().topic(me, section, { title: "草稿所在的帖子" });
    const reply = await gateway().reply(me, topic.tid);
    for (const place of [`topic:${topic.tid}`, `reply:${topic.tid}`, `post:${reply.pid}`])
      await gateway().ok("saveDraft", { target: place, title: "", content: "写到一半" }, me);
    const about = async () =>
      Object.fromEntries(
        (await gateway().ok("draftList", {}, me)).drafts.map((draft) => [
          draft.target.split(":")[0],
          draft.about,
        ]),
      );
    const place = { tid: topic.tid, title: "草稿所在的帖子" };
    expect(await about()).toEqual({
      topic: { ...place, pid: topic.pid },
      reply: { ...place, pid: null },
      post: { ...place, pid: reply.pid },
    });
    await gateway().ok("deleteContent", { pid: topic.pid }, me);
    expect(await about()).toEqual({ topic: null, reply: null, post: null });
  });

  it("are limited to a hundred; then the oldest is deleted", async () => {
    const [me, section] = [await gateway().member(), await gateway().section()];
    const tids: number[] = [];
    for (let count = 1; count <= 101; count += 1) {
      const { tid } = await gateway().topic(me, section);
      tids.push(tid);
      await gateway().ok("saveDraft", { target: `reply:${tid}`, title: "", content: `${tid}` }, me);
      gateway().pass(1);
    }
    const { drafts: listed } = await gateway().ok("draftList", {}, me);
    expect([listed.length, listed[0]?.target, listed.at(-1)?.target]).toEqual([
      100,
      `reply:${tids[100]}`,
      `reply:${tids[1]}`,
    ]);
  });

  it("can be started only if the person may write there, and continue whatever happens to the target", async () => {
    const [me, other, section] = [
      await gateway().member(),
      await gateway().member(),
      await gateway().section(),
    ];
    const theirs = await gateway().topic(other, section);
    const reply = await gateway().reply(other, theirs.tid);
    const begin = (at: string) =>
      gateway().call("saveDraft", { target: at, title: "", content: "写到一半" }, me);
    const refused = async (at: string, errorCode: string) =>
      expect(await begin(at)).toMatchObject({ body: { errorCode } });
    await refused("reply:99999999", "TOPIC_NOT_FOUND");
    await refused("topic:99999999", "TOPIC_NOT_FOUND");
    await refused("post:99999999", "POST_NOT_FOUND");
    await refused(`topic:${theirs.tid}`, "NOT_PERMITTED");
    await refused(`post:${reply.pid}`, "NOT_PERMITTED");
    const [closed, hidden, gone] = [
      await gateway().topic(other, section),
      await gateway().topic(other, section),
      await gateway().topic(other, section),
    ];
    const change = (tid: number, values: object) =>
      gateway().database.update(topics).set(values).where(eq(topics.id, tid));
    await change(closed.tid, { closed: true });
    await change(hidden.tid, { hiddenAt: new Date() });
    await gateway().ok("deleteContent", { pid: gone.pid }, other);
    await refused(`reply:${closed.tid}`, "TOPIC_CLOSED");
    await refused(`reply:${hidden.tid}`, "TOPIC_NOT_FOUND");
    await refused(`reply:${gone.tid}`, "TOPIC_NOT_FOUND");
    expect((await gateway().ok("draftList", {}, me)).drafts).toEqual([]);

    expect(await begin(`reply:${theirs.tid}`)).toMatchObject({ status: 200 });
    await gateway().ok("deleteContent", { pid: theirs.pid }, other);
    expect(
      await gateway().call("saveDraft", { target: `reply:${theirs.tid}`, title: "", content: "写完了" }, me),
    ).toMatchObject({
      status: 200,
    });
  });

  it("can be saved by people who may not post", async () => {
    const [muted, unbound] = [await gateway().member(), await gateway().member()];
    const mutedUntil = new Date(gateway().services.now().getTime() + 60_000);
    await gateway().database.update(accounts).set({ mutedUntil }).where(eq(accounts.id, muted.id));
    await gateway().database.update(accounts).set({ phone: null }).where(eq(accounts.id, unbound.id));
    for (const person of [muted, unbound])
      expect(await save(person, "等能发了再发")).toMatchObject({ revision: 1 });
  });

  it("have a limit of saves", async () => {
    const hurried = new TestGateway(gateway().database, {}, createLimits());
    const me = await gateway().member();
    for (let saved = 0; saved < 120; saved += 1)
      await hurried.ok("saveDraft", { target, title: "", content: "同样的话" }, me);
    await hurried.refused("saveDraft", { target, title: "", content: "同样的话" }, "TOO_FREQUENT", me);
  });
});

describe("versions", () => {
  it("are a draft's earlier texts, the last twenty, and any can be restored", async () => {
    const me = await gateway().member();
    const { id } = await save(me, "第 0 稿");
    for (let number = 1; number <= 25; number += 1) {
      gateway().pass(1);
      expect((await save(me, `第 ${number} 稿`)).revision).toBe(number + 1);
    }
    expect(await contents(me, id)).toEqual(Array.from({ length: 20 }, (_, index) => `第 ${24 - index} 稿`));
    const { draft, versions } = await gateway().ok("draftVersions", { id }, me);
    expect([draft.content, draft.revision, versions.at(-1)]).toMatchObject([
      "第 25 稿",
      26,
      { content: "第 5 稿", title: "标题", fields: null },
    ]);

    const restored = await gateway().ok("restoreDraft", { id, revision: versions.at(-1)?.revision ?? 0 }, me);
    expect(restored).toMatchObject({ id, revision: 27 });
    expect((await gateway().ok("draftList", { target }, me)).drafts[0]).toMatchObject({
      content: "第 5 稿",
      revision: 27,
    });
    expect((await contents(me, id)).slice(0, 2)).toEqual(["第 25 稿", "第 24 稿"]);
  });

  it("are not made for the same text, nor for an empty draft", async () => {
    const me = await gateway().member();
    const fields = { fid: "1", classId: "2", tags: "" };
    const first = await save(me, "一样", { fields });
    gateway().pass(9);
    const same = await save(me, "一样", { fields: { tags: "", classId: "2", fid: "1" } });
    expect([same.revision, same.savedAt > first.savedAt]).toEqual([1, true]);
    expect(await contents(me, first.id)).toEqual([]);
    expect((await save(me, "一样", { fields: { ...fields, tags: "新标签" } })).revision).toBe(2);
    expect(await contents(me, first.id)).toEqual(["一样"]);

    const { tid } = await gateway().topic(await gateway().member(), await gateway().section());
    const empty = await gateway().ok("saveDraft", { target: `reply:${tid}`, title: "", content: " " }, me);
    await gateway().ok("saveDraft", { target: `reply:${tid}`, title: "", content: "有字了" }, me);
    expect(await contents(me, empty.id)).toEqual([]);
  });

  it("are made by automatic saves from time to time, and always when a large part of the text is deleted", async () => {
    const me = await gateway().member();
    const automatic = { automatic: true };
    const { id } = await save(me, "零", automatic);
    for (const content of ["一", "一二", "一二三"]) {
      gateway().pass(5);
      await save(me, content, automatic);
    }
    expect(await contents(me, id)).toEqual(["零"]);
    gateway().pass(70);
    await save(me, `一二三四${"长".repeat(100)}`, automatic);
    gateway().pass(5);
    await save(me, `一二三四五${"长".repeat(100)}`, automatic);
    expect(await contents(me, id)).toEqual([`一二三四${"长".repeat(100)}`, "零"]);
    gateway().pass(5);
    await save(me, "都删了", automatic);
    expect((await contents(me, id))[0]).toBe(`一二三四五${"长".repeat(100)}`);
  });

  it("belong to the draft's writer, and are deleted with it", async () => {
    const [me, other] = [await gateway().member(), await gateway().member()];
    const { id } = await save(me, "一");
    await save(me, "二");
    await gateway().refused("draftVersions", { id }, "DRAFT_NOT_FOUND", other);
    await gateway().refused("restoreDraft", { id, revision: 1 }, "DRAFT_NOT_FOUND", other);
    await gateway().refused("restoreDraft", { id, revision: 9 }, "DRAFT_NOT_FOUND", me);
    await gateway().ok("deleteDraft", { id }, me);
    await gateway().refused("draftVersions", { id }, "DRAFT_NOT_FOUND", me);
    gateway().pass(30 * 86_400 + 60);
    await deletedDraftsJob.run(gateway().services);
    expect(
      await gateway().database.select().from(draftVersions).where(eq(draftVersions.draftId, id)),
    ).toEqual([]);
  });
});

describe("two windows with one draft", () => {
  it("the later one gets a conflict, and no text is overwritten", async () => {
    const me = await gateway().member();
    const first = await save(me, "窗口一写的", { baseRevision: 0 });
    const refusal = await gateway().refused(
      "saveDraft",
      { target, title: "标题", content: "窗口二写的", baseRevision: 0 },
      "DRAFT_CONFLICT",
      me,
    );
    expect(refusal.message).toContain("请先比较");
    expect((await gateway().ok("draftList", { target }, me)).drafts[0]).toMatchObject({
      content: "窗口一写的",
      revision: first.revision,
    });
    // After reading the other text it may save: the other text stays as a version.
    const second = await save(me, "窗口二写的", { baseRevision: first.revision });
    expect(second.revision).toBe(first.revision + 1);
    expect(await contents(me, second.id)).toEqual(["窗口一写的"]);
    await gateway().refused(
      "saveDraft",
      { target, title: "标题", content: "窗口一又写", baseRevision: first.revision },
      "DRAFT_CONFLICT",
      me,
    );
  });

  it("the same text from both is no conflict", async () => {
    const me = await gateway().member();
    await save(me, "一样的", { baseRevision: 0 });
    expect(await save(me, "一样的", { baseRevision: 0 })).toMatchObject({ revision: 1 });
  });

  it("after the draft is deleted the revisions go on, so that an older window still gets a conflict", async () => {
    const me = await gateway().member();
    const { id } = await save(me, "一");
    const { revision } = await save(me, "二");
    await gateway().ok("deleteDraft", { id }, me);
    expect((await save(me, "三", { baseRevision: revision })).revision).toBe(revision + 1);
    await gateway().refused(
      "saveDraft",
      { target, title: "", content: "旧窗口", baseRevision: 1 },
      "DRAFT_CONFLICT",
      me,
    );
  });

  it("of two first saves at the same time one succeeds and the other gets a conflict", async () => {
    const me = await gateway().member();
    const both = await Promise.all(
      ["甲", "乙"].map((content) =>
        gateway().call("saveDraft", { target, title: "", content, baseRevision: 0 }, me),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await gateway().database.select().from(drafts).where(eq(drafts.accountId, me.id))).toHaveLength(1);
  });
});

describe("publishing deletes the draft", () => {
  const left = async (me: Member) =>
    (await gateway().ok("draftList", {}, me)).drafts.map((draft) => draft.target);

  it("of a topic, a reply and their edits, and no other draft", async () => {
    const [me, section] = [await gateway().member(), await gateway().section()];
    const topic = await gateway().topic(me, section);
    const reply = await gateway().reply(me, topic.tid);
    const targets = ["topic:new", `topic:${topic.tid}`, `reply:${topic.tid}`, `post:${reply.pid}`];
    for (const place of targets) {
      gateway().pass(1);
      await gateway().ok("saveDraft", { target: place, title: "", content: "写到一半" }, me);
    }
    await gateway().topic(me, section);
    expect(await left(me)).toEqual(targets.slice(1).reverse());
    const fields = { fid: section.fid, classId: null, title: "改过的标题", content: "改过的正文", tags: [] };
    await gateway().ok("editTopic", { tid: topic.tid, ...fields }, me);
    expect(await left(me)).toEqual(targets.slice(2).reverse());
    await gateway().reply(me, topic.tid);
    expect(await left(me)).toEqual([`post:${reply.pid}`]);
    await gateway().ok("editPost", { pid: reply.pid, content: "改过的回复" }, me);
    expect(await left(me)).toEqual([]);
  });

  it("but a refused post keeps it", async () => {
    const [me, section] = [await gateway().member(), await gateway().section()];
    await save(me, "还没写完");
    await gateway().refused(
      "submitTopic",
      {
        fid: section.fid,
        classId: 999_999,
        title: "分类不对的帖子",
        content: "正文",
        tags: [],
        submissionId: "form-draft-1",
      },
      "CLASS_NOT_IN_SECTION",
      me,
    );
    expect(await left(me)).toEqual([target]);
  });
});

describe("two windows that change one published text", () => {
  it("the later one gets a conflict; a client that does not send what it read is not checked", async () => {
    const [me, section] = [await gateway().member(), await gateway().section()];
    const topic = await gateway().topic(me, section);
    const reply = await gateway().reply(me, topic.tid);
    const fields = {
      tid: topic.tid,
      fid: section.fid,
      classId: null,
      title: "窗口一的标题",
      content: "窗口一的正文",
      tags: [],
    };
    for (const pid of [topic.pid, reply.pid])
      expect((await gateway().ok("editableContent", { pid }, me)).editedAt).toBeNull();

    await gateway().ok("editTopic", { ...fields, baseEditedAt: null }, me);
    await gateway().refused(
      "editTopic",
      { ...fields, title: "窗口二的标题", baseEditedAt: null },
      "EDIT_CONFLICT",
      me,
    );
    const present = await gateway().ok("editableContent", { pid: topic.pid }, me);
    expect(present.topic?.title).toBe("窗口一的标题");
    gateway().pass(1);
    await gateway().ok(
      "editTopic",
      { ...fields, title: "比较以后的标题", baseEditedAt: present.editedAt },
      me,
    );
    await gateway().ok("editTopic", { ...fields, title: "没有说从哪里改起" }, me);

    await gateway().ok("editPost", { pid: reply.pid, content: "窗口一", baseEditedAt: null }, me);
    await gateway().refused(
      "editPost",
      { pid: reply.pid, content: "窗口二", baseEditedAt: null },
      "EDIT_CONFLICT",
      me,
    );
    const [row] = await gateway().database.select().from(posts).where(eq(posts.id, reply.pid));
    expect(row?.source).toBe("窗口一");
    const { editedAt } = await gateway().ok("editableContent", { pid: reply.pid }, me);
    gateway().pass(1);
    await gateway().ok("editPost", { pid: reply.pid, content: "比较以后", baseEditedAt: editedAt }, me);
    const wrong = await gateway().refused(
      "editPost",
      { pid: reply.pid, content: "x", baseEditedAt: "昨天" },
      "INVALID_REQUEST",
      me,
    );
    expect(wrong.fields).toEqual({ baseEditedAt: ["版本有误"] });
  });
});

describe("suggested tags", () => {
  it("start with the typed text, in any case, the most used first; without a text they are the most used of all", async () => {
    const me = await gateway().member();
    await gateway()
      .database.insert(tags)
      .values([
        { name: "Zq3861", topics: 3 },
        { name: "zq3861V100", topics: 9 },
        { name: "串口zq", topics: 5 },
        { name: "zq_x", topics: 1 },
        { name: "最热的标签zq", topics: 100_000 },
      ]);
    const names = async (text?: string) =>
      (await gateway().ok("suggestTags", text === undefined ? {} : { text }, me)).tags.map(
        ({ name }) => name,
      );
    expect(await names("ZQ3")).toEqual(["zq3861V100", "Zq3861"]);
    expect(await names(" #zq38 ")).toEqual(["zq3861V100", "Zq3861"]);
    expect(await names("zq_")).toEqual(["zq_x"]);
    expect(await names("zq%")).toEqual([]);
    expect(await names("串口z")).toEqual(["串口zq"]);
    expect((await names())[0]).toBe("最热的标签zq");
    await gateway().refused("suggestTags", { text: "长".repeat(21) }, "INVALID_REQUEST", me);
  });
});
