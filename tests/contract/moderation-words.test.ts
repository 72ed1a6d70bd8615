import type { CallInput } from "contract";
import { wordsMost } from "contract/moderation/words/fields";
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import {
  jobs,
  moderationLog,
  moderationReasons,
  notifications,
  reviewItems,
  sensitiveWords,
} from "gateway/database/schema";
import { rescanJob } from "gateway/moderation/words/rescan";
import { saveWords } from "gateway/sensitive-words/list";
import { runJobs } from "gateway/server/jobs";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expectExactCounters } from "../support/counters";
import { type Member, type Section, startGateway, submissionId } from "../support/gateway";

const gateway = startGateway();

let [admin, moderator, author]: Member[] = [];
let section: Section;
beforeAll(async () => {
  const at = gateway();
  admin = await at.member({ admin: true });
  moderator = await at.member();
  author = await at.member({ createdAt: new Date("2026-01-01T00:00:00Z") });
  section = await at.section({ moderators: [moderator] });
});
beforeEach(async () => {
  await gateway().database.delete(sensitiveWords);
  await saveWords(
    gateway().database,
    [
      { word: "代开发票", level: "refuse", replacement: null },
      { word: "刷单", level: "review", replacement: null },
      { word: "破芯片", level: "replace", replacement: "这颗芯片" },
    ],
    new Date(),
  );
});

const words = async (request: CallInput<"sensitiveWordList"> = {}) =>
  (await gateway().ok("sensitiveWordList", request, admin)).words.map(({ word, level }) => [word, level]);
const save = (request: CallInput<"saveSensitiveWord">) => gateway().ok("saveSensitiveWord", request, admin);
const tried = (text: string) => gateway().ok("trySensitiveWords", { text }, admin);
const fieldsOf = async (name: Parameters<ReturnType<typeof gateway>["call"]>[0], request: unknown) => {
  const { status, body } = await gateway().call(name, request, admin);
  expect(status).toBe(400);
  return (body as { fields: Record<string, string[]> }).fields;
};

async function lastLog() {
  const [row] = await gateway()
    .database.select({ row: moderationLog, said: moderationReasons.text })
    .from(moderationLog)
    .leftJoin(moderationReasons, eq(moderationReasons.id, moderationLog.reasonId))
    .orderBy(desc(moderationLog.id))
    .limit(1);
  return row;
}

describe("the list", () => {
  it("is searched by text and level, with the words changed here first", async () => {
    await save({ word: "网络赌博", level: "refuse" });
    expect((await words())[0]).toEqual(["网络赌博", "refuse"]);
    expect(await words({ text: "刷" })).toEqual([["刷单", "review"]]);
    expect(await words({ text: "%" })).toEqual([]);
    expect(await words({ level: "replace" })).toEqual([["破芯片", "replace"]]);
    expect(await words({ edited: true })).toEqual([["网络赌博", "refuse"]]);
  });

  it("has pages", async () => {
    const text = Array.from({ length: 30 }, (_, at) => `批量词${at + 10}`).join("\n");
    await gateway().ok("importSensitiveWords", { text, level: "review" }, admin);
    const second = await gateway().ok("sensitiveWordList", { page: 2 }, admin);
    expect([second.total, second.pages, second.words.length]).toEqual([33, 2, 13]);
  });
});

describe("a change", () => {
  it("applies at once, and the log names its author and the word", async () => {
    expect(await save({ word: "出售银行卡", level: "refuse" })).toEqual({ changed: true });
    const request = {
      fid: section.fid,
      classId: null,
      title: "银行卡怎么卖",
      tags: [],
      content: "出售银行卡",
      submissionId: submissionId(),
    };
    await gateway().refused("submitTopic", request, "SENSITIVE_WORDS", author);
    expect(await lastLog()).toMatchObject({
      row: { action: "word", operatorId: admin?.id, before: { level: null }, after: { level: "refuse" } },
      said: "出售银行卡",
    });
    expect(await save({ was: "出售银行卡", word: "出售银行卡", level: "review" })).toEqual({ changed: true });
    expect((await gateway().topic(author as Member, section, { content: "出售银行卡" })).pending).toBe(true);
  });

  it("without a difference is no change, and not in the log", async () => {
    const before = await lastLog();
    expect(await save({ was: "刷单", word: "刷单", level: "review" })).toEqual({ changed: false });
    expect((await lastLog())?.row.id).toBe(before?.row.id);
  });

  it("gives a word another spelling, and is refused if the list has that spelling", async () => {
    await save({ was: "刷单", word: "刷单返利", level: "review" });
    expect(await words({ text: "刷" })).toEqual([["刷单返利", "review"]]);
    const { fields } = await gateway().refused(
      "saveSensitiveWord",
      { was: "刷单返利", word: "代開發票", level: "review" },
      "WORD_EXISTS",
      admin,
    );
    expect(fields).toEqual({ word: ["词表里已经有这个词：「代开发票」，不予发表"] });
    await gateway().refused(
      "saveSensitiveWord",
      { was: "没有过", word: "没有过的", level: "review" },
      "WORD_NOT_FOUND",
      admin,
    );
  });

  it("is refused with a message by the field", async () => {
    expect(await fieldsOf("saveSensitiveWord", { word: " ", level: "review" })).toEqual({
      word: ["请填写词语"],
    });
    expect(await fieldsOf("saveSensitiveWord", { word: "赌", level: "review" })).toEqual({
      word: ["词语至少要有两个字"],
    });
    expect(await fieldsOf("saveSensitiveWord", { word: "赌-博", level: "review" })).toEqual({
      word: ["词语只能由文字、数字和空格组成"],
    });
    expect(await fieldsOf("saveSensitiveWord", { word: "赌博", level: "block" })).toEqual({
      level: ["请选择级别"],
    });
    const other = { word: "赌博", level: "refuse", replacement: "打牌" };
    expect(await fieldsOf("saveSensitiveWord", other)).toEqual({
      replacement: ["级别是「替换后发表」的词才有替换成的文字"],
    });
    expect(await fieldsOf("removeSensitiveWords", { words: [] })).toEqual({
      words: ["请先选择要移除的词"],
    });
    expect(await fieldsOf("trySensitiveWords", { text: " " })).toEqual({ text: ["请填写要测试的文字"] });
  });

  it("removes words, and says when none of them is in the list", async () => {
    const { removed } = await gateway().ok(
      "removeSensitiveWords",
      { words: ["刷单", "破芯片", "没有的"] },
      admin,
    );
    expect(removed).toBe(2);
    expect(await words()).toEqual([["代开发票", "refuse"]]);
    expect(await lastLog()).toMatchObject({ said: "移除：刷单、破芯片" });
    expect((await tried("刷单")).hits).toEqual([]);
    await gateway().refused("removeSensitiveWords", { words: ["刷单"] }, "WORD_NOT_FOUND", admin);
    // And restores it.
    await save({ word: "刷单", level: "refuse" });
    expect((await tried("刷单")).level).toBe("refuse");
  });

  it("of many at the same time keeps every one of them", async () => {
    const each = Array.from({ length: 4 }, (_, at) => `同时${"甲乙丙丁"[at]}`);
    await Promise.all(each.map((word) => save({ word, level: "review" })));
    expect((await words({ text: "同时" })).map(([word]) => word).sort()).toEqual([...each].sort());
  });

  it("does not make the list longer than its maximum", async () => {
    const { database } = gateway();
    await database.execute(
      sql`insert into sensitive_words (word, level) select '填满' || n, 'review' from generate_series(1, ${wordsMost - 3}) n`,
    );
    await gateway().refused("saveSensitiveWord", { word: "再多一个", level: "review" }, "WORDS_FULL", admin);
    expect(await words({ text: "再多" })).toEqual([]);
  });
});

describe("a load of a content pack", () => {
  const pack = [
    { word: "代开发票", level: "refuse" as const, replacement: null },
    { word: "刷单", level: "review" as const, replacement: null },
  ];

  it("keeps words that were added, changed or removed here, and gives their number", async () => {
    await save({ was: "刷单", word: "刷单", level: "refuse" });
    await save({ word: "站内新词", level: "review" });
    await gateway().ok("removeSensitiveWords", { words: ["代开发票"] }, admin);
    expect(await saveWords(gateway().database, pack, new Date())).toBe(3);
    // A word of the pack that the new pack does not have is removed.
    expect((await words()).sort()).toEqual([
      ["刷单", "refuse"],
      ["站内新词", "review"],
    ]);
    expect((await tried("代开发票和刷单")).hits.map(({ word }) => word)).toEqual(["刷单"]);
    // Another spelling is the same word.
    const spelled = [{ word: "代開發票", level: "refuse" as const, replacement: null }];
    await saveWords(gateway().database, spelled, new Date());
    expect((await tried("代开发票")).hits).toEqual([]);
  });

  it("with the same words reports nothing", async () => {
    await save({ was: "刷单", word: "刷单", level: "refuse" });
    const same = pack.map((word) => ({ ...word, level: "refuse" as const }));
    expect(await saveWords(gateway().database, same, new Date())).toBe(0);
  });
});

describe("the test of a text", () => {
  it("shows the found words with their positions, the strictest level, and the published text", async () => {
    expect(await tried("这破-芯片要刷单")).toEqual({
      hits: [
        { start: 1, end: 5, word: "破芯片", level: "replace" },
        { start: 6, end: 8, word: "刷单", level: "review" },
      ],
      level: "review",
      replaced: "这这颗芯片要刷单",
    });
    expect(await tried("没有什么")).toEqual({ hits: [], level: null, replaced: "没有什么" });
  });
});

describe("an import", () => {
  const imported = (text: string) => gateway().ok("importSensitiveWords", { text, level: "review" }, admin);

  it("adds and changes words of a table, with headings, quotes, tabs and levels by name", async () => {
    const text =
      '\uFEFF词语,级别,替换为\r\n"收购账号",不予发表\r\n刷單,refuse\n傻瓜官方,替换,"官方"\n加我微信\n刷机\t审核';
    expect(await imported(text)).toEqual({ added: 4, changed: 1, same: 0 });
    expect((await words({ edited: true })).sort()).toEqual(
      [
        ["刷单", "refuse"],
        ["收购账号", "refuse"],
        ["傻瓜官方", "replace"],
        ["加我微信", "review"],
        ["刷机", "review"],
      ].sort(),
    );
    expect((await tried("傻瓜官方")).replaced).toBe("官方");
    expect(await lastLog()).toMatchObject({
      row: { after: { added: 4, changed: 1 } },
      said: expect.stringMatching(/^导入：/),
    });
    expect(await imported("加我微信")).toEqual({ added: 0, changed: 0, same: 1 });
  });

  it("reports errors by line, and then imports nothing", async () => {
    const { fields } = await gateway().refused(
      "importSensitiveWords",
      { text: "好的词\n坏\n没有级别,随便\n好的詞\n再好,审核,替成这个\n多列词,审核,,四", level: "review" },
      "INVALID_REQUEST",
      admin,
    );
    expect(fields?.text).toEqual([
      "第 2 行：词语至少要有两个字",
      "第 3 行：不认识级别「随便」，请写 不予发表、先审核、替换后发表",
      "第 4 行：和第 1 行是同一个词",
      "第 5 行：级别是「替换后发表」的词才有替换成的文字",
      "第 6 行：多于三列",
    ]);
    expect(await words({ text: "好的" })).toEqual([]);
    for (const [text, message] of [
      ['"没有结束', "第 1 行：引号没有成对"],
      ["词语,级别", "没有找到词语，每行写一个"],
    ] as const) {
      const body = await gateway().refused(
        "importSensitiveWords",
        { text, level: "review" },
        "INVALID_REQUEST",
        admin,
      );
      expect(body.fields?.text).toEqual([message]);
    }
    const lines = Array.from({ length: 5_001 }, (_, at) => `词${at}`).join("\n");
    const long = { text: lines, level: "review" };
    const body = await gateway().refused("importSensitiveWords", long, "INVALID_REQUEST", admin);
    expect(body.fields?.text).toEqual(["一次最多导入 5,000 行"]);
  });
});

describe("the search through published texts", () => {
  const scan = async () => {
    await gateway().ok("rescanSensitiveWords", {}, admin);
    await runJobs(gateway().services, [rescanJob]);
    return (await gateway().ok("sensitiveWordList", {}, admin)).scan;
  };
  const open = (pid: number) =>
    gateway()
      .database.select()
      .from(reviewItems)
      .where(and(eq(reviewItems.postId, pid), isNull(reviewItems.decidedAt)));
  const decide = (action: "approve" | "refuse" | "ignore" | "discard", pid: number) =>
    gateway().ok(
      "reviewContent",
      {
        ids: [pid],
        action,
        submissionId: submissionId(),
        reason: action === "refuse" || action === "discard" ? "后来禁用的词" : "",
      },
      moderator,
    );
  const told = (pid: number) =>
    gateway().database.select().from(notifications).where(eq(notifications.postId, pid));

  it("only fills the queue: a found text stays public, and nobody gets a notice", async () => {
    const at = gateway();
    const topic = await at.topic(author as Member, section, { content: "有人会挖矿吗" });
    const other = await at.topic(author as Member, section, { title: "标题里说挖矿的事", content: "正文" });
    const reply = await at.reply(author as Member, topic.tid, { content: "挖矿不好" });
    const code = await at.reply(author as Member, topic.tid, { content: "`挖矿`" });
    await save({ word: "挖矿", level: "review" });
    const before = await at.ok("topicDetail", { tid: topic.tid });
    const { work, last } = await scan();
    expect(work).toBeNull();
    expect(last).toMatchObject({ found: 3, finishedAt: expect.any(String) });
    expect(last?.scanned).toBeGreaterThanOrEqual(4);
    for (const { pid } of [topic, other, reply]) expect(await open(pid)).toMatchObject([{ words: ["挖矿"] }]);
    expect(await open(code.pid)).toEqual([]);
    expect(await at.ok("topicDetail", { tid: topic.tid })).toEqual(before);
    expect(await told(topic.pid)).toEqual([]);
    const { items } = await at.ok("reviewTopicList", { word: "挖矿" }, moderator);
    expect(items).toMatchObject([
      { id: topic.pid, published: true, html: expect.stringContaining("<mark>挖矿</mark>") },
      { id: other.pid, titleMarks: [{ start: 4, end: 6 }] },
    ]);
    await expectExactCounters(at.database);

    // An approved text stays public, its author gets no notice, and the next search skips it.
    await decide("approve", topic.pid);
    expect(await told(topic.pid)).toEqual([]);
    expect((await at.ok("sectionTopicList", { fid: section.fid, order: "new" })).topics[0]?.tid).toBe(
      other.tid,
    );
    expect((await scan()).last?.found).toBe(0);
    expect(await open(topic.pid)).toEqual([]);
    // A refused text is hidden, and its author gets a notice.
    await decide("refuse", reply.pid);
    expect((await at.ok("topicDetail", { tid: topic.tid })).replies).toBe(1);
    expect((await told(reply.pid)).map(({ event }) => event)).toEqual(["refused"]);
    await decide("discard", other.pid);
    await at.refused("topicDetail", { tid: other.tid }, "TOPIC_NOT_FOUND");
    await expectExactCounters(at.database);
  });

  it("finds a text again after an edit, and an edit without the word ends the review", async () => {
    const at = gateway();
    const { tid, pid } = await at.topic(author as Member, section, { content: "租矿机" });
    await save({ word: "租矿机", level: "refuse" });
    await scan();
    await decide("approve", pid);
    await scan();
    expect(await open(pid)).toEqual([]);
    await at.ok("removeSensitiveWords", { words: ["租矿机"] }, admin);
    at.pass(1);
    const edit = { tid, fid: section.fid, classId: null, title: "又说矿机的事", tags: [] };
    await at.ok("editTopic", { ...edit, content: "还是租矿机" }, author);
    await save({ word: "租矿机", level: "refuse" });
    await scan();
    expect(await open(pid)).toHaveLength(1);
    await at.ok("editTopic", { ...edit, content: "不说了" }, author);
    expect(await open(pid)).toEqual([]);
    expect((await at.ok("topicDetail", { tid })).state).toBe("listed");
  });

  it("shows its progress, runs once, and continues after a kill", async () => {
    const at = gateway();
    await at.ok("rescanSensitiveWords", {}, admin);
    await at.refused("rescanSensitiveWords", {}, "RESCAN_RUNNING", admin);
    await at.database
      .update(jobs)
      .set({ progress: { after: 1, scanned: 1, found: 0 } })
      .where(eq(jobs.kind, rescanJob.name));
    const { scan: during } = await at.ok("sensitiveWordList", {}, admin);
    expect(during.work).toMatchObject({ scanned: 1, found: 0, percent: expect.any(Number) });
    await runJobs(at.services, [rescanJob]);
    const { scan: after } = await at.ok("sensitiveWordList", {}, admin);
    expect(after.work).toBeNull();
    const rows = await at.database.execute(sql`select count(*)::int as count from posts p
      join topics t on t.id = p.topic_id where p.id > 1 and p.review = 'approved' and p.deleted_at is null
      and t.review = 'approved' and t.deleted_at is null`);
    const [{ count } = { count: -1 }] = (rows as unknown as { rows: { count: number }[] }).rows;
    expect(after.last?.scanned).toBe(1 + count);
    const log = await lastLog();
    expect(log?.row).toMatchObject({ action: "rescan", operatorId: admin?.id });
  });
});
