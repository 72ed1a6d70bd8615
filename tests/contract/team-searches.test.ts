import { eq } from "drizzle-orm";
import { eraseActivitiesJob } from "gateway/activities/jobs";
import { eraseSignups } from "gateway/activities/leave";
import { activitiesPersonalData } from "gateway/activities/personal-data";
import {
  accounts,
  activities,
  activitySearches,
  activitySteps,
  notifications,
} from "gateway/database/schema";
import { transact } from "gateway/database/transact";
import { runDueJobs } from "gateway/jobs";
import { saveWords } from "gateway/sensitive-words/list";
import { describe, expect, it } from "vitest";
import { addActivity, addSignup } from "../support/activities";
import { type Member, startGateway } from "../support/gateway";

/** Teams that look for people, and people who look for a team. */

const gateway = startGateway();
const at = (hours: number) => new Date(gateway().services.now().getTime() + hours * 3_600_000);
const contest = (change: Parameters<typeof addActivity>[1] = {}) =>
  addActivity(gateway(), { teams: { min: 1, max: 3 }, teamsUntil: at(100), ...change });
const listed = async (activityId: number) =>
  (await gateway().ok("activityTeamSearches", { activityId })).items;
const say = (activityId: number, of: "team" | "person", text = "写过两年驱动") => ({
  activityId,
  of,
  text,
  shown: true as const,
});
/** A member with a seat in the activity. */
async function seated(activityId: number, change: Parameters<typeof addSignup>[3] = {}): Promise<Member> {
  const member = await gateway().member();
  await addSignup(gateway(), activityId, member, change);
  return member;
}
/** A captain with a team that looks for people. */
async function searching(activityId: number, name = "省电队"): Promise<Member> {
  const captain = await seated(activityId);
  await gateway().ok("activityTeamCreate", { activityId, name }, captain);
  await gateway().ok("activityTeamSearchSave", say(activityId, "team", "缺一名画板的"), captain);
  return captain;
}
async function join(activityId: number, captain: Member, member: Member): Promise<void> {
  await gateway().ok("activityTeamInvite", { activityId, nickName: member.nickname }, captain);
  const { invitations } = await gateway().ok("activityTeam", { activityId }, member);
  const invitationId = invitations[0]?.invitationId ?? 0;
  await gateway().ok("activityTeamAnswer", { activityId, invitationId, accept: true }, member);
}

describe("teams and people who look for each other", () => {
  it("are listed for everybody, the newest first, without a contact", async () => {
    const activityId = await contest({ seats: { all: 10, student: 10 } });
    const captain = await searching(activityId);
    gateway().pass(60);
    const alone = await seated(activityId);
    await gateway().ok("activityTeamSearchSave", say(activityId, "person"), alone);
    const items = await listed(activityId);
    expect(items).toMatchObject([
      { text: "写过两年驱动", team: null, person: { uid: alone.id }, category: "组别all" },
      { text: "缺一名画板的", team: { name: "省电队", free: 2 }, person: { uid: captain.id } },
    ]);
    expect(JSON.stringify(items)).not.toContain("王小明");
    const own = await gateway().ok("activityTeam", { activityId }, alone);
    expect(own.search).toMatchObject({ text: "写过两年驱动" });
    await gateway().ok("activityTeamSearchSave", say(activityId, "person", "会画板"), alone);
    expect((await listed(activityId)).map(({ text }) => text)).toEqual(["会画板", "缺一名画板的"]);
    await gateway().ok("activityTeamSearchEnd", { activityId }, alone);
    await gateway().ok("activityTeamSearchEnd", { activityId }, alone);
    expect(await listed(activityId)).toHaveLength(1);
  });

  it("are said by those who may, with their consent", async () => {
    const activityId = await contest();
    const captain = await searching(activityId);
    const second = await seated(activityId);
    await join(activityId, captain, second);
    const save = "activityTeamSearchSave";
    await gateway().refused(save, say(activityId, "team"), "NOT_CAPTAIN", second);
    await gateway().refused(save, say(activityId, "person"), "TEAM_EXISTS", second);
    const alone = await seated(activityId);
    await gateway().refused(save, say(activityId, "team"), "TEAM_NOT_FOUND", alone);
    await gateway().refused(save, { ...say(activityId, "person"), shown: false }, "INVALID_REQUEST", alone);
    await gateway().refused(save, say(activityId, "person", "长".repeat(201)), "INVALID_REQUEST", alone);
    const stranger = await gateway().member();
    await gateway().refused(save, say(activityId, "person"), "TEAM_NEEDS_SIGNUP", stranger);
    const waiting = await seated(activityId, { state: "waiting", place: 1 });
    await gateway().refused(save, say(activityId, "person"), "TEAM_NEEDS_SEAT", waiting);
    await join(activityId, captain, alone);
    await gateway().refused(save, say(activityId, "team"), "TEAM_FULL", captain);
    const without = await addActivity(gateway());
    await gateway().refused(save, say(without, "person"), "NO_TEAMS", await seated(without));
    const late = await contest({ teamsUntil: at(-1) });
    await gateway().refused(save, say(late, "person"), "TEAMS_CLOSED", await seated(late));
  });

  it("are checked for words, the team's name too, and are nothing for muted people", async () => {
    const activityId = await contest();
    const captain = await seated(activityId);
    await gateway().ok("activityTeamCreate", { activityId, name: "禁词丙队" }, captain);
    const alone = await seated(activityId);
    await saveWords(gateway().database, [{ word: "禁词丙", level: "review", replacement: null }], new Date());
    const refused = (of: "team" | "person", text: string, as: Member) =>
      gateway().refused("activityTeamSearchSave", say(activityId, of, text), "SENSITIVE_WORDS", as);
    expect(Object.keys((await refused("person", "禁词丙", alone)).fields ?? {})).toEqual(["text"]);
    await refused("team", "来人", captain);
    await gateway()
      .database.update(accounts)
      .set({ mutedUntil: at(24) })
      .where(eq(accounts.id, alone.id));
    gateway().pass(60);
    await gateway().refused("activityTeamSearchSave", say(activityId, "person"), "MUTED", alone);
  });

  it("end when the person joins or makes a team, and when the team is full", async () => {
    const activityId = await contest({ teams: { min: 1, max: 2 } });
    const captain = await searching(activityId);
    const alone = await seated(activityId);
    await gateway().ok("activityTeamSearchSave", say(activityId, "person"), alone);
    await join(activityId, captain, alone);
    expect(await listed(activityId)).toEqual([]);
    // A place that is free again does not bring it back.
    await gateway().ok("activityTeamLeave", { activityId }, alone);
    expect(await listed(activityId)).toEqual([]);
    const founder = await seated(activityId);
    await gateway().ok("activityTeamSearchSave", say(activityId, "person"), founder);
    await gateway().ok("activityTeamCreate", { activityId, name: "新队" }, founder);
    expect(await listed(activityId)).toEqual([]);
  });

  it("end with the captaincy, the sign-up, the team and the deadline", async () => {
    const activityId = await contest();
    const captain = await searching(activityId);
    const second = await seated(activityId);
    await join(activityId, captain, second);
    const { team } = await gateway().ok("activityTeam", { activityId }, captain);
    const signupId = team?.members.find(({ captain: leads }) => !leads)?.signupId ?? 0;
    await gateway().ok("activityTeamHandOver", { activityId, signupId }, captain);
    expect(await listed(activityId)).toEqual([]);
    await gateway().ok("activityTeamSearchSave", say(activityId, "team"), second);
    await gateway().ok("activitySignupCancel", { activityId, reason: "有事" }, second);
    expect(await listed(activityId)).toEqual([]);
    await gateway().ok("activityTeamSearchSave", say(activityId, "team"), captain);
    await gateway().ok("activityTeamLeave", { activityId }, captain);
    expect(await listed(activityId)).toEqual([]);
    const alone = await seated(activityId);
    await gateway().ok("activityTeamSearchSave", say(activityId, "person"), alone);
    await gateway().ok("activitySignupCancel", { activityId, reason: "有事" }, alone);
    expect(await listed(activityId)).toEqual([]);
    expect(
      await gateway().database.$count(activitySearches, eq(activitySearches.activityId, activityId)),
    ).toBe(0);
    const last = await seated(activityId);
    await gateway().ok("activityTeamSearchSave", say(activityId, "person"), last);
    await gateway()
      .database.update(activities)
      .set({ teamsUntil: at(0) })
      .where(eq(activities.id, activityId));
    gateway().pass(60);
    expect(await listed(activityId)).toEqual([]);
  });

  it("are taken down by organisers, with a reason that the author is told", async () => {
    const organiser = await gateway().member();
    const activityId = await contest({ organisers: [organiser] });
    const captain = await searching(activityId);
    const [item] = await listed(activityId);
    const remove = { activityId, searchId: item?.id ?? 0, reason: "写了电话" };
    await gateway().ok("activityTeamSearchRemove", remove, organiser);
    expect(await listed(activityId)).toEqual([]);
    const [told] = await gateway()
      .database.select({ words: notifications.words })
      .from(notifications)
      .where(eq(notifications.accountId, captain.id));
    expect(told?.words).toBe("招募队友的话已被撤下：写了电话");
    const [step] = await gateway()
      .database.select()
      .from(activitySteps)
      .where(eq(activitySteps.action, "removeSearch"));
    expect(step).toMatchObject({ byId: organiser.id, reason: "写了电话" });
    await gateway().refused("activityTeamSearchRemove", remove, "TEAM_SEARCH_NOT_FOUND", organiser);
    // Of another activity, which the organiser has nothing to do with.
    const other = await contest();
    await searching(other);
    const [foreign] = await listed(other);
    await gateway().refused(
      "activityTeamSearchRemove",
      { ...remove, searchId: foreign?.id ?? 0 },
      "TEAM_SEARCH_NOT_FOUND",
      organiser,
    );
  });

  it("are in the person's data, and go with the account and with the activity's data", async () => {
    const { database, services } = gateway();
    const activityId = await contest();
    const alone = await seated(activityId);
    await gateway().ok("activityTeamSearchSave", say(activityId, "person"), alone);
    const [account] = await database.select().from(accounts).where(eq(accounts.id, alone.id));
    if (!account) throw new Error("no account");
    const rows: unknown[] = [];
    const file = activitiesPersonalData.files?.["activities.json"];
    for await (const row of (file?.read(database, account) ?? []) as AsyncIterable<unknown>) rows.push(row);
    expect(rows.flat()).toMatchObject([{ search: "写过两年驱动" }]);
    // Also of an activity that is over, of which the sign-up stays.
    await database
      .update(activities)
      .set({ endAt: at(-1) })
      .where(eq(activities.id, activityId));
    await transact(database, (inside) => eraseSignups(inside, account, services.now()));
    expect(await database.$count(activitySearches, eq(activitySearches.activityId, activityId))).toBe(0);
    const old = await contest({ keepDays: 1 });
    await searching(old);
    await database
      .update(activities)
      .set({ endAt: at(-48) })
      .where(eq(activities.id, old));
    gateway().pass(eraseActivitiesJob.everySeconds + 1);
    await runDueJobs(services, [eraseActivitiesJob]);
    expect(await database.$count(activitySearches, eq(activitySearches.activityId, old))).toBe(0);
  });
});
