import { eq } from "drizzle-orm";
import { moderationLog, reviewItems } from "gateway/database/schema";
import { beforeAll, expect, it } from "vitest";
import { type Member, startGateway, submissionId } from "../support/gateway";

const gateway = startGateway();

let [admin, second, writer, reader]: Member[] = [];
beforeAll(async () => {
  [admin, second, writer, reader] = [
    await gateway().member({ admin: true }),
    await gateway().member({ admin: true }),
    await gateway().member({ signedPolicies: { Disclaimer: "1.0" } }),
    await gateway().member(),
  ];
});

const reported = async (text: string, from = writer as Member, to = reader as Member) => {
  const { id } = await gateway().ok(
    "sendInnerMessage",
    { uid: to.id, text, submissionId: submissionId() },
    from,
  );
  await gateway().ok("reportInnerMessage", { id, reason: "abuse", text: "骂人" }, to);
  const { items } = await gateway().ok("reportedMessageList", {}, admin);
  return items.find((item) => item.text === text);
};
const decide = (id: number, decision: "uphold" | "reject", by = admin as Member) =>
  gateway().ok(
    "handleMessageReport",
    { ids: [id], decision, reason: "看过了", submissionId: submissionId() },
    by,
  );

it("suggestions and complaints are listed with their authors until they are answered; the log names the administrator", async () => {
  const { number } = await gateway().ok(
    "insertUserAdvice",
    { type: "feature", text: "希望能按引脚数筛选芯片", contact: "", submissionId: submissionId() },
    writer,
  );
  const { items } = await gateway().ok("adviceInbox", {}, admin);
  expect(items.find((item) => item.number === number)).toMatchObject({
    text: "希望能按引脚数筛选芯片",
    status: "received",
    person: { uid: writer?.id },
  });
  await gateway().ok("decideSuggestion", { number, status: "adopted", answer: "下个版本就有" }, admin);
  const open = await gateway().ok("adviceInbox", {}, admin);
  expect(open.items.some((item) => item.number === number)).toBe(false);
  const done = await gateway().ok("adviceInbox", { open: false }, admin);
  expect(done.items[0]).toMatchObject({ number, answer: "下个版本就有" });
  const rows = await gateway()
    .database.select()
    .from(moderationLog)
    .where(eq(moderationLog.action, "advice"));
  expect(rows).toMatchObject([
    {
      operatorId: admin?.id,
      personId: writer?.id,
      before: { status: "received" },
      after: { status: "adopted" },
    },
  ]);
  expect(JSON.stringify(rows)).not.toContain("下个版本");
});

it("a reported message is shown alone, is decided once, and its reporter gets a notice", async () => {
  await gateway().ok(
    "sendInnerMessage",
    { uid: reader?.id ?? 0, text: "没有被举报的话", submissionId: submissionId() },
    writer,
  );
  const held = await reported("被举报的话");
  expect(held).toMatchObject({ sender: { uid: writer?.id }, reporter: { uid: reader?.id }, note: "骂人" });
  const list = await gateway().ok("reportedMessageList", {}, admin);
  expect(JSON.stringify(list)).not.toContain("没有被举报的话");
  expect(await decide(held?.id ?? 0, "uphold")).toMatchObject({ done: 1 });
  const again = await decide(held?.id ?? 0, "reject", second);
  expect(again.results).toMatchObject([
    { code: "ALREADY_DECIDED", message: expect.stringContaining("成立") },
  ]);
  const told = await gateway().ok("queryDcmMessageByUser", { type: "system" }, reader);
  expect("notices" in told && told.notices[0]?.moderation).toMatchObject({
    action: "upholdMessage",
    reason: "看过了",
  });
  const done = await gateway().ok("reportedMessageList", { open: false }, admin);
  expect(done.items[0]).toMatchObject({ upheld: true, decidedBy: { uid: admin?.id }, answer: "看过了" });
});

it("nobody decides on their own reports or messages; and only administrators decide", async () => {
  const own = await reported("管理员自己举报的话", writer as Member, admin as Member);
  expect((await decide(own?.id ?? 0, "uphold")).results).toMatchObject([{ code: "OWN_CONTENT" }]);
  expect((await decide(999_999_999, "uphold")).results).toMatchObject([{ code: "CASE_NOT_FOUND" }]);
  await gateway().refused("reportedMessageList", {}, "NOT_PERMITTED", writer);
  await gateway().refused("adviceInbox", {}, "NOT_PERMITTED", writer);
});

it("a month of the moderator's own sections is counted day by day", async () => {
  const moderator = await gateway().member();
  const section = await gateway().section({ moderators: [moderator] });
  const author = await gateway().member();
  const { pid } = await gateway().topic(author, section);
  await gateway().topic(author, await gateway().section());
  await gateway().ok("submitReport", { pid, reason: "spam" }, await gateway().member());
  const at = gateway().services.now();
  await gateway()
    .database.insert(reviewItems)
    .values(
      [30, 90].map((minutes) => ({
        postId: pid,
        words: [],
        sectionId: section.fid,
        decidedById: moderator.id,
        decidedAt: at,
        createdAt: new Date(at.getTime() - minutes * 60_000),
      })),
    );
  const { days } = await gateway().ok("moderationStatistics", {}, moderator);
  expect(days).toHaveLength(30);
  expect(days.at(-1)).toMatchObject({
    posts: 1,
    reports: 1,
    decided: 2,
    waitP50: 60,
    waitP90: 84,
    overturned: 0,
  });
  expect(days[0]).toMatchObject({ posts: 0, waitP50: null });
  const all = await gateway().ok("moderationStatistics", {}, admin);
  expect(all.days.at(-1)?.posts).toBeGreaterThanOrEqual(2);
});
