import { eq } from "drizzle-orm";
import { eraseActivitiesJob } from "gateway/activities/jobs";
import { eraseSignups } from "gateway/activities/leave";
import {
  accounts,
  activities,
  activitySignups,
  activitySteps,
  activityTeamMembers,
  activityTeams,
  activityWorks,
  type KeptHome,
  notifications,
} from "gateway/database/schema";
import { transact } from "gateway/database/transact";
import { runDueJobs } from "gateway/jobs";
import { saveWords } from "gateway/sensitive-words/list";
import { afterEach, describe, expect, it } from "vitest";
import { addActivity, addSignup } from "../support/activities";
import { type Member, startGateway } from "../support/gateway";

/** What everybody sees of works: checked before, withheld afterwards, and nobody's when nobody is left. */

const gateway = startGateway();
const at = (hours: number) => new Date(gateway().services.now().getTime() + hours * 3_600_000);

const home: KeptHome = {
  steps: [],
  prizes: [],
  tracks: [],
  criteria: [],
  panel: [],
  questions: [],
  materials: [],
  news: [],
  winners: [],
  recap: "",
  recapHtml: "",
  gallery: true,
};

const workField = (key: string, type: "text" | "link" | "file") => ({
  key,
  label: key,
  type,
  hint: "",
  required: false,
  max: 500,
  endings: [],
  maxBytes: 0,
});
const workFields = [workField("text", "text"), workField("repo", "link"), workField("report", "file")];

/** A contest with a gallery; works can be changed for an hour. */
const contest = (change: Parameters<typeof addActivity>[1] = {}) =>
  addActivity(gateway(), { kind: "competition", home, workFields, worksUntil: at(1), ...change });

/** A work in the database, of a person or of a team. */
async function addWork(
  activityId: number,
  whose: { signupId?: number; teamId?: number },
  answers: Record<string, string> = {},
) {
  const [work] = await gateway()
    .database.insert(activityWorks)
    .values({ activityId, ...whose, title: "作品", answers, updatedAt: at(0) })
    .returning();
  return work?.id ?? 0;
}

async function addTeam(activityId: number, name: string, signupIds: [number, ...number[]]) {
  const [team] = await gateway()
    .database.insert(activityTeams)
    .values({ activityId, name, nameFolded: name, captainId: signupIds[0] })
    .returning();
  const teamId = team?.id ?? 0;
  await gateway()
    .database.insert(activityTeamMembers)
    .values(signupIds.map((signupId) => ({ teamId, signupId, joinedAt: at(0) })));
  return teamId;
}

const close = (activityId: number) =>
  gateway()
    .database.update(activities)
    .set({ worksUntil: at(-1) })
    .where(eq(activities.id, activityId));

const shownIn = async (activityId: number) => {
  const { items, total } = await gateway().ok("activityGallery", { activityId });
  expect(total).toBe(items.length);
  return items.map(({ id }) => id);
};

const leave = (member: Member) =>
  transact(gateway().database, async (inside) => {
    const [account] = await inside.select().from(accounts).where(eq(accounts.id, member.id));
    if (!account) throw new Error("no account");
    await eraseSignups(inside, account, gateway().services.now());
    await inside
      .update(accounts)
      .set({ closedAt: at(0) })
      .where(eq(accounts.id, member.id));
  });

const mute = (member: Member) =>
  gateway()
    .database.update(accounts)
    .set({ mutedUntil: at(24) })
    .where(eq(accounts.id, member.id));

describe("texts that a gallery will show", () => {
  afterEach(() => saveWords(gateway().database, [], new Date()));

  it("are refused with a sensitive word of any level, beside their fields", async () => {
    const activityId = await contest();
    const me = await gateway().member();
    await addSignup(gateway(), activityId, me);
    await saveWords(
      gateway().database,
      (["refuse", "review", "replace"] as const).map((level, index) => ({
        word: `禁词${"甲乙丙"[index]}`,
        level,
        replacement: null,
      })),
      new Date(),
    );
    const save = (title: string, answers: Record<string, string>) =>
      gateway().refused("activityWorkSave", { activityId, title, answers }, "SENSITIVE_WORDS", me);
    expect((await save("禁词甲灯", {})).marks).toEqual({ title: [{ start: 0, end: 3 }] });
    expect((await save("灯", { text: "看禁词乙" })).marks).toEqual({
      "answers.text": [{ start: 1, end: 4 }],
    });
    const { fields } = await save("灯", { repo: "https://x.example/禁词丙" });
    expect(Object.keys(fields ?? {})).toEqual(["answers.repo"]);
    await gateway().ok("activityWorkSave", { activityId, title: "灯", answers: { text: "省电" } }, me);
  });

  it("are not changed by muted people, nor is a team's name", async () => {
    const activityId = await contest();
    const teams = await contest({ teams: { min: 1, max: 3 }, teamsUntil: at(1) });
    const me = await gateway().member();
    await addSignup(gateway(), activityId, me);
    await addSignup(gateway(), teams, me);
    await mute(me);
    const save = { activityId, title: "灯", answers: {} };
    await gateway().refused("activityWorkSave", save, "MUTED", me);
    await gateway().refused("activityTeamCreate", { activityId: teams, name: "省电队" }, "MUTED", me);
    // Where nobody but judges reads a work, a muted person still takes part.
    await gateway().database.update(activities).set({ home: null }).where(eq(activities.id, activityId));
    await gateway().ok("activityWorkSave", save, me);
  });

  it("are those of the team's name too", async () => {
    const activityId = await contest({ teams: { min: 1, max: 3 }, teamsUntil: at(1) });
    const me = await gateway().member();
    await addSignup(gateway(), activityId, me);
    await saveWords(gateway().database, [{ word: "禁词乙", level: "review", replacement: null }], new Date());
    const create = { activityId, name: "禁词乙队" };
    const { fields } = await gateway().refused("activityTeamCreate", create, "SENSITIVE_WORDS", me);
    expect(Object.keys(fields ?? {})).toEqual(["name"]);
  });
});

describe("a work that organisers withhold", () => {
  it("leaves the gallery with a reason, tells its people, is logged, and comes back", async () => {
    const organiser = await gateway().member();
    const activityId = await contest({ organisers: [organiser], worksUntil: at(-1) });
    const me = await gateway().member();
    const { id: signupId } = await addSignup(gateway(), activityId, me);
    const workId = await addWork(activityId, { signupId });
    expect(await shownIn(activityId)).toEqual([workId]);

    const call = (withheld: boolean, reason = "") => ({ activityId, workId, withheld, reason });
    const { fields } = await gateway().refused(
      "activityWorkWithhold",
      call(true),
      "INVALID_REQUEST",
      organiser,
    );
    expect(fields).toEqual({ reason: ["请写明原因"] });
    await gateway().refused("activityWorkWithhold", call(true, "侵权"), "NOT_PERMITTED", me);
    await gateway().refused(
      "activityWorkWithhold",
      { ...call(true, "侵权"), workId: 999_999_999 },
      "WORK_NOT_FOUND",
      organiser,
    );

    for (const _again of [1, 2])
      expect(await gateway().ok("activityWorkWithhold", call(true, "侵权"), organiser)).toMatchObject({
        id: workId,
        withheld: true,
      });
    expect(await shownIn(activityId)).toEqual([]);
    const judged = await gateway().ok("activityWorks", { activityId }, organiser);
    expect([judged.gallery, judged.items.map(({ work }) => work.withheld)]).toEqual([true, [true]]);
    expect((await gateway().ok("activityWork", { activityId }, me)).work?.withheld).toBe(true);
    await gateway().ok("activityWorkWithhold", call(false), organiser);
    expect(await shownIn(activityId)).toEqual([workId]);

    const { database } = gateway();
    const steps = await database.select().from(activitySteps).where(eq(activitySteps.signupId, signupId));
    expect(steps.map(({ action, reason, byId }) => [action, reason, byId])).toEqual([
      ["withholdWork", "侵权", organiser.id],
      ["showWork", "", organiser.id],
    ]);
    const told = await database.select().from(notifications).where(eq(notifications.accountId, me.id));
    expect(told.map(({ words }) => words)).toEqual([
      "作品不在作品展里公开：侵权",
      "作品可以在作品展里公开了",
    ]);
  });

  it("stays withheld when its people change it", async () => {
    const organiser = await gateway().member();
    const activityId = await contest({ organisers: [organiser] });
    const me = await gateway().member();
    await addSignup(gateway(), activityId, me);
    const save = { activityId, title: "灯", answers: {} };
    const { id: workId } = await gateway().ok("activityWorkSave", save, me);
    const withhold = { activityId, workId, withheld: true, reason: "侵权" };
    await gateway().ok("activityWorkWithhold", withhold, organiser);
    expect(await gateway().ok("activityWorkSave", { ...save, title: "另一盏灯" }, me)).toMatchObject({
      title: "另一盏灯",
      withheld: true,
    });
    await close(activityId);
    expect(await shownIn(activityId)).toEqual([]);
  });
});

describe("the gallery", () => {
  it("has no work of a sign-up that was cancelled or refused, and neither have the judges", async () => {
    const judge = await gateway().member();
    const activityId = await contest({ worksUntil: at(-1), judges: [judge] });
    const ids: number[] = [];
    for (const state of ["accepted", "cancelled", "refused"] as const) {
      const { id } = await addSignup(gateway(), activityId, await gateway().member(), { state });
      ids.push(await addWork(activityId, { signupId: id }));
    }
    expect(await shownIn(activityId)).toEqual(ids.slice(0, 1));
    const { items } = await gateway().ok("activityWorks", { activityId }, judge);
    expect(items.map(({ work }) => work.id)).toEqual(ids.slice(0, 1));
  });

  it("and the results name a person by the same nickname", async () => {
    const judge = await gateway().member();
    const activityId = await contest({ worksUntil: at(-1), judges: [judge], organisers: [judge] });
    const me = await gateway().member();
    const { id: signupId } = await addSignup(gateway(), activityId, me, { name: "林小默" });
    const workId = await addWork(activityId, { signupId });
    await gateway().ok("activityWorkJudge", { activityId, workId, score: 90, comment: "" }, judge);
    const { results } = await gateway().ok("activityResultsPublish", { activityId }, judge);
    expect(results.map(({ by }) => by)).toEqual([me.nickname]);
    const { items } = await gateway().ok("activityGallery", { activityId });
    expect(items.map(({ by }) => by)).toEqual([me.nickname]);
  });

  it("keeps a team's work as long as a member has an account", async () => {
    const activityId = await contest({
      teams: { min: 1, max: 3 },
      teamsUntil: at(-300),
      worksUntil: at(-200),
      startAt: at(-100),
      endAt: at(-90),
    });
    const [one, two] = [await gateway().member(), await gateway().member()];
    const signups = [
      await addSignup(gateway(), activityId, one),
      await addSignup(gateway(), activityId, two),
    ] as const;
    const teamId = await addTeam(activityId, "省电队", [signups[0].id, signups[1].id]);
    const workId = await addWork(activityId, { teamId });
    const result = { workId, title: "作品", by: "省电队", category: "组别all", score: 90, rank: 1 };
    await gateway()
      .database.update(activities)
      .set({ results: [result], resultsAt: at(-1) })
      .where(eq(activities.id, activityId));
    await leave(one);
    expect(await shownIn(activityId)).toEqual([workId]);
    await leave(two);
    // The answer of a moment ago is kept for so long.
    gateway().pass(60);
    expect(await shownIn(activityId)).toEqual([]);
    expect(await gateway().database.$count(activityWorks, eq(activityWorks.id, workId))).toBe(0);
    const { results } = await gateway().ok("activityDetail", { activityId });
    expect(results).toEqual([{ ...result, by: "已注销用户" }]);
  });

  it("shows no work for which nobody with an account answers", async () => {
    const activityId = await contest({ worksUntil: at(-1), teams: { min: 1, max: 3 }, teamsUntil: at(-2) });
    const { id } = await addSignup(gateway(), activityId, await gateway().member());
    await addWork(activityId, { teamId: await addTeam(activityId, "空队", [id]) });
    await gateway()
      .database.update(activitySignups)
      .set({ accountId: null })
      .where(eq(activitySignups.id, id));
    expect(await shownIn(activityId)).toEqual([]);
  });

  it("does not empty itself keepDays after the end: files and works that are not shown are erased", async () => {
    const ended = { startAt: at(-24 * 200), endAt: at(-24 * 199), worksUntil: at(-24 * 201) };
    const answers = { text: "睡得久", repo: "https://git.example.com/a", report: "77" };
    const made: Record<string, number> = {};
    for (const [name, kept] of [
      ["gallery", home],
      ["closed", { ...home, gallery: false }],
    ] as const) {
      const activityId = await contest({ ...ended, home: kept });
      for (const state of ["accepted", "cancelled"] as const) {
        const { id: signupId } = await addSignup(gateway(), activityId, await gateway().member(), { state });
        made[`${name} ${state}`] = await addWork(activityId, { signupId }, answers);
      }
    }
    gateway().pass(3_601);
    await runDueJobs(gateway().services, [eraseActivitiesJob]);
    const rows = await gateway().database.select().from(activityWorks);
    const left = (name: string) => rows.find(({ id }) => id === made[name])?.answers;
    expect(left("gallery accepted")).toEqual({ text: "睡得久", repo: "https://git.example.com/a" });
    for (const name of ["gallery cancelled", "closed accepted", "closed cancelled"])
      expect([name, left(name)]).toEqual([name, {}]);
  });
});
