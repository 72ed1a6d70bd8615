import type { CallInput } from "contract";
import { eq, sql } from "drizzle-orm";
import { moderationLog, notifications, penalties, posts, reviewItems, topics } from "gateway/database/schema";
import { addCheckpoints } from "gateway/moderation/log-checkpoints";
import { verifyLog } from "gateway/moderation/verify-log";
import { saveWords } from "gateway/sensitive-words/list";
import { beforeAll, expect, it } from "vitest";
import { expectExactCounters } from "../support/counters";
import { type Member, type Section, startGateway, submissionId } from "../support/gateway";
import { isWhole } from "../support/tier";

const gateway = startGateway();
const word = "代购芯片";
/** A hundred texts take each moderator five forms; forty take two. */
const texts = isWhole ? 100 : 40;

let author: Member;
let section: Section;
let staff: Member[];
beforeAll(async () => {
  author = await gateway().member();
  staff = [];
  for (let count = 0; count < 20; count += 1) staff.push(await gateway().member());
  section = await gateway().section({ moderators: staff });
  // An author with three published texts is no new member, and may write a hundred.
  for (let count = 0; count < 3; count += 1) await gateway().topic(author, section);
  await saveWords(
    gateway().database,
    [{ word, level: "review", replacement: null }],
    gateway().services.now(),
  );
});

const form = (ids: number[]) => ({ ids, reason: "按版规处理", submissionId: submissionId() });

/** The same ids in another order, in forms of twenty. */
function formsOf(ids: number[], turn: number): number[][] {
  const from = (turn * 37) % ids.length;
  const turned = [...ids.slice(from), ...ids.slice(0, from)];
  return Array.from({ length: Math.ceil(turned.length / 20) }, (_, part) =>
    turned.slice(part * 20, part * 20 + 20),
  );
}

interface Outcome {
  id: number;
  code: string | null;
  message: string;
}

/** Every moderator posts the forms one after the other, all moderators at the same time. */
async function everybody(
  ids: number[],
  post: (ids: number[], by: Member, turn: number) => Promise<{ results: Outcome[] }>,
): Promise<Outcome[]> {
  const each = await Promise.all(
    staff.map(async (by, turn) => {
      const seen: Outcome[] = [];
      for (const part of formsOf(ids, turn)) seen.push(...(await post(part, by, turn)).results);
      return seen;
    }),
  );
  return each.flat();
}

const noticesOf = (pid: number) =>
  gateway().database.$count(
    notifications,
    sql`${notifications.postId} = ${pid} and ${notifications.event} in ('approved', 'refused', 'moderated')`,
  );

it(`twenty moderators decide on the same ${texts} texts: each has one decision, notice and log row`, async () => {
  const { database } = gateway();
  const pids: number[] = [];
  for (let count = 0; count < texts; count += 1)
    pids.push((await gateway().topic(author, section, { content: `有人${word}吗 ${count}` })).pid);
  const decisions = ["approve", "refuse", "discard"] as const;
  const seen = await everybody(pids, (ids, by, turn) =>
    gateway().ok("reviewContent", { ...form(ids), action: decisions[turn % 3] ?? "approve" }, by),
  );
  expect(seen).toHaveLength(texts * staff.length);
  for (const pid of pids) {
    const [done, ...others] = seen
      .filter(({ id }) => id === pid)
      .sort((one, other) => Number(one.code !== null) - Number(other.code !== null));
    expect(done?.code).toBeNull();
    // The other moderators read who was first, and how they decided.
    for (const { code, message } of others)
      expect([code, message]).toEqual(["ALREADY_DECIDED", expect.stringMatching(/^已由 成员\d+ 处理：/)]);
    const rows = await database
      .select({ action: moderationLog.action, operatorId: moderationLog.operatorId })
      .from(moderationLog)
      .where(sql`${moderationLog.targetKind} = 'post' and ${moderationLog.targetId} = ${pid}`);
    const [item, ...more] = await database.select().from(reviewItems).where(eq(reviewItems.postId, pid));
    expect(more).toEqual([]);
    expect(rows).toEqual([{ action: item?.decision, operatorId: item?.decidedById }]);
    expect(await noticesOf(pid)).toBe(1);
  }
  expect((await verifyLog(database)).broken).toEqual([]);
  await expectExactCounters(database);
});

it("twenty moderators settle the same reports, and each reporter gets one notice", async () => {
  const { database } = gateway();
  const reporter = await gateway().member();
  const { pid } = await gateway().topic(author, section);
  await gateway().ok("submitReport", { pid, reason: "spam", text: "广告" }, reporter);
  const { cases } = await gateway().ok("reportList", {}, staff[0]);
  const held = cases.find((each) => each.pid === pid);
  const settled = { decision: "uphold", action: "hide" } as const;
  const seen = await everybody([held?.id ?? 0], (ids, by) =>
    gateway().ok("handleReport", { ...form(ids), ...settled }, by),
  );
  expect(seen.map(({ code }) => code).sort()).toEqual([...Array(19).fill("ALREADY_DECIDED"), null]);
  const of = (id: number) =>
    database.$count(
      notifications,
      sql`${notifications.accountId} = ${id} and ${notifications.postId} = ${pid}`,
    );
  expect([await of(reporter.id), await of(author.id)]).toEqual([1, 1]);
  await expectExactCounters(database);
});

it("two hundred actions of every kind at once leave whole chains in the log", async () => {
  const { database } = gateway();
  const [topicsBefore, postsBefore] = [await database.$count(topics), await database.$count(posts)];
  const written: { tid: number; pid: number; reply: number }[] = [];
  const people: Member[] = [];
  for (let count = 0; count < 10; count += 1) {
    const by = await gateway().member();
    const topic = await gateway().topic(by, section);
    people.push(by);
    written.push({ ...topic, reply: (await gateway().reply(by, topic.tid)).pid });
  }
  // Without a row before it, a checkpoint would have nothing to note.
  await gateway().ok("addPersonNote", { uid: people[0]?.id ?? 0, text: "之前的" }, staff[0]);
  const before = await verifyLog(database);
  const head = await addCheckpoints(database, new Date());
  const acts = Array.from({ length: 200 }, (_, index) => {
    const by = staff[index % 20] as Member;
    const { tid, reply } = written[(index * 3) % 10] as (typeof written)[number];
    const { id } = people[(index * 7) % 10] as Member;
    const operate = (
      more: Partial<CallInput<"topicOperate">> & { action: "pin" | "raise" | "hide" | "show" },
    ) => gateway().call("topicOperate", { ...form([tid]), ...more }, by);
    const kinds = [
      () => operate({ action: "raise" }),
      () => operate({ action: "pin", value: index % 2 ? "section" : "", days: index % 3 }),
      () => operate({ action: index % 4 === 2 ? "hide" : "show" }),
      () => gateway().call("moderatorPostOperate", { ...form([reply]), action: "hidePost" }, by),
      () => gateway().call("moderatorPostOperate", { ...form([reply]), action: "showPost" }, by),
      () =>
        gateway().call(
          "updateForbidden",
          { uid: id, action: "warn", reason: "刷屏", submissionId: submissionId() },
          by,
        ),
      () => gateway().call("addPersonNote", { uid: id, text: `第 ${index} 条` }, by),
      () =>
        gateway().call(
          "saveTopicClass",
          { fid: section.fid, id: section.classes[0], name: `求助 ${index}`, position: 1 },
          by,
        ),
    ];
    return (kinds[index % 8] as () => Promise<{ status: number; body: unknown }>)();
  });
  const answers = await Promise.all(acts);
  for (const { status, body } of answers) expect(status, JSON.stringify(body)).toBe(200);
  const whole = await verifyLog(database, head);
  expect(whole).toMatchObject({ broken: [], isKnown: true });
  // Warnings and notes alone are fifty actions that are never refused.
  expect(whole.rows - before.rows).toBeGreaterThan(75);
  expect(await database.$count(penalties, eq(penalties.kind, "warning"))).toBe(25);
  await expectExactCounters(database);
  expect(await database.$count(topics)).toBe(topicsBefore + 10);
  expect(await database.$count(posts)).toBe(postsBefore + 20);
});
