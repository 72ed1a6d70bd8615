import { eq } from "drizzle-orm";
import { moderators } from "gateway/database/schema";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { type Member, type Section, startGateway, submissionId } from "../support/gateway";

const gateway = startGateway();

let [admin, moderator, author, reader]: [Member, Member, Member, Member] = [] as never;
let [section, elsewhere]: [Section, Section] = [] as never;
beforeAll(async () => {
  admin = await gateway().member({ admin: true });
  // Not a new member, who may write five texts a day.
  const old = { createdAt: new Date("2026-01-01T00:00:00Z") };
  [moderator, author, reader] = [
    await gateway().member(),
    await gateway().member(old),
    await gateway().member(old),
  ];
});
beforeEach(async () => {
  section = await gateway().section({ moderators: [moderator] });
  elsewhere = await gateway().section();
});

const why = () => ({ reason: "按版规处理", submissionId: submissionId() });
const topic = (title: string, place = section) => gateway().topic(author, place, { title });
const log = (by: Member, more: object = {}) => gateway().ok("managementLog", { whole: true, ...more }, by);
const hide = (ids: number[], by = admin) =>
  gateway().ok("topicOperate", { ids, action: "hide", ...why() }, by);

it("has a row for each action, with the titles of all its targets; older rows follow, and none twice", async () => {
  const titles = ["电源纹波", "时钟抖动", "天线匹配"];
  const ids: number[] = [];
  for (const title of titles) ids.push((await topic(title)).tid);
  const { batch } = await hide(ids);
  const shown = await gateway().ok("topicOperate", { ids: ids.slice(0, 2), action: "show", ...why() }, admin);
  const [latest, before] = (await log(admin)).rows;
  expect(latest).toMatchObject({ action: "show", batch: shown.batch, count: 2 });
  expect(before).toMatchObject({ action: "hide", batch, count: 3, reason: "按版规处理" });
  expect(before?.things.map(({ text }) => text?.title)).toEqual(titles.toReversed());
  expect(before?.things[0]).toMatchObject({ targetKind: "topic", after: { state: "hidden" } });
  // A page ends between them; the rest of an action on that page is not another row.
  const one = await log(admin, { limit: 1 });
  expect([one.rows.length, one.more]).toEqual([1, true]);
  const next = await log(admin, { limit: 1, before: one.rows[0]?.id });
  expect(next.rows).toMatchObject([{ batch, count: 3 }]);
  expect((await log(admin, { before: next.rows[0]?.id, action: "hide", fid: section.fid })).rows).toEqual([]);
  // The batch's page and the export show each target in a row of its own.
  const { rows } = await gateway().ok("managementLog", { batch }, admin);
  expect(rows.map(({ count, things, text }) => [count, things, text?.title])).toEqual(
    titles.toReversed().map((title) => [1, [], title]),
  );
});

it("an action made together with another is found by its reason", async () => {
  const pids = [(await topic("广告帖子一")).pid, (await topic("广告帖子二")).pid];
  for (const pid of pids) await gateway().ok("submitReport", { pid, reason: "spam", text: "广告" }, reader);
  const { cases } = await gateway().ok("reportList", {}, moderator);
  const ids = cases.filter(({ pid }) => pids.includes(pid)).map(({ id }) => id);
  const form = { ids, decision: "uphold" as const, action: "hide" as const, ...why() };
  await gateway().ok("handleReport", form, moderator);
  const { rows } = await log(moderator, { operator: moderator.nickname });
  expect(rows.map(({ action, count }) => [action, count])).toEqual([
    ["uphold", 2],
    ["hide", 2],
  ]);
  for (const { things } of rows)
    expect(new Set(things.map(({ text }) => text?.title))).toEqual(new Set(["广告帖子一", "广告帖子二"]));
});

it("a section's moderator sees their part of an action, and no titles of other sections", async () => {
  const [mine, theirs] = [await topic("这里的帖子"), await topic("别处的帖子", elsewhere)];
  const { batch } = await hide([mine.tid, theirs.tid]);
  const [row] = (await log(moderator)).rows;
  expect(row).toMatchObject({ batch, count: 1, things: [], text: { title: "这里的帖子", tid: mine.tid } });
  expect(JSON.stringify((await log(moderator)).rows)).not.toContain("别处的帖子");
  const narrowed = (await log(admin, { fid: elsewhere.fid })).rows;
  expect(narrowed).toMatchObject([{ batch, count: 1, text: { title: "别处的帖子" } }]);
  // A moderator still sees their own actions, without the titles.
  const own = await gateway().member();
  await gateway().database.insert(moderators).values({ sectionId: elsewhere.fid, accountId: own.id });
  await gateway().database.insert(moderators).values({ sectionId: section.fid, accountId: own.id });
  const { pid, tid } = await topic("后来看不到的帖子", elsewhere);
  const reply = await gateway().reply(author, tid);
  const acted = await gateway().ok(
    "moderatorPostOperate",
    { ids: [reply.pid], action: "hidePost", ...why() },
    own,
  );
  const detail = async () => (await gateway().ok("batchDetail", { batch: acted.batch }, own)).titles;
  expect(await detail()).toEqual([{ id: reply.pid, title: "后来看不到的帖子", tid, pid: reply.pid }]);
  expect(pid).not.toBe(reply.pid);
  await gateway().database.delete(moderators).where(eq(moderators.sectionId, elsewhere.fid));
  expect(await detail()).toEqual([]);
  const [left] = (await log(own, { operator: own.nickname })).rows;
  expect(left).toMatchObject({ action: "hidePost", targetId: reply.pid, text: null });
});
