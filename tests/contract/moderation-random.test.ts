import { highlights } from "contract/forum/constants";
import type { ContentState } from "contract/forum/shapes";
import {
  type ModerationOptions,
  stamps,
  type TopicAction,
  topicActionNames,
  topicIcons,
} from "contract/moderation/actions";
import { refusals } from "contract/refusals";
import { eq, inArray, sql } from "drizzle-orm";
import {
  moderationItems,
  moderationLog,
  recommendedTopics,
  reviewItems,
  sections,
  sessions,
  topics,
} from "gateway/database/schema";
import { jobKinds, runDueJobs } from "gateway/jobs";
import { verifyLog } from "gateway/moderation/verify-log";
import { saveWords } from "gateway/sensitive-words/list";
import { runJobs } from "gateway/server/jobs";
import { beforeAll, expect, it } from "vitest";
import { expectExactCounters } from "../support/counters";
import { type Member, type Section, startGateway, submissionId } from "../support/gateway";
import { below, draw, pick, some } from "../support/moderation/draw";
import { type Actor, type Acts, anyScope, expectedOf } from "../support/moderation/oracle";
import { type Row, readTexts } from "../support/moderation/read-texts";
import { isWhole } from "../support/tier";

const gateway = startGateway();
const actions = isWhole ? 5_000 : 300;
/** Counters and the log's chain are checked after so many actions. */
const lookEvery = isWhole ? 500 : 150;
const word = "代购芯片";

interface Staff extends Actor {
  member: Member;
}
let writers: Member[] = [];
let staff: Staff[] = [];
let places: Section[] = [];
/** Every text as it was written last; "" once it was destroyed. */
const written = new Map<number, { tid: number; by: Member; source: string; first: boolean }>();
const tids: number[] = [];
const batches: { batch: number; by: Staff; were: Map<number, Row>; left: Map<number, Row> }[] = [];
let acted = 0;
let texts = 0;

beforeAll(async () => {
  for (let count = 0; count < 6; count += 1) writers.push(await gateway().member());
  const [one, two] = [await gateway().member(), await gateway().member()];
  const [root, other] = [await gateway().member({ admin: true }), await gateway().member({ admin: true })];
  // A group whose sections both moderate, and one of which each moderates a part.
  places = [
    await gateway().section({ moderators: [one, two], group: "整个分区" }),
    await gateway().section({ moderators: [two], group: "半个分区" }),
    await gateway().section({ moderators: [one], group: "半个分区" }),
  ];
  const fids = places.map(({ fid }) => fid) as [number, number, number];
  const [a, b, c] = fids;
  await gateway().database.update(sections).set({ recycleBin: false }).where(eq(sections.id, c));
  staff = [
    { member: one, id: one.id, rank: 1, fids: [a, c] },
    { member: two, id: two.id, rank: 1, fids: [a, b] },
    { member: root, id: root.id, rank: 2, fids },
    { member: other, id: other.id, rank: 2, fids },
  ];
  // Moderators write too, and may not act on their own texts.
  writers = [...writers, one, root];
  // Moves the clock forward by months.
  const far = new Date(gateway().services.now().getTime() + 400 * 86_400_000);
  await gateway().database.update(sessions).set({ expiresAt: far });
  await saveWords(
    gateway().database,
    [{ word, level: "review", replacement: null }],
    gateway().services.now(),
  );
});

/** The other sections of a section's group. */
function groupOf(fid: number): number[] {
  const [first = 0, ...others] = places.map((place) => place.fid);
  return fid === first ? [first] : others;
}

const read = (pids: number[]) =>
  readTexts(gateway().database, pids, { now: gateway().services.now(), groupOf });

function content(): string {
  texts += 1;
  return `${draw() < 0.3 ? `有人${word}吗` : "先量一下供电"}，第 ${texts} 条`;
}

async function newTopic(by = pick(writers)) {
  const place = pick(places);
  const source = content();
  const { tid, pid } = await gateway().topic(by, place, {
    content: source,
    tags: draw() < 0.5 ? ["串口"] : [],
    classId: pick([null, ...place.classes]),
  });
  written.set(pid, { tid, by, source, first: true });
  tids.push(tid);
}

/** Actions of authors and readers between the moderators'. A refused one changes nothing. */
async function live(): Promise<void> {
  const by = pick(writers);
  const [pid, text] = pick([...written]);
  const source = content();
  const { tid } = text;
  const done = async (call: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await call;
    const { errorCode = "" } = body as { errorCode?: string };
    if (status !== 200) expect(Object.keys(refusals)).toContain(errorCode);
    return status === 200 ? (body as { pid: number }) : null;
  };
  const kinds = [
    async () => {
      const reply = await done(
        gateway().call("submitPost", { tid, content: source, submissionId: submissionId() }, by),
      );
      if (reply) written.set(reply.pid, { tid, by, source, first: false });
    },
    async () => {
      const edited = text.first
        ? gateway().call(
            "editTopic",
            {
              tid,
              fid: await fidOf(tid),
              classId: null,
              title: "改过的标题",
              content: source,
              tags: ["串口"],
            },
            text.by,
          )
        : gateway().call("editPost", { pid, content: source }, text.by);
      if (await done(edited)) text.source = source;
    },
    () => done(gateway().call("deleteContent", { pid }, text.by)),
    () => done(gateway().call("likePost", { pid }, by)),
    () => done(gateway().call("favoriteTopic", { tid }, by)),
    () => done(gateway().call("submitReport", { pid, reason: "spam", text: "广告" }, by)),
    () => done(gateway().call("accomplishQuestion", { tid, pid }, text.by)),
  ];
  // Deleting is final, so it is rare.
  await pick([0, 0, 0, 0, 1, 1, 2, 3, 4, 5, 6].map((index) => kinds[index] as () => Promise<unknown>))();
}

async function fidOf(tid: number): Promise<number> {
  const [row] = await gateway()
    .database.select({ fid: topics.sectionId })
    .from(topics)
    .where(eq(topics.id, tid));
  return row?.fid ?? 0;
}

/** The value of each topic action: a value, or the one that removes the mark. */
const values: Partial<Record<TopicAction, () => ModerationOptions>> = {
  pin: () => ({ value: pick(["", ...anyScope]), days: below(4) }),
  digest: () => ({ value: pick(["", "1", "2", "3"]), days: below(4) }),
  highlight: () => ({ value: pick(["", ...Object.keys(highlights)]), days: below(4) }),
  stamp: () => ({ value: pick(["", ...Object.keys(stamps)]), days: below(4) }),
  icon: () => ({ value: pick(["", ...topicIcons]), days: below(4) }),
  recommend: () => ({ value: pick(["", "1", "2"]), days: below(4) }),
  close: () => ({ days: below(4) }),
  class: () => ({ value: String(pick(["", ...places.flatMap(({ classes }) => classes)])) }),
  move: () => ({ value: String(pick(places).fid), pointer: draw() < 0.5 }),
};

/** Every batch that ended has a log row for each of its targets, and no other. */
async function ended(by: Staff, progress: { batch: number; waiting: number; total: number }) {
  if (progress.waiting > 0) await runJobs(gateway().services, jobKinds);
  const { batch } = progress;
  const answer = await gateway().ok("batchDetail", { batch }, by.member);
  expect(answer).toMatchObject({ waiting: 0, total: progress.total, done: progress.total - answer.refused });
  acted += answer.total;
  return answer;
}

const postIds = (things: number[]) =>
  things.map((tid) => [...written].find(([, text]) => text.first && text.tid === tid)?.[0] ?? 0);

/** Acts on a few texts and compares each result with the oracle's table. */
async function moderate(): Promise<void> {
  const by = pick(staff);
  const replies = [...written].filter(([, { first }]) => !first).map(([pid]) => pid);
  const waiting = await gateway()
    .database.select({ pid: reviewItems.postId })
    .from(reviewItems)
    .where(sql`${reviewItems.decidedAt} is null`);
  const kind = below(10);
  const form = (ids: number[]) => ({ ids, reason: "按版规处理", submissionId: submissionId() });
  const { member } = by;
  // Sometimes so many that the batch is a job.
  const most = draw() < 0.03 ? 30 : 6;
  let action: Acts;
  let ids: number[];
  let pids: number[];
  let ask: () => Promise<{ batch: number; waiting: number; total: number }>;
  let value = "";
  if (kind < 5) {
    const name = pick(topicActionNames);
    action = name;
    ids = some(tids, most);
    pids = postIds(ids);
    const options = values[name]?.() ?? {};
    value = options.value ?? "";
    ask = () => gateway().ok("topicOperate", { ...form(ids), action: name, ...options }, member);
  } else if (kind < 7 && replies.length > 0) {
    const name = pick(["hidePost", "showPost", "recyclePost"] as const);
    action = name;
    ids = pids = some(replies, most);
    ask = () => gateway().ok("moderatorPostOperate", { ...form(ids), action: name }, member);
  } else if (kind < 9) {
    const of = replies.length === 0 || draw() < 0.5 ? "topics" : "replies";
    // Destroying is final, so it is rare, and only administrators may do it.
    const destroys = by.rank === 2 && draw() < 0.15;
    const verb = destroys ? "destroy" : "recover";
    action = of === "topics" ? verb : (`${verb}Post` as const);
    ids = some(of === "topics" ? tids : replies, destroys ? 2 : most);
    pids = of === "topics" ? postIds(ids) : ids;
    ask = () => gateway().ok(destroys ? "destroyContent" : "recoverContent", { ...form(ids), of }, member);
  } else {
    const name = pick(["approve", "approve", "refuse", "ignore", "discard"] as const);
    action = name;
    ids = pids = some([...waiting.map(({ pid }) => pid), ...written.keys()].slice(0, 30), most);
    ask = () => gateway().ok("reviewContent", { ...form(ids), action: name }, member);
  }
  const were = await read(pids);
  const answer = await ended(by, await ask());
  const left = await read(pids);
  const codeOf = (index: number) => answer.results.find(({ id }) => id === ids[index])?.code ?? null;
  // Of a topic's texts one action may succeed and the next be refused: a success changes the topic's time for both.
  const moved = new Set(
    pids.filter((_, index) => codeOf(index) === null).map((pid) => written.get(pid)?.tid),
  );
  const request = { value, others: pids.length - 1 };
  for (const [index, pid] of pids.entries()) {
    const [was, is] = [were.get(pid) as Row, left.get(pid) as Row];
    const rank = staff.find(({ id }) => id === was.authorId)?.rank ?? 0;
    const hidden = was.columns.hiddenAt !== null;
    const expected = expectedOf(
      action,
      { ...was, authorRank: rank },
      by,
      { hidden, review: was.review },
      request,
    );
    const code = codeOf(index);
    const description = JSON.stringify({ action, was: was.state, topic: was.topicState, code, expected });
    if (code === null) {
      expect("state" in expected ? expected.state : description, description).toBe(is.state);
      if (is.state === "deleted" && was.state !== "deleted") destroyed(pid);
    } else {
      expect("codes" in expected ? expected.codes : (expected.or ?? []), description).toContain(code);
      const activeAt =
        moved.has(written.get(pid)?.tid) && "activeAt" in is.columns ? { activeAt: is.columns.activeAt } : {};
      const { othersRecommended } = is;
      expect(is, description).toEqual({
        ...was,
        othersRecommended,
        columns: { ...was.columns, ...activeAt },
      });
    }
  }
  if (kind < 5) batches.push({ batch: answer.batch, by, were, left });
}

function destroyed(pid: number): void {
  const text = written.get(pid);
  if (!text) return;
  const gone = text.first ? [...written.values()].filter(({ tid }) => tid === text.tid) : [text];
  for (const each of gone) each.source = "";
}

/** Undoes a batch: every text without a later change returns to its earlier state, and nothing else changes. */
async function undo(): Promise<void> {
  const [{ batch, by, were, left }] = batches.splice(Math.max(0, batches.length - 1 - below(12)), 1) as [
    (typeof batches)[number],
  ];
  const before = await read([...were.keys()]);
  const form = { batch, reason: "按错了", submissionId: submissionId() };
  const { status, body } = await gateway().call("undoBatch", form, by.member);
  if (status !== 200) return expect((body as { errorCode: string }).errorCode).toBe("UNDO_TOO_LATE");
  const answer = await ended(by, body as { batch: number; waiting: number; total: number });
  const after = await read([...were.keys()]);
  for (const [pid, was] of were) {
    const tid = written.get(pid)?.tid;
    const result = answer.results.find(({ id }) => id === tid);
    const [stood, is, did] = [before.get(pid) as Row, after.get(pid) as Row, left.get(pid) as Row];
    if (!result) continue;
    const names = Object.keys({ ...was.columns, ...did.columns }) as (keyof Row["columns"])[];
    const changed = names.filter(
      (name) => JSON.stringify(was.columns[name]) !== JSON.stringify(did.columns[name]),
    );
    const of = (row: Row) => changed.map((name) => [name, row.columns[name] ?? null]);
    if (result.code === null) expect(of(is)).toEqual(of(was));
    else {
      expect({ ...is, othersRecommended: 0 }).toEqual({ ...stood, othersRecommended: 0 });
      // An undo is refused only because of a later change: of the text, or of the section's recommended places.
      const full = result.code === "RECOMMENDED_FULL" && stood.othersRecommended >= 10;
      expect(
        full || JSON.stringify(stood.columns) !== JSON.stringify(did.columns) || stood.state === "deleted",
      ).toBe(true);
    }
  }
}

/** Settles reports, or mutes a member with their latest texts, and lifts the mute. */
async function judge(): Promise<void> {
  const by = pick(staff);
  const { cases } = await gateway().ok("reportList", {}, by.member);
  if (cases.length > 0 && draw() < 0.8) {
    const ids = some(
      cases.map(({ id }) => id),
      3,
    );
    const [decision, action] = pick([
      ...([["uphold", "hide"] as const, ["uphold", "recycle"] as const] as const),
      ...([["uphold", "none"] as const, ["reject", "none"] as const] as const),
    ]);
    const author = draw() < 0.3 ? ("mute" as const) : ("none" as const);
    const form = { ids, decision, action, author, days: 1, reason: "看过了", submissionId: submissionId() };
    await ended(by, await gateway().ok("handleReport", form, by.member));
    if (author === "mute") await unmuteAll();
  } else {
    const { id } = pick(writers.slice(0, 6));
    const form = { uid: id, days: 1, reason: "刷屏", recycleDays: 1 };
    const { status, body } = await gateway().call(
      "updateForbidden",
      { ...form, action: "mute", submissionId: submissionId() },
      by.member,
    );
    if (status !== 200) return expect((body as { errorCode: string }).errorCode).toBe("NOT_YOUR_SECTION");
    const { texts: batch } = body as { texts: number | null };
    await gateway().ok(
      "updateForbidden",
      { uid: id, days: 0, reason: "解除", action: "lift", recycleDays: 0, submissionId: submissionId() },
      by.member,
    );
    if (batch === null) return;
    const progress = await gateway().ok("batchDetail", { batch }, by.member);
    await ended(by, progress);
    if (progress.canUndo || draw() < 0.7) {
      const form = { batch, reason: "误判", submissionId: submissionId() };
      const { status, body } = await gateway().call("undoBatch", form, by.member);
      if (status === 200) await ended(by, body as typeof progress);
    }
  }
  await syncDestroyed();
}

/** Lifts all mutes, because muted members could not write. */
async function unmuteAll(): Promise<void> {
  const admin = staff.find(({ rank }) => rank === 2)?.member;
  for (const { id } of writers) {
    const lift = { uid: id, days: 0, reason: "解除", action: "lift", submissionId: submissionId() } as const;
    const { status, body } = await gateway().call("updateForbidden", lift, admin);
    const { errorCode } = body as { errorCode?: string };
    if (status !== 200) expect(["ALREADY_SO", "HIGHER_RANK", "OWN_CONTENT"]).toContain(errorCode);
  }
}

/** Marks the texts that were deleted in a section without a bin as destroyed; the report cases do not show it. */
async function syncDestroyed(): Promise<void> {
  const rows = await read([...written.keys()]);
  const deleting = (pid: number, { by }: { by: Member }) => rows.get(pid)?.authorId === by.id;
  for (const [pid, text] of written) {
    const row = rows.get(pid);
    if (row?.source === "" && text.source !== "" && deleting(pid, text)) {
      // Only a section without a bin destroys; in any other section the text would be lost.
      expect(row.bin).toBe(false);
      expect([row.state, row.topicState]).toContain("deleted" satisfies ContentState);
      text.source = "";
    }
  }
}

async function look(): Promise<void> {
  const { database } = gateway();
  await expectExactCounters(database);
  expect((await verifyLog(database)).broken).toEqual([]);
  const at = gateway().services.now();
  for (const { fid } of places) {
    const chosen = await database
      .select()
      .from(recommendedTopics)
      .where(eq(recommendedTopics.sectionId, fid));
    expect(chosen.filter(({ until }) => until === null || until > at).length).toBeLessThanOrEqual(10);
  }
  const rows = await read([...written.keys()]);
  for (const [pid, { source }] of written) expect(rows.get(pid)?.source).toBe(source);
  // A log row for each target of a batch, whether or not it was undone since.
  const [{ done } = { done: 0 }] = await database
    .select({ done: sql<number>`count(*)::int` })
    .from(moderationItems)
    .where(inArray(moderationItems.outcome, ["done", "undone"]));
  expect(await database.$count(moderationLog, sql`${moderationLog.batchId} is not null`)).toBe(done);
}

it(`${actions} actions of anybody in any order keep the counters, the log's chain and every text right`, {
  timeout: 1_200_000,
}, async () => {
  for (let count = 0; count < 12; count += 1) await newTopic();
  let looked = 0;
  while (acted < actions) {
    const chance = draw();
    if (chance < 0.05 || tids.length < 12) await newTopic();
    else if (chance < 0.35) await live();
    else if (chance < 0.8) await moderate();
    else if (chance < 0.92 && batches.length > 0) await undo();
    else if (chance < 0.97) await judge();
    else {
      gateway().pass(3_600 * (1 + below(24)));
      await runDueJobs(gateway().services);
      await runJobs(gateway().services, jobKinds);
    }
    if (acted - looked >= lookEvery) {
      looked = acted;
      await look();
    }
  }
  await look();
});
