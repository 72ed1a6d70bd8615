import { eq } from "drizzle-orm";
import { accounts, sections, topics } from "gateway/database/schema";
import { jobKinds } from "gateway/jobs";
import { saveWords } from "gateway/sensitive-words/list";
import { runJobs } from "gateway/server/jobs";
import { beforeAll, describe, expect, it } from "vitest";
import { type Member, type Section, startGateway, submissionId, type TestGateway } from "../support/gateway";

const gateway = startGateway();

let [admin, moderator, third, author, reader]: Member[] = [];
let [section]: Section[] = [];
beforeAll(async () => {
  const at = gateway();
  const old = { createdAt: new Date("2026-01-01T00:00:00Z") };
  admin = await at.member({ admin: true });
  [moderator, third] = [await at.member(), await at.member()];
  author = await at.member(old);
  reader = await at.member(old);
  await saveWords(at.database, [{ word, level: "review", replacement: null }], at.services.now());
  section = await at.section({ moderators: [moderator, third] });
});

const word = "代购芯片";
const fid = () => section?.fid ?? 0;
const why = () => ({ reason: "按版规处理", submissionId: submissionId() });
const ok = ((...call: Parameters<TestGateway["ok"]>) => gateway().ok(...call)) as TestGateway["ok"];
const waiting = (by = author) =>
  gateway().topic(by as Member, section as Section, { content: `有人${word}吗` });
const listed = (by = author) => gateway().topic(by as Member, section as Section, { tags: ["串口"] });

async function reported() {
  const { pid, tid } = await listed(await gateway().member());
  await ok("submitReport", { pid, reason: "spam", text: "广告" }, reader);
  const { cases } = await ok("reportList", {}, moderator);
  return { tid, pid, id: cases.find((each) => each.pid === pid)?.id ?? 0 };
}

const restrict = (uid: number, action: "warn" | "mute" | "ban" | "lift", days = 3, recycleDays = 0) =>
  ok("updateForbidden", { uid, action, days, recycleDays, ...why() }, admin);

describe("the effects of a decision", () => {
  const undo = (batch: number, operator = admin) => ok("undoBatch", { batch, ...why() }, operator);
  const work = () => runJobs(gateway().services, jobKinds);
  /** Whether a topic is outside the bin. */
  const isThere = async (tid: number) => {
    const [row] = await gateway().database.select().from(topics).where(eq(topics.id, tid));
    return row?.deletedAt === null;
  };

  it("texts binned with a ban come back with its undo; and are binned again by the undo of an appeal", async () => {
    const person = await gateway().member();
    const { tid } = await gateway().topic(person, section as Section);
    const banned = await restrict(person.id, "ban", 3, 2);
    expect(await isThere(tid)).toBe(false);
    await undo(banned.batch);
    await work();
    expect(await isThere(tid)).toBe(true);
    await restrict(person.id, "mute", 3, 2);
    expect(await isThere(tid)).toBe(false);
    const { rows } = await ok(
      "managementLog",
      { action: "mute", person: String(person.id), limit: 1 },
      admin,
    );
    await ok(
      "submitAppeal",
      { logId: rows[0]?.id ?? 0, text: "没有违规" },
      await gateway().signIn(await account(person.id)),
    );
    const waits = async () => (await ok("appealList", {}, admin)).items.at(-1)?.id ?? 0;
    const uphold = async () =>
      ok("handleAppeal", { ids: [await waits()], decision: "uphold", ...why() }, admin);
    // Back and forth: the texts follow the penalty.
    for (let turn = 0; turn < 2; turn += 1) {
      gateway().pass(60);
      const upheld = await uphold();
      await work();
      expect(await isThere(tid)).toBe(true);
      gateway().pass(60);
      expect(await undo(upheld.batch)).toMatchObject({ done: 1, refused: 0 });
      await work();
      expect(await isThere(tid)).toBe(false);
      expect((await account(person.id)).mutedUntil).not.toBeNull();
    }
  });

  it.each(["lift", "again"] as const)("a mute that was changed since (%s) is not undone", async (since) => {
    const { id } = await gateway().member();
    const muted = await restrict(id, "mute");
    gateway().pass(60);
    await restrict(id, since === "lift" ? "lift" : "mute", 9);
    expect((await undo(muted.batch)).results).toMatchObject([{ id, code: "CHANGED_SINCE" }]);
  });

  it("a case stays settled if its text was reported again, and a text stays as it is if it was edited", async () => {
    const { id, pid, tid } = await reported();
    const settled = await ok("handleReport", { ids: [id], decision: "reject", ...why() }, moderator);
    const [row] = await gateway().database.select().from(topics).where(eq(topics.id, tid));
    const writer = await gateway().signIn(await account(row?.authorId ?? 0));
    const edited = { tid, fid: fid(), classId: null, title: "改过的标题", content: "改过的正文", tags: [] };
    await ok("editTopic", edited, writer);
    await ok("submitReport", { pid, reason: "spam", text: "又是广告" }, third);
    expect((await undo(settled.batch)).results).toMatchObject([{ id, code: "CHANGED_SINCE" }]);
    const waits = await waiting();
    const approved = await ok("reviewContent", { ids: [waits.pid], action: "approve", ...why() }, moderator);
    gateway().pass(60);
    await ok("editTopic", { ...edited, tid: waits.tid }, author);
    expect((await undo(approved.batch)).results).toMatchObject([{ id: waits.pid, code: "CHANGED_SINCE" }]);
  });

  it("deleting without a bin is announced before, and offers no undo", async () => {
    const binless = await gateway().section();
    await gateway().database.update(sections).set({ recycleBin: false }).where(eq(sections.id, binless.fid));
    const { tid, pid } = await gateway().topic(author as Member, binless);
    const { tid: otherTid } = await listed();
    const name = `版块${binless.fid}`;
    const ask = (of: "topics" | "posts", ids: number[], operator = admin) =>
      ok("deletedForGood", { of, ids }, operator);
    expect(await ask("topics", [tid, otherTid])).toEqual({ count: 1, sections: [name] });
    expect(await ask("posts", [pid])).toEqual({ count: 1, sections: [name] });
    // A moderator is refused: only administrators destroy.
    expect(await ask("topics", [tid], moderator)).toEqual({ count: 0, sections: [] });
    const people = { of: "people" as const, ids: [author?.id ?? 0], days: 2 };
    expect((await ok("deletedForGood", people, admin)).sections).toEqual([name]);
    const deleted = await ok("topicOperate", { ids: [tid], action: "recycle", ...why() }, admin);
    expect(deleted).toMatchObject({ done: 1, canUndo: false });
    await gateway().refused("undoBatch", { batch: deleted.batch, ...why() }, "UNDO_TOO_LATE", admin);
  });
});

async function account(id: number) {
  const [row] = await gateway().database.select().from(accounts).where(eq(accounts.id, id));
  if (!row) throw new Error("no account");
  return row;
}
