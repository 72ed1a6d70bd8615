import type { CallInput } from "contract";
import { eq, inArray, like } from "drizzle-orm";
import { documents, posts, searchMarks, searchQueries, sections, topics } from "gateway/database/schema";
import { runDueJobs } from "gateway/jobs";
import { backfillDocuments } from "gateway/search/index/backfill";
import { searchMarksJob } from "gateway/search/marks";
import { lexiconAnswer } from "gateway/search/pinyin";
import { saveWords } from "gateway/sensitive-words/list";
import { forget } from "gateway/server/answers";
import { createLimits } from "gateway/server/limits";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Member, type Section, startGateway, TestGateway } from "../support/gateway";

const gateway = startGateway();
let author: Member;
let section: Section;
beforeAll(async () => {
  author = await gateway().member({ nickname: "焊武帝小林" });
});
beforeEach(async () => {
  section = await gateway().section();
});

/** The ids that a search in the test's own section finds. */
async function found(text: string, fields: Partial<CallInput<"fullTextSearch">> = {}): Promise<number[]> {
  const answer = await gateway().ok("fullTextSearch", { text, fid: section.fid, ...fields });
  return fields.kind === "posts" ? answer.posts.map(({ pid }) => pid) : answer.topics.map(({ tid }) => tid);
}
const write = (title: string, content = "正文", tags: string[] = [], by = author, where = section) =>
  gateway().topic(by, where, { title, content, tags });
const joined = (parts: { text: string; hit: boolean }[]) =>
  parts.map(({ text, hit }) => (hit ? `[${text}]` : text)).join("");

describe("matching", () => {
  test("a word of the title, of a tag, of the text, and of a reply alone is found", async () => {
    const { tid } = await write("电机振铃的排查", "示波器探头要用短地", ["开关电源"]);
    await gateway().reply(author, tid, { content: "自举电容串一颗电阻试试" });
    for (const text of ["振铃", "开关电源", "示波器", "自举电容"]) expect(await found(text)).toEqual([tid]);
    expect(await found("继电器")).toEqual([]);
  });

  test("Chinese inside a sentence is found, however the dictionary splits its neighbours", async () => {
    const { tid } = await write("这块屏支持中文吗");
    expect(await found("中文")).toEqual([tid]);
    expect(await found("文")).toEqual([tid]);
    expect(await found("图")).toEqual([]);
    expect(await found("吗")).toEqual([tid]);
  });

  test("a part number is found by its beginning, its digits, and in any width and case", async () => {
    const { tid } = await write("Hi3861V100 的休眠电流");
    for (const text of ["Hi3861", "hi3861v100", "3861", "ＨＩ３８６１"])
      expect(await found(text)).toEqual([tid]);
    expect(await found("Hi3516")).toEqual([]);
  });

  test("names of code are found by their parts, and with and without signs", async () => {
    const { tid } = await write(
      "寄存器读不出来",
      "`GPIO_InitStruct` 写到 0x8000，走 RS-485，SDK 是 v1.2.3，语言是 C++",
    );
    for (const text of ["GPIO_InitStruct", "initstruct", "gpio", "0x8000", "RS485", "v1.2.3", "C++"])
      expect(await found(text)).toEqual([tid]);
    expect(await found("0x8001")).toEqual([]);
  });

  test("all words match in any order and place; without a full match most of the words match, and the answer says so", async () => {
    const both = await write("低功耗设计", "保活靠 DTIM");
    await write("低功耗灯控");
    expect(await found("保活 低功耗")).toEqual([both.tid]);
    const answer = await gateway().ok("fullTextSearch", { text: "低功耗 保活 量子纠缠", fid: section.fid });
    expect(answer.partial).toBe(true);
    expect(answer.topics[0]?.tid).toBe(both.tid);
  });

  test("words match that a topic and one of its replies contain together", async () => {
    const { tid } = await write("星闪透传很慢");
    await gateway().reply(author, tid, { content: "把连接间隔改小" });
    await write("星闪入门");
    expect(await found("星闪 连接间隔")).toEqual([tid]);
  });

  test("a phrase matches only as it is, and a word with a minus is excluded", async () => {
    const exact = await write("卡在等待单板上电");
    const apart = await write("单板上电以后等待");
    expect(await found('"等待单板上电"')).toEqual([exact.tid]);
    expect(await found("“等待单板上电”")).toEqual([exact.tid]);
    expect((await found("等待 单板")).sort()).toEqual([exact.tid, apart.tid].sort());
    expect(await found("单板 -卡在")).toEqual([apart.tid]);
  });

  test("title comes before tag before text before reply", async () => {
    const reply = await write("甲方案讨论");
    await gateway().reply(author, reply.tid, { content: "用磁编码芯片" });
    const text = await write("乙方案讨论", "用磁编码芯片");
    const tag = await write("丙方案讨论", "正文", ["磁编码芯片"]);
    const title = await write("磁编码芯片选型");
    expect(await found("磁编码芯片")).toEqual([title.tid, tag.tid, text.tid, reply.tid]);
  });
});

describe("excluded texts and people", () => {
  test("a hidden, waiting or deleted topic, or one in a closed section, is not found, nor are its replies", async () => {
    const { tid } = await write("防反接电路", "肖特基压降");
    const { pid } = await gateway().reply(author, tid, { content: "换成理想二极管" });
    const { database } = gateway();
    const all = () =>
      Promise.all([found("防反接"), found("理想二极管"), found("理想二极管", { kind: "posts" })]);
    expect(await all()).toEqual([[tid], [tid], [pid]]);
    for (const state of [
      { hiddenAt: new Date() },
      { review: "pending" as const },
      { deletedAt: new Date() },
    ]) {
      await database.update(topics).set(state).where(eq(topics.id, tid));
      expect(await all()).toEqual([[], [], []]);
      await database
        .update(topics)
        .set({ hiddenAt: null, review: "approved", deletedAt: null })
        .where(eq(topics.id, tid));
      await database.update(posts).set(state).where(eq(posts.id, pid));
      expect(await all()).toEqual([[tid], [], []]);
      await database
        .update(posts)
        .set({ hiddenAt: null, review: "approved", deletedAt: null })
        .where(eq(posts.id, pid));
    }
    await database.update(sections).set({ closed: true }).where(eq(sections.id, section.fid));
    expect(await all()).toEqual([[], [], []]);
  });

  test("an edited text is found by its present words", async () => {
    const { tid } = await write("旧标题讲蓝牙网状网", "旧文");
    const reply = await gateway().reply(author, tid, { content: "旧的说法" });
    await gateway().ok(
      "editTopic",
      {
        tid,
        fid: section.fid,
        classId: null,
        title: "新标题讲红外遥控",
        content: "新文里有载波",
        tags: ["红外"],
      },
      author,
    );
    await gateway().ok("editPost", { pid: reply.pid, content: "改成解调器" }, author);
    for (const text of ["网状网", "旧文", "旧的说法"]) expect(await found(text)).toEqual([]);
    for (const text of ["红外遥控", "载波", "解调器"]) expect(await found(text)).toEqual([tid]);
  });

  test("earlier texts are found once their documents are written, which happens once", async () => {
    const { tid } = await write("霍尔传感器漂移");
    const { pid } = await gateway().reply(author, tid, { content: "温漂补偿" });
    const { database, services } = gateway();
    await database.update(topics).set({ search: null }).where(eq(topics.id, tid));
    await database.update(posts).set({ search: null }).where(eq(posts.id, pid));
    await database.delete(documents).where(eq(documents.key, "search-documents"));
    expect(await found("霍尔")).toEqual([]);
    // A job that stops half-way continues from there.
    let steps = 0;
    await backfillDocuments(services, () => ++steps > 1);
    await backfillDocuments(services);
    expect([await found("霍尔"), await found("温漂")]).toEqual([[tid], [tid]]);
    expect(await backfillDocuments(services)).toBe(0);
  });
});

describe("filters and order", () => {
  test("section, tag, author, days and solved filter topics", async () => {
    const other = await gateway().member({ nickname: "路过的人" });
    const elsewhere = await gateway().section();
    const one = await write("继电器选型甲", "正文", ["继电器"]);
    const two = await write("继电器选型乙", "正文", [], other);
    await write("继电器选型丙", "正文", [], author, elsewhere);
    expect((await found("继电器")).sort()).toEqual([one.tid, two.tid].sort());
    expect(await found("继电器", { tag: "继电器" })).toEqual([one.tid]);
    expect(await found("继电器", { author: "路过的人" })).toEqual([two.tid]);
    expect(await found("继电器", { tag: "没有的标签" })).toEqual([]);
    expect(await found("继电器", { author: "没有的人" })).toEqual([]);
    const { database } = gateway();
    await database
      .update(topics)
      .set({ solved: true, createdAt: new Date("2026-03-01T16:30:00Z") })
      .where(eq(topics.id, one.tid));
    expect(await found("继电器", { solved: "solved" })).toEqual([one.tid]);
    expect(await found("继电器", { solved: "unsolved" })).toEqual([two.tid]);
    // Half past midnight in China: the day is the 2nd.
    expect(await found("继电器", { from: "2026-03-02", to: "2026-03-02" })).toEqual([one.tid]);
    expect(await found("继电器", { to: "2026-03-01" })).toEqual([]);
  });

  test("a reply's own author and day count when replies are searched", async () => {
    const other = await gateway().member({ nickname: "回帖的人" });
    const { tid } = await write("可控硅调光");
    const { pid } = await gateway().reply(other, tid, { content: "可控硅要加吸收" });
    await gateway().reply(author, tid, { content: "可控硅谢谢" });
    expect(await found("可控硅", { kind: "posts", author: "回帖的人" })).toEqual([pid]);
  });

  test("newest first gives pages and the count", async () => {
    const all: number[] = [];
    for (let number = 1; number <= 23; number += 1) all.push((await write(`稳压器第${number}种`)).tid);
    const first = await gateway().ok("fullTextSearch", { text: "稳压器", fid: section.fid, order: "newest" });
    const second = await gateway().ok("fullTextSearch", {
      text: "稳压器",
      fid: section.fid,
      order: "newest",
      page: 2,
    });
    expect([first.total, first.pages, first.more]).toEqual([23, 2, false]);
    expect([...first.topics, ...second.topics].map(({ tid }) => tid)).toEqual(all.reverse());
  });
});

describe("the shown results", () => {
  test("matches are marked as pieces of plain text, in title and excerpt, from the reply if only the reply matches", async () => {
    const { tid } = await write("Hi3861V100 <b>低功耗</b>", "正文讲别的");
    const { pid } = await gateway().reply(author, tid, {
      content: "前文。<script>alert(1)</script> 这里的 RS-485 接法要看手册",
    });
    const [title] = (await gateway().ok("fullTextSearch", { text: "hi3861 低功耗", fid: section.fid }))
      .topics;
    expect(joined(title?.titleParts ?? [])).toBe("[Hi3861]V100 <b>[低功耗]</b>");
    expect(title?.reply).toBeNull();
    const [inReply] = (await gateway().ok("fullTextSearch", { text: "rs485", fid: section.fid })).topics;
    expect(inReply?.reply).toMatchObject({ pid, author: { nickName: author.nickname } });
    expect(joined(inReply?.excerpt ?? [])).toContain("<script>alert(1)</script> 这里的 [RS-485] 接法");
  });

  test("people and tags are found by a part of their name, the nearest first", async () => {
    await gateway().member({ nickname: "小林" });
    const people = await gateway().ok("fullTextSearch", { text: "小林", kind: "people" });
    expect(people.people.map(({ nickName }) => nickName)).toEqual(["小林", "焊武帝小林"]);
    await write("标签一例", "正文", ["磁编码器", "磁"]);
    const tags = await gateway().ok("fullTextSearch", { text: "磁编码器", kind: "tags" });
    expect(tags.tags.map(({ name }) => name)).toEqual(["磁编码器"]);
    expect(joined(tags.tags[0]?.nameParts ?? [])).toBe("[磁编码器]");
  });
});

describe("Latin letters typed for Chinese", () => {
  test("without results the Chinese meaning is searched and offered", async () => {
    const { tid } = await write("国产芯片选型", "正文", ["芯片"]);
    const answer = await gateway().ok("fullTextSearch", { text: "xinpian", fid: section.fid });
    expect(answer).toMatchObject({ suggestion: "芯片", corrected: true });
    expect(answer.topics.map((topic) => topic.tid)).toEqual([tid]);
    // The lexicon is read again after ten minutes.
    gateway().pass(601);
    expect(
      await gateway().ok("fullTextSearch", { text: "xinpian xuanxing", fid: section.fid }),
    ).toMatchObject({ suggestion: "芯片 选型" });
    expect(await gateway().ok("fullTextSearch", { text: "zzzzqq", fid: section.fid })).toMatchObject({
      suggestion: null,
      total: 0,
    });
  });
});

describe("top searches and suggestions", () => {
  // Its clock moves by weeks, so it has a gateway without the hour's limit.
  let counting: TestGateway;
  beforeAll(() => {
    counting = new TestGateway(gateway().database, {}, { ...createLimits(), take: async () => true });
  });
  /** So many people search for a text, each once. */
  const askedBy = async (people: number, text: string) => {
    for (let each = 0; each < people; each += 1)
      await counting.ok("fullTextSearch", { text }, await counting.member());
  };
  const row = async (text: string) =>
    (await gateway().database.select().from(searchQueries).where(eq(searchQueries.text, text)))[0];
  const peopleFor = async (text: string) => (await row(text))?.people ?? 0;
  /** Top searches are cached for a minute. */
  const suggests = async (text: string) => {
    counting.pass(61);
    const { searches } = await counting.ok("topSearch", {});
    const suggested = (await counting.ok("searchSuggest", { text: text.slice(0, 2) })).searches;
    const [top, beneath] = [searches.some((each) => each.text === text), suggested.includes(text)];
    expect(beneath).toBe(top);
    return top;
  };

  test("a text that four people searched for is not shown; with a fifth it is, for seven days", async () => {
    await write("压敏电阻选型");
    const reader = await counting.member();
    for (let time = 0; time < 6; time += 1) {
      await counting.ok("fullTextSearch", { text: "压敏  电阻" }, reader);
      counting.pass(3_601);
    }
    expect(await peopleFor("压敏 电阻")).toBe(1);
    await askedBy(3, "压敏 电阻");
    expect(await suggests("压敏 电阻")).toBe(false);
    await askedBy(1, "压敏 电阻");
    expect(await peopleFor("压敏 电阻")).toBe(5);
    expect(await suggests("压敏 电阻")).toBe(true);
    counting.pass(7 * 86_400);
    expect(await suggests("压敏 电阻")).toBe(false);
  });

  test("five people over more than seven days are too few, and nobody counts twice because a week ended", async () => {
    await write("光敏电阻选型");
    const people = await Promise.all([1, 2, 3, 4, 5].map(() => counting.member()));
    for (const person of people) {
      await counting.ok("fullTextSearch", { text: "光敏 电阻" }, person);
      counting.pass(2 * 86_400);
    }
    expect(await peopleFor("光敏 电阻")).toBe(4);
    expect(await suggests("光敏 电阻")).toBe(false);
    // One person, each day for three weeks.
    for (let day = 0; day < 21; day += 1) {
      await counting.ok("fullTextSearch", { text: "湿敏 电阻" }, people[0]);
      counting.pass(86_400);
    }
    await write("湿敏电阻选型");
    for (let day = 0; day < 9; day += 1) {
      await counting.ok("fullTextSearch", { text: "湿敏 电阻" }, people[0]);
      expect(await peopleFor("湿敏 电阻")).toBe(1);
      counting.pass(86_400);
    }
  });

  test("the stored data name nobody, differ for two searches of a person, and are deleted after seven days", async () => {
    const { database } = gateway();
    await write("气敏电阻选型");
    const reader = await counting.member();
    for (const text of ["气敏", "气敏 电阻"]) await counting.ok("fullTextSearch", { text }, reader);
    const marks = await database
      .select()
      .from(searchMarks)
      .where(inArray(searchMarks.text, ["气敏", "气敏 电阻"]));
    expect(new Set(marks.map(({ mark }) => mark)).size).toBe(2);
    for (const { mark } of marks) expect(mark).toMatch(/^[\w-]{43}$/);
    counting.pass(22 * 86_400);
    await counting.ok("fullTextSearch", { text: "气敏" }, reader);
    const keys = () =>
      database.select({ key: documents.key }).from(documents).where(like(documents.key, "search-key:%"));
    const before = await keys();
    await runDueJobs(counting.services, [searchMarksJob]);
    const left = await database.select().from(searchMarks).where(like(searchMarks.text, "气敏%"));
    expect(left.map(({ text }) => text)).toEqual(["气敏"]);
    expect(await row("气敏 电阻")).toBeUndefined();
    expect(await keys()).toHaveLength(2);
    expect(before.length).toBeGreaterThan(2);
  });

  test("a search counts only when it found something, and is never shown with a sensitive word", async () => {
    const { database } = gateway();
    await write("热敏电阻选型");
    await askedBy(5, "热敏 电阻");
    await askedBy(1, "没有这种东西啊啊");
    expect(await row("没有这种东西啊啊")).toBeUndefined();
    expect(await suggests("热敏 电阻")).toBe(true);
    await saveWords(database, [{ word: "热敏", level: "review", replacement: null }], new Date());
    await askedBy(1, "热敏");
    expect(await row("热敏")).toBeUndefined();
    expect(await suggests("热敏 电阻")).toBe(false);
    await saveWords(database, [], new Date());
    expect(await suggests("热敏 电阻")).toBe(true);
  });

  test("suggests titles by words and beginnings of words, tags, people, earlier searches, and words by their spelling", async () => {
    const { tid } = await write("光耦隔离的 UART 转接板", "正文", ["光耦"]);
    const suggest = (text: string) => gateway().ok("searchSuggest", { text });
    for (const text of ["光耦", "光耦隔离", "光耦 uar", "UART 转接"]) {
      expect(
        (await suggest(text)).topics.map((topic) => topic.tid),
        text,
      ).toContain(tid);
    }
    expect((await suggest("光耦")).tags.map(({ name }) => name)).toEqual(["光耦"]);
    expect((await suggest("焊武")).people.map(({ nickName }) => nickName)).toEqual(["焊武帝小林"]);
    for (let people = 0; people < 5; people += 1)
      await gateway().ok("fullTextSearch", { text: "光耦隔离" }, await gateway().member());
    expect((await suggest("光")).searches).toContain("光耦隔离");
    // Another test, whose clock is ahead, may have cached the words already.
    forget(gateway().services, { name: lexiconAnswer });
    expect((await suggest("guangou")).searches).toContain("光耦");
    expect(await suggest("  ")).toEqual({
      part: null,
      searches: [],
      products: [],
      parts: [],
      topics: [],
      tags: [],
      people: [],
    });
    await gateway().database.update(topics).set({ hiddenAt: new Date() }).where(eq(topics.id, tid));
    expect((await suggest("光耦隔离")).topics).toEqual([]);
  });
});

describe("invalid searches", () => {
  test("too much text, an invalid day, section or page is refused beside its field", async () => {
    const refused = async (request: unknown, field: string) => {
      const refusal = await gateway().refused("fullTextSearch", request, "INVALID_REQUEST");
      expect(Object.keys(refusal.fields ?? {})).toEqual([field]);
    };
    await refused({ text: "芯".repeat(101) }, "text");
    await refused({ text: 5 }, "text");
    await refused({ text: "芯片", from: "2026-02-30" }, "from");
    await refused({ text: "芯片", to: "yesterday" }, "to");
    await refused({ text: "芯片", fid: -1 }, "fid");
    await refused({ text: "芯片", page: 0 }, "page");
    await refused({ text: "芯片", kind: "nothing" }, "kind");
    await refused({ text: "芯片", tag: "长".repeat(41) }, "tag");
    expect((await gateway().callOverHttp("fullTextSearch", { text: "x".repeat(1024 * 1024) })).status).toBe(
      413,
    );
    await gateway().refused("searchSuggest", { text: "芯".repeat(101) }, "INVALID_REQUEST");
  });

  test("signs, operators, quotes and control characters are text or ignored, never a failure", async () => {
    await write("安全的标题");
    for (const text of [
      "",
      "   ",
      "？！……",
      "&",
      "a & b | !c",
      "'",
      "''); drop table topics;--",
      "<->",
      "foo:*A",
      '"',
      '""',
      "“",
      "-",
      "--",
      "-安全",
      "\\",
      "\\'",
      "a\\",
      "\u0000芯片\u0007",
      "(",
      ")",
      "!!",
      "%_%",
      "~4096.0",
      "😀",
      "𠮷",
      "a".repeat(100),
    ]) {
      for (const kind of ["topics", "posts", "people", "tags"] as const) {
        const answer = await gateway().ok("fullTextSearch", { text, kind });
        expect(answer.total).toBeGreaterThanOrEqual(0);
      }
      await gateway().ok("searchSuggest", { text });
    }
    expect(await found("~4096.0")).toEqual([]);
  });
});
