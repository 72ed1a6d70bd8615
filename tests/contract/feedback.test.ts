import { and, eq } from "drizzle-orm";
import {
  complaints,
  notifications,
  policies,
  productClasses,
  products,
  suggestions,
} from "gateway/database/schema";
import { saveWords } from "gateway/sensitive-words/list";
import { createLimits } from "gateway/server/limits";
import { describe, expect, it } from "vitest";
import { calls, complaintContext, smallPng } from "../support/calls/feedback";
import { startGateway, TestGateway } from "../support/gateway";
import type { Scene } from "../support/scene";

const gateway = startGateway();
const scene = {} as Scene;
const suggestion = (change: object = {}) => ({ ...calls.insertUserAdvice.request(scene), ...change });
const complaint = (change: object = {}) => ({ ...calls.insertComplaint.request(scene), ...change });

describe("a suggestion", () => {
  it("is handed in once, has a number, and is read by its author alone", async () => {
    const [author, other] = [await gateway().member(), await gateway().member()];
    const image = await gateway().ok("uploadAdviceImage", { file: smallPng, filename: "截图.png" }, author);
    expect(image.address).toBe(`/gateway/files/${image.name}`);
    const request = suggestion({
      images: [image.name, image.name],
      text: "  第一行\r\n第二行\u0000  ",
      contact: " +86 139-0000-0000 ",
    });
    const { number } = await gateway().ok("insertUserAdvice", request, author);
    expect(number).toMatch(/^YJ\d{8}-[2-9A-Z]{6}$/);
    expect(await gateway().ok("insertUserAdvice", request, author)).toEqual({ number, dueAt: null });
    expect(await gateway().database.$count(suggestions, eq(suggestions.accountId, author.id))).toBe(1);
    const record = await gateway().ok("userAdviceDetail", { number }, author);
    expect(record).toMatchObject({
      kind: "suggestion",
      type: "feature",
      text: "第一行\n第二行",
      contact: "13900000000",
    });
    expect(record).toMatchObject({
      status: "received",
      answer: "",
      steps: [],
      about: null,
      images: [image.address],
    });
    await gateway().refused("userAdviceDetail", { number }, "ADVICE_NOT_FOUND", other);
    // Another person's form with the same id is another suggestion.
    const theirs = await gateway().ok("insertUserAdvice", { ...request, images: [] }, other);
    expect(theirs.number).not.toBe(number);
  });

  it("that asks an engineer names its product, and is promised an answer", async () => {
    const author = await gateway().member();
    const unknown = await gateway().call(
      "insertUserAdvice",
      suggestion({ type: "question", product: 9 }),
      author,
    );
    expect(unknown.status).toBe(400);
    const { database } = gateway();
    await database.insert(productClasses).values({ id: 11, path: [11], position: 0, name: "芯片" });
    await database.insert(products).values({
      id: 100,
      classId: 11,
      name: "A100",
      kind: "chip",
      state: "production",
      since: "2026-01-01",
      gallery: [],
      values: {},
      pins: [],
      certifications: [],
      source: "",
      html: "",
      fingerprint: "",
    });
    const request = suggestion({ type: "question", product: 100 });
    const { number, dueAt } = await gateway().ok("insertUserAdvice", request, author);
    expect(dueAt).toMatch(/T10:00:00\.000Z$/);
    expect(await gateway().ok("insertUserAdvice", request, author)).toEqual({ number, dueAt });
    const asked = { number, dueAt, product: { id: 100, name: "A100" } };
    expect(await gateway().ok("userAdviceDetail", { number }, author)).toMatchObject(asked);
    const admin = await gateway().member({ admin: true });
    const { items } = await gateway().ok("adviceInbox", { number }, admin);
    expect(items).toMatchObject([asked]);
    const answered = await gateway().ok(
      "decideSuggestion",
      { number, status: "answered", answer: "见数据手册第 12 页" },
      admin,
    );
    expect(answered).toMatchObject({ ...asked, status: "answered" });
    // Another kind of suggestion keeps no product and is promised nothing.
    const other = await gateway().ok("insertUserAdvice", suggestion({ product: 100 }), author);
    expect(other.dueAt).toBeNull();
    expect((await gateway().ok("userAdviceDetail", other, author)).product).toBeNull();
  });

  it("is made once by forms that come at the same time", async () => {
    const author = await gateway().member();
    const request = suggestion();
    const numbers = await Promise.all([1, 2, 3].map(() => gateway().ok("insertUserAdvice", request, author)));
    expect(new Set(numbers.map(({ number }) => number)).size).toBe(1);
  });

  it.each([
    ["type", { type: "praise" }, "请选择建议类型"],
    ["text", { text: "" }, "请填写内容"],
    ["text", { text: " \n\u0000 " }, "请填写内容"],
    ["text", { text: "太短" }, "请写得具体一些，至少 5 个字"],
    ["text", { text: "长".repeat(2_001) }, "内容不能超过 2000 个字"],
    ["contact", { contact: "1380000" }, "请填写正确的手机号或邮箱"],
    ["contact", { contact: "a@" }, "请填写正确的手机号或邮箱"],
    [
      "images",
      { images: Array.from({ length: 5 }, (_, index) => `${String(index).repeat(32)}.png`) },
      "最多 4 张图片，请删减",
    ],
    ["images", { images: ["../../etc/passwd"] }, "图片有误"],
    ["images", { images: [`${"0".repeat(32)}.png`] }, "有的图片没有上传成功，请重新选择"],
    ["submissionId", { submissionId: "x" }, "表单已失效，请重试"],
  ])("is refused for its %s: %j", async (field, change, message) => {
    const { fields } = await gateway().refused(
      "insertUserAdvice",
      suggestion(change),
      "INVALID_REQUEST",
      await gateway().member(),
    );
    expect(fields?.[field]).toEqual([message]);
  });

  it("accepts an email or none, and no picture of another person", async () => {
    const [author, other] = [await gateway().member(), await gateway().member()];
    for (const contact of ["阿岚@a.cn", undefined, ""]) {
      const answer = await gateway().call("insertUserAdvice", suggestion({ contact }), author);
      expect(answer.status).toBe(contact?.includes("岚") ? 400 : 200);
    }
    const mailed = await gateway().ok("insertUserAdvice", suggestion({ contact: "Lan@example.com" }), author);
    expect(await gateway().ok("userAdviceDetail", mailed, author)).toMatchObject({
      contact: "Lan@example.com",
    });
    const { name } = await gateway().ok("uploadAdviceImage", { file: smallPng, filename: "a.png" }, other);
    await gateway().refused("insertUserAdvice", suggestion({ images: [name] }), "INVALID_REQUEST", author);
  });

  it("accepts only pictures", async () => {
    const author = await gateway().member();
    const { fields } = await gateway().refused(
      "uploadAdviceImage",
      { file: Buffer.from("log"), filename: "a.log" },
      "FILE_TYPE_REFUSED",
      author,
    );
    expect(fields?.file).toEqual(["只能上传 PNG、JPEG、GIF 或 WebP 图片"]);
    await gateway().refused(
      "uploadAdviceImage",
      { file: Buffer.alloc(0), filename: "a.png" },
      "FILE_EMPTY",
      author,
    );
  });
});

describe("a complaint", () => {
  it("stores the frame's data, and is made once", async () => {
    const author = await gateway().member();
    const request = complaint();
    const { number } = await gateway().ok("insertComplaint", request, author);
    expect(number).toMatch(/^TS\d{8}-[2-9A-Z]{6}$/);
    expect(await gateway().ok("insertComplaint", request, author)).toEqual({ number });
    const both = await Promise.all(
      [1, 2].map(() =>
        gateway().ok("insertComplaint", { ...request, submissionId: "the-same-form" }, author),
      ),
    );
    expect(both[0]).toEqual(both[1]);
    const [row] = await gateway().database.select().from(complaints).where(eq(complaints.number, number));
    expect(row).toMatchObject({
      appId: "developer-community",
      sceneId: "forum",
      subSceneId: "reply",
      deviceId: "visitor-1",
    });
    expect(row).toMatchObject({
      businessKey: "post-7",
      postId: "7",
      reason: "infringement",
      status: "received",
    });
    const { contentTitle, postURL } = complaintContext.additionalContext;
    expect(await gateway().ok("userAdviceDetail", { number }, author)).toMatchObject({
      kind: "complaint",
      type: "infringement",
      text: "抄了我的文章",
      images: [],
      about: { contentTitle, postUrl: postURL },
    });
    await gateway().refused("userAdviceDetail", { number }, "ADVICE_NOT_FOUND", await gateway().member());
  });

  it.each([
    ["reason", { reason: "boring" }, "请选择投诉原因"],
    ["text", { text: "\u200b " }, "请说明投诉的内容"],
    ["text", { text: "" }, "请说明投诉的内容"],
    ["text", { text: "长".repeat(1_001) }, "内容不能超过 1000 个字"],
    ["contact", { contact: "我的邮箱" }, "请填写正确的手机号或邮箱"],
    ["context", { context: { ...complaintContext, token: "one key too many" } }, "填写的内容有误"],
    ["context", { context: { ...complaintContext, appId: "x".repeat(65) } }, "投诉的来源有误"],
  ])("is refused for its %s", async (field, change, message) => {
    const { fields } = await gateway().refused(
      "insertComplaint",
      complaint(change),
      "INVALID_REQUEST",
      await gateway().member(),
    );
    expect(fields?.[field]).toEqual([message]);
  });
});

describe("both", () => {
  it("refuse sensitive words with a message by the field, and replace the words of level replace", async () => {
    const own = gateway();
    await saveWords(
      own.database,
      [
        { word: "禁词甲", level: "refuse", replacement: null },
        { word: "换词乙", level: "replace", replacement: "换掉了" },
      ],
      own.services.now(),
    );
    const author = await own.member();
    for (const [name, request] of [
      ["insertUserAdvice", suggestion({ text: "这里有禁词甲呢" })],
      ["insertComplaint", complaint({ text: "这里有禁词甲呢" })],
    ] as const) {
      const { fields, marks } = await own.refused(name, request, "SENSITIVE_WORDS", author);
      expect(fields?.text).toEqual(["您提交的内容含有敏感词汇，请核查后再输入"]);
      expect(marks?.text).toEqual([{ start: 3, end: 6 }]);
    }
    const { number } = await own.ok("insertUserAdvice", suggestion({ text: "这里有换词乙呢" }), author);
    expect((await own.ok("userAdviceDetail", { number }, author)).text).toBe("这里有换掉了呢");
  });

  it("share a limit, and a refused one does not count", async () => {
    const limited = new TestGateway(gateway().database, {}, createLimits(undefined, 1));
    const author = await limited.member();
    for (let count = 0; count < 5; count += 1) {
      await limited.refused("insertUserAdvice", suggestion({ text: "短" }), "INVALID_REQUEST", author);
      await limited.ok("insertUserAdvice", suggestion(), author);
      await limited.ok("insertComplaint", complaint(), author);
    }
    await limited.refused("insertUserAdvice", suggestion(), "TOO_FREQUENT", author);
    await limited.refused("insertComplaint", complaint(), "TOO_FREQUENT", author);
  });

  it("are listed separately, latest first, ten on a page", async () => {
    const author = await gateway().member();
    expect(await gateway().ok("userAdviceList", {}, author)).toEqual({
      records: [],
      page: 1,
      pages: 1,
      total: 0,
    });
    const numbers: string[] = [];
    for (let count = 0; count < 12; count += 1)
      numbers.unshift(
        (
          await gateway().ok(
            "insertUserAdvice",
            suggestion({ text: `第 ${count} 条 ${"长".repeat(100)}` }),
            author,
          )
        ).number,
      );
    const complained = await gateway().ok("insertComplaint", complaint(), author);
    const first = await gateway().ok("userAdviceList", {}, author);
    expect(first).toMatchObject({ page: 1, pages: 2, total: 12 });
    expect(first.records.map(({ number }) => number)).toEqual(numbers.slice(0, 10));
    expect(first.records[0]?.text).toMatch(/^第 11 条 长+…$/);
    const last = await gateway().ok("userAdviceList", { page: 9 }, author);
    expect([last.page, last.records.map(({ number }) => number)]).toEqual([2, numbers.slice(10)]);
    const others = await gateway().ok("userAdviceList", { kind: "complaint" }, author);
    expect(others).toMatchObject({
      total: 1,
      records: [{ kind: "complaint", number: complained.number, status: "received" }],
    });
  });
});

describe("an operator's decision", () => {
  it("is a step that the author sees, with the answer, and gives one notice while that is unread", async () => {
    const [author, operator] = [await gateway().member(), await gateway().member({ admin: true })];
    const { number } = await gateway().ok("insertUserAdvice", suggestion(), author);
    await gateway().ok("decideSuggestion", { number, status: "working", answer: "" }, operator);
    gateway().pass(60);
    await gateway().ok("decideSuggestion", { number, status: "answered", answer: "下个版本就有" }, operator);
    gateway().pass(60);
    const decided = await gateway().ok(
      "decideSuggestion",
      { number, status: "adopted", answer: " " },
      operator,
    );
    expect(decided).toMatchObject({ status: "adopted", answer: "下个版本就有" });
    const record = await gateway().ok("userAdviceDetail", { number }, author);
    expect(record).toEqual(decided);
    expect(record.steps.map(({ status, answer }) => [status, answer])).toEqual([
      ["working", ""],
      ["answered", "下个版本就有"],
      ["adopted", ""],
    ]);
    expect(JSON.stringify(record)).not.toContain('"by"');
    expect(record.updatedAt > record.createdAt).toBe(true);
    const mine = and(eq(notifications.accountId, author.id), eq(notifications.event, "advice"));
    const told = await gateway().database.select().from(notifications).where(mine);
    expect(told).toMatchObject([
      { kind: "system", groupKey: number, actorId: null, createdAt: new Date(record.updatedAt) },
    ]);
    await gateway().database.update(notifications).set({ readAt: new Date() }).where(mine);
    await gateway().ok("decideSuggestion", { number, status: "answered", answer: "已经上线" }, operator);
    expect(await gateway().database.$count(notifications, mine)).toBe(2);
    expect((await gateway().ok("getMyPersonalDetail", {}, author)).unread?.system).toBe(1);
  });

  it("closes a complaint, also of an account that has ended", async () => {
    const [author, operator] = [await gateway().member(), await gateway().member({ admin: true })];
    const { number } = await gateway().ok("insertComplaint", complaint(), author);
    const closed = await gateway().ok(
      "decideComplaint",
      { number, status: "closed", answer: "已删除该内容" },
      operator,
    );
    expect(closed).toMatchObject({ status: "closed", answer: "已删除该内容", steps: [{ status: "closed" }] });
    expect(await gateway().ok("userAdviceDetail", { number }, author)).toEqual(closed);
    await gateway().database.update(complaints).set({ accountId: null }).where(eq(complaints.number, number));
    await gateway().ok("decideComplaint", { number, status: "working", answer: "" }, operator);
  });

  it("is for operators alone, for existing suggestions, and only to the allowed states", async () => {
    const [author, operator] = [await gateway().member(), await gateway().member({ admin: true })];
    const { number } = await gateway().ok("insertUserAdvice", suggestion(), author);
    await gateway().refused("decideSuggestion", { number, status: "adopted" }, "NOT_PERMITTED", author);
    const nobodys = "YJ20260101-ABCDEF";
    await gateway().refused(
      "decideSuggestion",
      { number: nobodys, status: "adopted" },
      "ADVICE_NOT_FOUND",
      operator,
    );
    await gateway().refused(
      "decideComplaint",
      { number: nobodys, status: "closed" },
      "ADVICE_NOT_FOUND",
      operator,
    );
    await gateway().refused("decideSuggestion", { number, status: "closed" }, "INVALID_REQUEST", operator);
    await gateway().refused("decideComplaint", { number, status: "adopted" }, "INVALID_REQUEST", operator);
    const long = { number, status: "answered", answer: "长".repeat(2_001) };
    expect(
      (await gateway().refused("decideSuggestion", long, "INVALID_REQUEST", operator)).fields?.answer,
    ).toEqual(["答复不能超过 2000 个字"]);
  });
});

describe("the disclaimer", () => {
  it("must be accepted before either (spec 6); a form that was accepted before is still answered", async () => {
    const own = gateway();
    const author = await own.member();
    const taken = suggestion();
    const { number } = await own.ok("insertUserAdvice", taken, author);
    await own.database
      .insert(policies)
      .values({ id: "Disclaimer", title: "免责声明", version: "V1", source: "内容", html: "<p>内容</p>" });
    own.pass(60);
    try {
      await own.refused("insertUserAdvice", suggestion(), "DISCLAIMER_NOT_SIGNED", author);
      await own.refused("insertComplaint", complaint(), "DISCLAIMER_NOT_SIGNED", author);
      expect(await own.ok("insertUserAdvice", taken, author)).toMatchObject({ number });
      await own.ok("userSigned", { privacyId: "Disclaimer", status: "1" }, author);
      await own.ok("insertUserAdvice", suggestion(), author);
      await own.ok("insertComplaint", complaint(), author);
    } finally {
      // Every other site has no disclaimer.
      await own.database.delete(policies);
      own.pass(60);
    }
  });
});
