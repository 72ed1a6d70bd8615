import { and, eq } from "drizzle-orm";
import { accounts, moderators, topics } from "gateway/database/schema";
import { jobKinds } from "gateway/jobs";
import { runJobs } from "gateway/server/jobs";
import { beforeAll, expect, it } from "vitest";
import { expectExactCounters } from "../support/counters";
import { type Member, type Section, startGateway, submissionId } from "../support/gateway";

const gateway = startGateway();

let admin: Member;
let author: Member;
let tids: number[];
let section: Section;
const things = 22;
beforeAll(async () => {
  admin = await gateway().member({ admin: true });
  author = await gateway().member();
  section = await gateway().section();
  tids = [];
  for (let count = 0; count < things; count += 1) tids.push((await gateway().topic(author, section)).tid);
  await runJobs(gateway().services, jobKinds);
});

const why = () => ({ reason: "按版规处理", submissionId: submissionId() });
const of = ({ id }: Member) => eq(accounts.id, id);
const soon = () => new Date(gateway().services.now().getTime() + 3_600_000);

/** A change of the moderator's role during a batch, and the refusal of the remaining targets. */
const meanwhile: [string, (by: Member) => Promise<unknown>, string, RegExp][] = [
  [
    "is dismissed",
    (by) => gateway().ok("dismissModerator", { fid: section.fid, uid: by.id, reason: "任期结束" }, admin),
    "NOT_PERMITTED",
    /已不是版主/,
  ],
  [
    "loses this section and keeps another",
    async (by) => {
      await gateway().section({ moderators: [by] });
      const mine = and(eq(moderators.accountId, by.id), eq(moderators.sectionId, section.fid));
      await gateway().database.delete(moderators).where(mine);
    },
    "NOT_YOUR_SECTION",
    /不在你管理的版块/,
  ],
  [
    "is muted",
    (by) => gateway().ok("updateForbidden", { uid: by.id, action: "mute", days: 1, ...why() }, admin),
    "MUTED",
    /已被禁言/,
  ],
  [
    "is banned",
    (by) => gateway().ok("updateForbidden", { uid: by.id, action: "ban", days: 1, ...why() }, admin),
    "NOT_PERMITTED",
    /已被禁止访问/,
  ],
  [
    "leaves",
    (by) => gateway().database.update(accounts).set({ closedAt: soon() }).where(of(by)),
    "NOT_PERMITTED",
    /已注销/,
  ],
];

it.each(meanwhile)("a moderator who %s during a batch does no more of it", async (_, happens, code, why_) => {
  const by = await gateway().member();
  await gateway().database.insert(moderators).values({ sectionId: section.fid, accountId: by.id });
  const form = { ids: tids, action: "raise" as const, ...why() };
  const { batch } = await gateway().ok("topicOperate", form, by);
  let steps = 0;
  await runJobs(gateway().services, jobKinds, () => {
    steps += 1;
    return steps > 8;
  });
  const half = await gateway().ok("batchDetail", { batch }, admin);
  expect(half.done).toBeGreaterThan(0);
  expect(half.waiting).toBeGreaterThan(0);
  await happens(by);
  await runJobs(gateway().services, jobKinds);
  const answer = await gateway().ok("batchDetail", { batch }, admin);
  expect(answer).toMatchObject({ done: half.done, refused: half.waiting, waiting: 0 });
  for (const result of answer.results.filter((each) => each.code !== null))
    expect(result).toMatchObject({ code, message: expect.stringMatching(why_) });
  await expectExactCounters(gateway().database);
});

it("an administrator who loses the role during a batch destroys none of the rest", async () => {
  const by = await gateway().member({ admin: true });
  const ids: number[] = [];
  for (let count = 0; count < things; count += 1) ids.push((await gateway().topic(author, section)).tid);
  await gateway().ok("topicOperate", { ids, action: "recycle", ...why() }, admin);
  await runJobs(gateway().services, jobKinds);
  const { batch } = await gateway().ok("destroyContent", { ids, of: "topics", ...why() }, by);
  await gateway().database.update(accounts).set({ admin: false }).where(of(by));
  await runJobs(gateway().services, jobKinds);
  const answer = await gateway().ok("batchDetail", { batch }, admin);
  expect(answer).toMatchObject({ done: 0, refused: things });
  expect(answer.results[0]).toMatchObject({
    code: "NOT_PERMITTED",
    message: expect.stringMatching(/管理员|版主/),
  });
  const [first] = await gateway()
    .database.select()
    .from(topics)
    .where(eq(topics.id, ids[0] ?? 0));
  expect(first?.title).not.toBe("（已删除）");
});

it("a section's moderator reads no titles of other sections, whatever ids the form contains", async () => {
  const by = await gateway().member();
  const mine = await gateway().section({ moderators: [by] });
  const writer = await gateway().member();
  const { tid } = await gateway().topic(writer, mine, { title: "自己版块的主题" });
  const secret = (await gateway().topic(writer, section, { title: "别处已屏蔽的标题" })).tid;
  await gateway().ok("topicOperate", { ids: [secret], action: "hide", ...why() }, admin);
  const form = { ids: [secret, tid], action: "raise" as const, ...why() };
  const tried = await gateway().call("topicOperate", { ...form, dryRun: true }, by);
  const { batch, ...answer } = await gateway().ok("topicOperate", form, by);
  const detail = await gateway().call("batchDetail", { batch }, by);
  expect(detail.body).toMatchObject({ titles: [{ id: tid, title: "自己版块的主题" }], refused: 1 });
  expect(JSON.stringify([tried.body, answer, detail.body])).not.toContain("别处已屏蔽");
});
