import { afterAll, describe, expect, it } from "vitest";
import { expectExactCounters } from "../support/counters";
import { startGateway, submissionId } from "../support/gateway";

const gateway = startGateway();
afterAll(() => expectExactCounters(gateway().database));

const nobody = 2_000_000_000;

describe("a topic", () => {
  it("is written with its first floor, class and tags, and appears in the lists", async () => {
    const [author, section] = [await gateway().member(), await gateway().section()];
    const placed = await gateway().topic(author, section, {
      classId: section.classes[1],
      title: "  Hi3861   低功耗\n实测 ",
      content: "**结论**在前",
      tags: ["低功耗", "#Hi3861", "hi3861"],
    });
    expect(placed).toEqual({ tid: placed.tid, pid: placed.pid, floor: 1, page: 1, pending: false });
    const detail = await gateway().ok("topicDetail", { tid: placed.tid });
    expect(detail).toMatchObject({
      title: "Hi3861 低功耗 实测",
      section: { fid: section.fid },
      topicClass: { id: section.classes[1], name: "经验" },
      author: { uid: author.id, nickName: author.nickname, icon: null },
      tags: [{ name: "低功耗" }, { name: "hi3861" }],
      replies: 0,
      lastFloor: 1,
      lastReplier: null,
      floors: [
        {
          pid: placed.pid,
          floor: 1,
          html: "<p><strong>结论</strong>在前</p>",
          editedAt: null,
          deleted: false,
        },
      ],
    });
    const { topics, total } = await gateway().ok("sectionTopicList", { fid: section.fid });
    expect([total, topics.map(({ tid }) => tid)]).toEqual([1, [placed.tid]]);
  });

  it("uses an existing tag in any case, in the spelling of its first use", async () => {
    const [author, section] = [await gateway().member(), await gateway().section()];
    const spelling = `FOC${section.fid}`;
    await gateway().topic(author, section, { tags: [spelling] });
    const { tid } = await gateway().topic(author, section, { tags: [spelling.toLowerCase()] });
    expect(await gateway().ok("topicDetail", { tid })).toMatchObject({ tags: [{ name: spelling }] });
  });

  it.each([
    ["an empty title", { title: " \n " }, "title", "请输入标题"],
    ["a short title", { title: "短题" }, "title", "标题至少 4 个字"],
    ["a long title", { title: "长".repeat(81) }, "title", "标题不能超过 80 个字"],
    ["a title that draws nothing", { title: "\u200b\u3164\u2800\ufe0f\u200d" }, "title", "请输入标题"],
    ["no text", { content: "\n\t " }, "content", "请输入正文"],
    ["too long a text", { content: "长".repeat(50_001) }, "content", "内容不能超过 50,000 个字符"],
    ["six tags", { tags: ["a", "b", "c", "d", "e", "f"] }, "tags", "最多 5 个标签"],
    ["a long tag", { tags: ["长".repeat(21)] }, "tags", "每个标签不能超过 20 个字"],
    ["markup in a tag", { tags: ["<b>"] }, "tags", "标签里有特殊字符"],
    ["a tag that draws nothing", { tags: ["\u200b"] }, "tags", "标签不能为空"],
    ["a forged form", { submissionId: "'; --" }, "submissionId", "表单已失效，请重试"],
    ["a section that is no number", { fid: "abc" }, "fid", "编号有误"],
  ])("with %s is refused beside the field", async (_what, change, field, message) => {
    const [author, section] = [await gateway().member(), await gateway().section()];
    const request = {
      fid: section.fid,
      classId: null,
      title: "好好的标题",
      content: "正文",
      tags: [],
      submissionId: submissionId(),
      ...change,
    };
    const { fields } = await gateway().refused("submitTopic", request, "INVALID_REQUEST", author);
    expect(fields).toEqual({ [field]: [message] });
  });

  it("needs an open section and one of its classes", async () => {
    const [author, section, other] = [
      await gateway().member(),
      await gateway().section(),
      await gateway().section(),
    ];
    const request = {
      fid: section.fid,
      classId: null,
      title: "好好的标题",
      content: "正文",
      tags: [],
      submissionId: submissionId(),
    };
    await gateway().refused("submitTopic", { ...request, fid: nobody }, "SECTION_NOT_FOUND", author);
    await gateway().refused(
      "submitTopic",
      { ...request, fid: (await gateway().section({ closed: true })).fid },
      "SECTION_NOT_FOUND",
      author,
    );
    const { fields } = await gateway().refused(
      "submitTopic",
      { ...request, classId: other.classes[0] },
      "CLASS_NOT_IN_SECTION",
      author,
    );
    expect(fields).toEqual({ classId: ["所选分类不属于该版块，请重新选择"] });
    const empty = await gateway().refused(
      "submitTopic",
      { ...request, content: "<!-- x -->" },
      "CONTENT_EMPTY",
      author,
    );
    expect(empty.fields).toEqual({ content: ["内容里没有可显示的文字或图片，请补充"] });
  });

  it("contains no executable code, whatever its fields contain", async () => {
    const [author, section] = [await gateway().member(), await gateway().section()];
    const { tid } = await gateway().topic(author, section, {
      title: '<script>alert("x")</script>\u0000',
      content: "<img src=x onerror=alert(1)> [点我](javascript:alert(1)) \u0000正文",
    });
    const { title, floors } = await gateway().ok("topicDetail", { tid });
    expect(title).toBe('<script>alert("x")</script>');
    expect(floors[0]?.html).toBe("<p>&lt;img src=x onerror=alert(1)&gt; 点我 正文</p>");
  });
});

describe("a reply", () => {
  it("gets the next floor and brings its topic to the top", async () => {
    const [author, other, section] = [
      await gateway().member(),
      await gateway().member(),
      await gateway().section(),
    ];
    const first = await gateway().topic(author, section);
    const second = await gateway().topic(author, section);
    gateway().pass(60);
    expect(await gateway().reply(other, first.tid)).toMatchObject({ tid: first.tid, floor: 2, page: 1 });
    const { topics } = await gateway().ok("sectionTopicList", { fid: section.fid });
    expect(topics.map(({ tid }) => tid)).toEqual([first.tid, second.tid]);
    expect(topics[0]).toMatchObject({ replies: 1, lastReplier: { uid: other.id } });
    expect(topics[0]?.lastReplyAt).not.toBe(topics[0]?.createdAt);
  });

  it("to a floor is placed beneath it; to a reply beneath the same floor, and answers that person", async () => {
    const [author, one, two, section] = [
      await gateway().member(),
      await gateway().member(),
      await gateway().member(),
      await gateway().section(),
    ];
    const { tid, pid } = await gateway().topic(author, section);
    const floor = await gateway().reply(one, tid);
    const beneath = await gateway().reply(two, tid, { parent: floor.pid });
    const deeper = await gateway().reply(one, tid, { parent: beneath.pid });
    const deepest = await gateway().reply(author, tid, { parent: deeper.pid });
    const beneathFirst = await gateway().reply(one, tid, { parent: pid });
    expect([beneath, deeper, deepest].map((placed) => placed.floor)).toEqual([null, null, null]);
    const { floors, replies, lastFloor } = await gateway().ok("topicDetail", { tid });
    expect({ replies, lastFloor }).toEqual({ replies: 5, lastFloor: 2 });
    expect(floors[0]?.depthPosts).toMatchObject([{ pid: beneathFirst.pid, replyTo: null }]);
    expect(floors[1]?.depthPosts).toMatchObject([
      { pid: beneath.pid, replyTo: null },
      { pid: deeper.pid, replyTo: { uid: two.id, nickName: two.nickname } },
      { pid: deepest.pid, replyTo: { uid: one.id } },
    ]);
    // A reply beneath a floor has no floor number: the next floor is 3.
    expect(await gateway().reply(two, tid)).toMatchObject({ floor: 3 });
  });

  it("cannot answer a missing post, or one in another topic", async () => {
    const [author, section] = [await gateway().member(), await gateway().section()];
    const [here, elsewhere] = [
      await gateway().topic(author, section),
      await gateway().topic(author, section),
    ];
    const gone = await gateway().reply(author, here.tid);
    await gateway().ok("deleteContent", { pid: gone.pid }, author);
    const request = { tid: here.tid, content: "回复", submissionId: submissionId() };
    await gateway().refused("submitPost", { ...request, tid: nobody }, "TOPIC_NOT_FOUND", author);
    for (const parent of [nobody, gone.pid, elsewhere.pid])
      await gateway().refused("submitPost", { ...request, parent }, "POST_NOT_FOUND", author);
    expect(await gateway().reply(author, here.tid)).toMatchObject({ floor: 3 });
  });

  it("sent twice is one reply, and the second answer equals the first", async () => {
    const [author, section] = [await gateway().member(), await gateway().section()];
    const topicForm = { submissionId: submissionId(), content: "原文" };
    const topic = await gateway().topic(author, section, topicForm);
    expect(await gateway().topic(author, section, topicForm)).toEqual(topic);
    const form = { submissionId: submissionId() };
    const reply = await gateway().reply(author, topic.tid, form);
    const beneath = await gateway().reply(author, topic.tid, {
      submissionId: submissionId(),
      parent: reply.pid,
    });
    expect(await gateway().reply(author, topic.tid, form)).toEqual(reply);
    expect(beneath).toEqual({ tid: topic.tid, pid: beneath.pid, floor: null, page: 1, pending: false });
    // Another person's form with the same id makes another reply.
    const other = await gateway().member();
    expect((await gateway().reply(other, topic.tid, form)).pid).not.toBe(reply.pid);
    expect((await gateway().ok("topicDetail", { tid: topic.tid })).replies).toBe(3);
  });
});

describe("a form that the browser's Back shows again, with its id", () => {
  it("makes another topic or reply of newly typed text: nothing is lost", async () => {
    const [author, section] = [await gateway().member(), await gateway().section()];
    const topicForm = { submissionId: submissionId() };
    const [here, there] = [
      await gateway().topic(author, section, topicForm),
      await gateway().topic(author, section, { ...topicForm, content: "另外写的" }),
    ];
    expect(there.tid).not.toBe(here.tid);
    const form = { submissionId: submissionId() };
    const first = await gateway().reply(author, here.tid, form);
    const others = [
      await gateway().reply(author, here.tid, { ...form, content: "又想到一点" }),
      await gateway().reply(author, here.tid, { ...form, parent: first.pid }),
      await gateway().reply(author, there.tid, form),
    ];
    expect(new Set([first, ...others].map(({ pid }) => pid)).size).toBe(4);
    expect((await gateway().ok("editableContent", { pid: others[0]?.pid ?? 0 }, author)).content).toBe(
      "又想到一点",
    );
  });
});

describe("an edit", () => {
  it("is shown only after more than 20 seconds (spec 9)", async () => {
    const [author, section] = [await gateway().member(), await gateway().section()];
    const { tid } = await gateway().topic(author, section);
    const { pid, floor, page } = await gateway().reply(author, tid);
    const edited = async () => (await gateway().ok("topicDetail", { tid })).floors[1];
    gateway().pass(18);
    expect(await gateway().ok("editPost", { pid, content: "改一" }, author)).toEqual({
      tid,
      pid,
      floor,
      page,
      pending: false,
    });
    expect(await edited()).toMatchObject({ html: "<p>改一</p>", editedAt: null });
    gateway().pass(5);
    await gateway().ok("editPost", { pid, content: "改二" }, author);
    const editedFloor = await edited();
    expect(editedFloor?.html).toBe("<p>改二</p>");
    expect(
      Date.parse(editedFloor?.editedAt ?? "") - Date.parse(editedFloor?.createdAt ?? ""),
    ).toBeGreaterThan(20_000);
  });

  it("of a topic changes its section, class, tags and the counters", async () => {
    const [author, other] = [await gateway().member(), await gateway().member()];
    const [from, to] = [await gateway().section(), await gateway().section()];
    const [keptTag, droppedTag, addedTag] = [`留${from.fid}`, `去${from.fid}`, `来${from.fid}`];
    const topic = await gateway().topic(author, from, {
      classId: from.classes[0],
      tags: [keptTag, droppedTag],
    });
    await gateway().reply(other, topic.tid);
    const change = {
      tid: topic.tid,
      fid: to.fid,
      classId: to.classes[1] ?? null,
      title: "换了版块的标题",
      content: "新正文",
      tags: [addedTag, keptTag],
    };
    expect(await gateway().ok("editTopic", change, author)).toEqual(topic);
    const detail = await gateway().ok("topicDetail", { tid: topic.tid });
    expect(detail).toMatchObject({
      title: "换了版块的标题",
      section: { fid: to.fid },
      topicClass: { name: "经验" },
      tags: [{ name: addedTag }, { name: keptTag }],
    });
    expect(detail.floors[0]).toMatchObject({ html: "<p>新正文</p>" });
    expect(await gateway().ok("sectionDetail", { fid: from.fid })).toMatchObject({ topics: 0, posts: 0 });
    expect(await gateway().ok("sectionDetail", { fid: to.fid })).toMatchObject({ topics: 1, posts: 2 });
    await expectExactCounters(gateway().database);
    await gateway().refused(
      "editTopic",
      { ...change, classId: from.classes[0] },
      "CLASS_NOT_IN_SECTION",
      author,
    );
    await gateway().refused("editTopic", { ...change, fid: nobody }, "SECTION_NOT_FOUND", author);
    await gateway().refused("editTopic", { ...change, content: "\u200b" }, "CONTENT_EMPTY", author);
    await gateway().refused(
      "editTopic",
      { ...change, title: "\u200b\u200b\u200b\u200b" },
      "INVALID_REQUEST",
      author,
    );
    await gateway().refused("editTopic", { ...change, tid: nobody }, "TOPIC_NOT_FOUND", author);
    await gateway().refused("editTopic", change, "NOT_PERMITTED", other);
  });

  it("is for the author alone, and for existing texts", async () => {
    const [author, admin, section] = [
      await gateway().member(),
      await gateway().member({ admin: true }),
      await gateway().section(),
    ];
    const { tid, pid } = await gateway().topic(author, section);
    const reply = await gateway().reply(author, tid);
    for (const call of ["editPost", "editableContent", "deleteContent"] as const) {
      await gateway().refused(call, { pid: reply.pid, content: "不是我的" }, "NOT_PERMITTED", admin);
      await gateway().refused(call, { pid: nobody, content: "没有" }, "POST_NOT_FOUND", author);
    }
    await gateway().refused("editPost", { pid: reply.pid, content: "&nbsp;" }, "CONTENT_EMPTY", author);
    await gateway().ok("deleteContent", { pid: reply.pid }, author);
    for (const call of ["editPost", "editableContent", "deleteContent"] as const) {
      await gateway().refused(call, { pid: reply.pid, content: "晚了" }, "POST_NOT_FOUND", author);
    }
    await gateway().ok("deleteContent", { pid }, author);
    await gateway().refused("editPost", { pid, content: "晚了" }, "TOPIC_NOT_FOUND", author);
  });

  it("starts from the source as it was typed", async () => {
    const [author, section] = [await gateway().member(), await gateway().section()];
    const tags = [`源${section.fid}`, `码${section.fid}`];
    const topic = await gateway().topic(author, section, {
      classId: section.classes[0],
      content: "正文\t`a`\r\n第二行",
      tags,
    });
    const reply = await gateway().reply(author, topic.tid, { content: "**回复**" });
    expect(await gateway().ok("editableContent", { pid: topic.pid }, author)).toEqual({
      ...topic,
      content: "正文\t`a`\n第二行",
      editedAt: null,
      topic: { fid: section.fid, classId: section.classes[0], title: "Hi3861 串口打印乱码", tags },
    });
    expect(await gateway().ok("editableContent", { pid: reply.pid }, author)).toEqual({
      ...reply,
      content: "**回复**",
      editedAt: null,
      topic: null,
    });
  });
});

describe("a preview", () => {
  it("equals the published text", async () => {
    const [author, section] = [await gateway().member(), await gateway().section()];
    const content = "## 步骤\n```bash\nmake\n```\n[x](javascript:1)";
    const { html } = await gateway().ok("renderContent", { content }, author);
    const { tid } = await gateway().topic(author, section, { content });
    expect((await gateway().ok("topicDetail", { tid })).floors[0]?.html).toBe(html);
  });
});
