import { and, count, eq, inArray, isNotNull } from "drizzle-orm";
import { accounts, jobs, moderationLog, topics } from "gateway/database/schema";
import { jobKinds } from "gateway/jobs";
import type { Act } from "gateway/moderation/batches/act";
import { acts } from "gateway/moderation/batches/acts";
import { releaseClaims, runJobs } from "gateway/server/jobs";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { expectConsole } from "../support/console";
import { expectExactCounters } from "../support/counters";
import { type Member, type Section, startGateway, submissionId } from "../support/gateway";

const gateway = startGateway();
let admin: Member;
let author: Member;
let section: Section;
let all: number[];
const most = 22;
beforeAll(async () => {
  admin = await gateway().member({ admin: true });
  author = await gateway().member();
  section = await gateway().section();
  all = [];
  for (let made = 0; made < most; made += 1) all.push((await gateway().topic(author, section)).tid);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await run();
  const visible = await gateway()
    .database.select({ id: topics.id })
    .from(topics)
    .where(and(inArray(topics.id, all), isNotNull(topics.hiddenAt)));
  const ids = visible.map(({ id }) => id);
  if (ids.length > 0) await gateway().ok("topicOperate", { ids, action: "show", ...why() }, admin);
  await run();
  await gateway().database.delete(jobs);
});

const why = () => ({ reason: "按版规处理", submissionId: submissionId() });
const run = () => runJobs(gateway().services, jobKinds);
const hidden = (ids: number[]) =>
  gateway().database.$count(topics, and(inArray(topics.id, ids), isNotNull(topics.hiddenAt)));
const lost = () => new Error("Connection terminated unexpectedly");
const held = () => Object.assign(new Error("canceling statement due to lock timeout"), { code: "55P03" });

/** Makes database queries fail from the `from`-th target on, until it is switched off. */
function fails(
  action: "hide" | "ban" | "recycleText",
  error: () => Error,
  only: (id: number, turn: number) => boolean,
) {
  const { act } = acts[action] as Act;
  let turn = 0;
  return vi.spyOn(acts[action] as Act, "act").mockImplementation((database, id, work) => {
    turn += 1;
    return only(id, turn) ? Promise.reject(error()) : act(database, id, work);
  });
}

/** Leaves claims as a killed process does, which cannot release them. */
const killed = () =>
  gateway()
    .database.update(jobs)
    .set({ claimedUntil: new Date(gateway().services.now().getTime() + 30_000) });

describe.each([1, 3, 20, 21])("an action on %i targets that is cut off", (size) => {
  async function cutOff() {
    const form = { ids: all.slice(0, size), action: "hide" as const, ...why() };
    const half = Math.ceil(size / 2);
    const broken = fails("hide", lost, (_, turn) => turn >= half);
    if (size > 20) {
      await gateway().ok("topicOperate", form, admin);
      expectConsole("warn", /没有做完，稍后再试/);
      await run();
    } else {
      expectConsole("warn", /数据库暂时没有回答/);
      await gateway().refused("topicOperate", form, "UNAVAILABLE", admin);
    }
    broken.mockRestore();
    expect(await hidden(form.ids)).toBe(half - 1);
    await killed();
    return form;
  }
  const all_ = async ({ ids }: { ids: number[] }) => {
    expect(await hidden(ids)).toBe(size);
    expect(await gateway().database.$count(jobs)).toBe(0);
    const [entry] = await gateway()
      .database.select({ times: count() })
      .from(moderationLog)
      .where(and(inArray(moderationLog.targetId, ids), eq(moderationLog.action, "hide")));
    return entry?.times ?? 0;
  };

  it("is continued by another process, when the claim has expired or no other process exists", async () => {
    const form = await cutOff();
    expect(await run()).toBe(0);
    // A process that starts alone knows that no other process holds the claim.
    if (size === 3) await releaseClaims(gateway().database);
    else gateway().pass(61);
    expect(await run()).toBe(1);
    await all_(form);
  });

  it("is continued by the same form, and nothing is done twice", async () => {
    const form = await cutOff();
    const before = await gateway().database.$count(moderationLog, eq(moderationLog.action, "hide"));
    const half = Math.ceil(size / 2);
    const answer = await gateway().ok("topicOperate", form, admin);
    if (size > 20) {
      gateway().pass(61);
      await run();
    } else expect(answer).toMatchObject({ done: size, waiting: 0, refused: 0 });
    await all_(form);
    const after = await gateway().database.$count(moderationLog, eq(moderationLog.action, "hide"));
    expect(after - before).toBe(size - half + 1);
    expect(await gateway().ok("topicOperate", form, admin)).toMatchObject({ done: size, waiting: 0 });
    await expectExactCounters(gateway().database);
  });
});

describe("a target that another transaction locks", () => {
  it("does not stop the others, and the job does it later", async () => {
    const ids = all.slice(0, 3);
    const broken = fails("hide", held, (id) => id === ids[0]);
    expectConsole("warn", /后台接着做/);
    const form = { ids, action: "hide" as const, ...why() };
    expect(await gateway().ok("topicOperate", form, admin)).toMatchObject({ done: 2, waiting: 1 });
    broken.mockRestore();
    expect(await run()).toBe(1);
    expect(await hidden(ids)).toBe(3);
  });

  it("forever is refused by name, and the batch ends", async () => {
    const ids = all.slice(0, 2);
    fails("hide", held, (id) => id === ids[0]);
    expectConsole("warn", /没有做完|后台接着做/);
    expectConsole("error", /不再重试/);
    const { batch } = await gateway().ok("topicOperate", { ids, action: "hide", ...why() }, admin);
    for (let tries = 0; tries < 8; tries += 1) {
      await run();
      gateway().pass(3_601);
    }
    const detail = await gateway().ok("batchDetail", { batch }, admin);
    expect(detail).toMatchObject({ done: 1, refused: 1, waiting: 0 });
    expect(detail.finishedAt).not.toBe("");
    expect(detail.results[0]).toMatchObject({ code: "UNAVAILABLE", message: /重新操作/ });
  });
});

describe("a ban that is cut off", () => {
  const form = (uid: number) => ({ uid, action: "ban" as const, days: 1, recycleDays: 7, ...why() });
  const banned = async ({ id }: Member) => {
    const [row] = await gateway().database.select().from(accounts).where(eq(accounts.id, id));
    return row?.bannedUntil !== null;
  };
  const binned = ({ id }: Member) =>
    gateway().database.$count(topics, and(eq(topics.authorId, id), isNotNull(topics.deletedAt)));

  it("is completed all the same, with its texts", async () => {
    const spammer = await gateway().member();
    for (let written = 0; written < 3; written += 1) await gateway().topic(spammer, section);
    const broken = fails("ban", held, () => true);
    expectConsole("warn", /后台接着做/);
    const refusal = await gateway().refused("updateForbidden", form(spammer.id), "UNAVAILABLE", admin);
    expect(refusal.message).toMatch(/后台接着做/);
    expect(await banned(spammer)).toBe(false);
    broken.mockRestore();
    expect(await run()).toBe(2);
    expect(await banned(spammer)).toBe(true);
    expect(await binned(spammer)).toBe(3);
  });

  it("between the ban and the texts is completed too, by a job and by the same form", async () => {
    expectConsole("warn", /数据库暂时没有回答/);
    for (const again of [false, true]) {
      const spammer = await gateway().member();
      for (let written = 0; written < 3; written += 1) await gateway().topic(spammer, section);
      const broken = fails("recycleText", lost, (_, turn) => turn === 2);
      const sent = form(spammer.id);
      await gateway().refused("updateForbidden", sent, "UNAVAILABLE", admin);
      broken.mockRestore();
      expect(await binned(spammer)).toBe(1);
      if (again) {
        const { texts } = await gateway().ok("updateForbidden", sent, admin);
        expect(await gateway().ok("batchDetail", { batch: texts ?? 0 }, admin)).toMatchObject({ done: 3 });
      } else await run();
      expect(await binned(spammer)).toBe(3);
      expect(await gateway().database.$count(jobs)).toBe(0);
    }
  });
});
