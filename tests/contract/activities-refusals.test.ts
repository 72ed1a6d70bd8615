import type { CallName } from "contract";
import { activitiesRefusals, invitationsMax } from "contract/activities/constants";
import { eq } from "drizzle-orm";
import {
  activities,
  activityCategories,
  activityInvitations,
  activityScores,
  activitySteps,
  policies,
} from "gateway/database/schema";
import { describe, expect, it } from "vitest";
import {
  addActivity,
  addSignup,
  field,
  guestPhone,
  policyVersion,
  proofOf,
  savePolicy,
  solvedCaptcha,
} from "../support/activities";
import { smallPng } from "../support/calls/feedback";
import { type Member, startGateway, submissionId } from "../support/gateway";
import { activitiesFor } from "../support/scene-activities";

const gateway = startGateway();
const nobody = 2_000_000_000;
const key = "abcdefghijklmnopqrstuv";

type Code = keyof typeof activitiesRefusals;
type Refused = [CallName, object, Member | null];
interface People {
  me: Member;
  organiser: Member;
}

const hours = (count: number) => new Date(gateway().services.now().getTime() + count * 3_600_000);
const signup = (activityId: number, change: object = {}) => ({
  activityId,
  category: "all",
  name: "王小明",
  agreed: true as const,
  policyVersion,
  submissionId: submissionId(),
  ...change,
});
const teams = () => ({ teams: { min: 2, max: 2 }, teamsUntil: hours(100) });
const workField = {
  key: "repo",
  label: "仓库",
  type: "link" as const,
  hint: "",
  required: true,
  max: 100,
  endings: [],
  maxBytes: 0,
};
const works = (until: number) => ({ workFields: [workField], worksUntil: hours(until) });
const upload = (activityId: number, change: object = {}) => ({
  activityId,
  field: "card",
  file: smallPng,
  filename: "card.png",
  ...change,
});
const withFile = (maxBytes = 1_000_000) =>
  addActivity(gateway(), {
    fields: [field({ key: "card", type: "file", endings: [".png", ".pdf"], maxBytes })],
  });
const circle = async (me: Member) => activitiesFor(gateway(), me, await gateway().member(), false);

/** One way to provoke each refusal of activities. */
const provocations: Record<Code, (people: People) => Promise<Refused>> = {
  ACTIVITY_NOT_FOUND: async ({ me }) => ["activityDetail", { activityId: nobody }, me],
  SIGNUP_NOT_FOUND: async ({ me }) => [
    "activitySignupCancel",
    { activityId: await addActivity(gateway()), reason: "有事" },
    me,
  ],
  SIGNUP_NOT_OPEN: async ({ me }) => [
    "activitySignup",
    signup(await addActivity(gateway(), { signUpFrom: hours(1) })),
    me,
  ],
  SIGNUP_CLOSED: async ({ me }) => [
    "activitySignup",
    signup(await addActivity(gateway(), { signUpUntil: hours(-1) })),
    me,
  ],
  SIGNUP_EXISTS: async ({ me }) => {
    const id = await addActivity(gateway());
    await gateway().ok("activitySignup", signup(id), me);
    return ["activitySignup", signup(id), me];
  },
  SIGNUP_NOT_CHANGEABLE: async ({ me }) => {
    const id = await addActivity(gateway());
    await addSignup(gateway(), id, me, { checkedInAt: hours(-1) });
    return ["activitySignupCancel", { activityId: id, reason: "有事" }, me];
  },
  CATEGORY_NOT_FOUND: async ({ me }) => [
    "activitySignup",
    signup(await addActivity(gateway()), { category: "none" }),
    me,
  ],
  CATEGORY_FULL: async ({ me }) => [
    "activitySignup",
    signup(await addActivity(gateway(), { seats: { all: 0 } }), { wait: false }),
    me,
  ],
  ANSWERS_WRONG: async ({ me }) => [
    "activitySignup",
    signup(await addActivity(gateway(), { fields: [field({ key: "school" })] })),
    me,
  ],
  ACTIVITY_POLICY_CHANGED: async ({ me }) => [
    "activitySignup",
    signup(await addActivity(gateway()), { policyVersion: "V1" }),
    me,
  ],
  GUESTS_NOT_ALLOWED: async () => ["activitySignup", signup(await addActivity(gateway())), null],
  CONTACT_NOT_VERIFIED: async () => [
    "activitySignup",
    signup(await addActivity(gateway(), { guests: true })),
    null,
  ],
  CHANNEL_NOT_ALLOWED: async ({ me }) => [
    "activityCaptchaSend",
    {
      activityId: await addActivity(gateway(), { verify: ["phone"] }),
      email: "someone@example.com",
      ...solvedCaptcha(gateway()),
    },
    me,
  ],
  GUEST_PROOF_INVALID: async () => [
    "activityMySignup",
    { activityId: await addActivity(gateway()), uuid: "no-such-proof" },
    null,
  ],
  CAPTCHA_WRONG: async ({ me }) => [
    "activityCaptchaSend",
    {
      activityId: await addActivity(gateway()),
      mobile: guestPhone(),
      ...solvedCaptcha(gateway()),
      captchaAnswer: "wxyz",
    },
    me,
  ],
  EXAM_NOT_PASSED: async ({ me }) => [
    "activitySignup",
    signup(await addActivity(gateway(), { exam: "uart" })),
    me,
  ],
  DECLINE_INVALID: async () => ["activitySeatDecline", { key }, null],
  PROOF_NOT_FOUND: async () => ["activityProof", { key }, null],
  FIELD_NOT_FOUND: async ({ me }) => ["fileuploadAndCheck", upload(await addActivity(gateway())), me],
  ACTIVITY_FILE_REFUSED: async ({ me }) => [
    "fileuploadAndCheck",
    upload(await withFile(), { filename: "card.exe" }),
    me,
  ],
  ACTIVITY_FILE_BROKEN: async ({ me }) => [
    "fileuploadAndCheck",
    upload(await withFile(), { file: new TextEncoder().encode("no picture") }),
    me,
  ],
  ACTIVITY_FILE_TOO_LARGE: async ({ me }) => ["fileuploadAndCheck", upload(await withFile(10)), me],
  NO_TEAMS: async ({ me }) => ["activityTeam", { activityId: await addActivity(gateway()) }, me],
  TEAMS_CLOSED: async ({ me }) => [
    "activityTeamCreate",
    { activityId: await addActivity(gateway(), { ...teams(), teamsUntil: hours(-1) }), name: "晚了" },
    me,
  ],
  TEAM_NEEDS_SIGNUP: async ({ me }) => [
    "activityTeamCreate",
    { activityId: await addActivity(gateway(), teams()), name: "没报名" },
    me,
  ],
  TEAM_NEEDS_SEAT: async ({ me }) => {
    const activityId = await addActivity(gateway(), teams());
    await addSignup(gateway(), activityId, me, { state: "waiting" });
    return ["activityTeamCreate", { activityId, name: "候补的" }, me];
  },
  TEAM_OTHER_CATEGORY: async ({ me, organiser }) => {
    const activityId = await addActivity(gateway(), { ...teams(), seats: { student: 9, open: 9 } });
    await addSignup(gateway(), activityId, organiser, { category: "open" });
    await addSignup(gateway(), activityId, me, { category: "student" });
    await gateway().ok("activityTeamCreate", { activityId, name: `公开组${activityId}` }, organiser);
    await gateway().ok("activityTeamInvite", { activityId, nickName: me.nickname }, organiser);
    const { invitations } = await gateway().ok("activityTeam", { activityId }, me);
    return [
      "activityTeamAnswer",
      { activityId, invitationId: invitations[0]?.invitationId ?? 0, accept: true },
      me,
    ];
  },
  TEAM_NOT_FOUND: async ({ me }) => {
    const activityId = await addActivity(gateway(), teams());
    await addSignup(gateway(), activityId, me);
    return ["activityTeamLeave", { activityId }, me];
  },
  TEAM_EXISTS: async ({ me }) => {
    const { inviting } = await circle(me);
    return ["activityTeamCreate", { activityId: inviting.activityId, name: "第二支" }, me];
  },
  TEAM_FULL: async ({ me }) => {
    const activityId = await addActivity(gateway(), { ...teams(), teams: { min: 1, max: 1 } });
    await addSignup(gateway(), activityId, me);
    await gateway().ok("activityTeamCreate", { activityId, name: "一个人" }, me);
    const { nickname } = await gateway().member();
    return ["activityTeamInvite", { activityId, nickName: nickname }, me];
  },
  TEAM_NAME_TAKEN: async ({ me, organiser }) => {
    const activityId = await addActivity(gateway(), teams());
    for (const member of [me, organiser]) await addSignup(gateway(), activityId, member);
    await gateway().ok("activityTeamCreate", { activityId, name: "ＡＢ队" }, organiser);
    return ["activityTeamCreate", { activityId, name: "ab队" }, me];
  },
  NOT_CAPTAIN: async ({ me }) => {
    const other = await gateway().member();
    const { removing } = await activitiesFor(gateway(), other, me, false);
    return ["activityTeamInvite", { activityId: removing.activityId, nickName: other.nickname }, me];
  },
  CAPTAIN_HANDS_OVER: async ({ me }) => [
    "activityTeamLeave",
    { activityId: (await circle(me)).removing.activityId },
    me,
  ],
  INVITATION_NOT_FOUND: async ({ me }) => {
    const { invitation } = await circle(me);
    await gateway().database.delete(activityInvitations);
    return ["activityTeamAnswer", { ...invitation, accept: true }, me];
  },
  INVITEE_NOT_FOUND: async ({ me }) => [
    "activityTeamInvite",
    { activityId: (await circle(me)).inviting.activityId, nickName: "没有这个人" },
    me,
  ],
  INVITEE_IN_TEAM: async ({ me }) => [
    "activityTeamInvite",
    { activityId: (await circle(me)).inviting.activityId, nickName: me.nickname },
    me,
  ],
  INVITEE_UNAVAILABLE: async ({ me }) => {
    const invitee = await gateway().member();
    await gateway().ok("blockUser", { uid: me.id }, invitee);
    const { activityId } = (await circle(me)).inviting;
    return ["activityTeamInvite", { activityId, nickName: invitee.nickname }, me];
  },
  INVITEE_BLOCKED: async ({ me }) => {
    const invitee = await gateway().member();
    await gateway().ok("blockUser", { uid: invitee.id }, me);
    const { activityId } = (await circle(me)).inviting;
    return ["activityTeamInvite", { activityId, nickName: invitee.nickname }, me];
  },
  TOO_MANY_TEAM_INVITATIONS: async ({ me }) => {
    const { activityId } = (await circle(me)).inviting;
    const { team } = await gateway().ok("activityTeam", { activityId }, me);
    for (let one = team?.invited.length ?? 0; one < invitationsMax; one += 1) {
      const { id: accountId } = await gateway().member();
      await gateway()
        .database.insert(activityInvitations)
        .values({ teamId: team?.id ?? 0, accountId, createdAt: gateway().services.now() });
    }
    const { nickname } = await gateway().member();
    return ["activityTeamInvite", { activityId, nickName: nickname }, me];
  },
  TEAM_SEARCH_NOT_FOUND: async ({ organiser }) => [
    "activityTeamSearchRemove",
    {
      activityId: await addActivity(gateway(), { organisers: [organiser] }),
      searchId: nobody,
      reason: "写了电话",
    },
    organiser,
  ],
  NOT_IN_TEAM: async ({ me }) => [
    "activityTeamHandOver",
    { activityId: (await circle(me)).handingOver.activityId, signupId: nobody },
    me,
  ],
  NO_WORKS: async ({ me }) => ["activityWork", { activityId: await addActivity(gateway()) }, me],
  WORKS_CLOSED: async ({ me }) => [
    "activityWorkSave",
    { activityId: await addActivity(gateway(), works(-1)), title: "晚了" },
    me,
  ],
  WORKS_NOT_CLOSED: async ({ me }) => [
    "activityWorkJudge",
    { activityId: await addActivity(gateway(), { ...works(1), judges: [me] }), workId: 1, score: 90 },
    me,
  ],
  WORK_NOT_FOUND: async ({ me }) => [
    "activityWorkJudge",
    { activityId: await addActivity(gateway(), { ...works(-1), judges: [me] }), workId: nobody, score: 90 },
    me,
  ],
  WORK_WRONG: async ({ me }) => {
    const activityId = await addActivity(gateway(), works(1));
    await addSignup(gateway(), activityId, me);
    return ["activityWorkSave", { activityId, title: "作品", answers: { repo: "ftp://x" } }, me];
  },
  TEAM_TOO_SMALL: async ({ me }) => {
    const activityId = await addActivity(gateway(), { ...teams(), ...works(1) });
    await addSignup(gateway(), activityId, me);
    await gateway().ok("activityTeamCreate", { activityId, name: `独行${activityId}` }, me);
    return ["activityWorkSave", { activityId, title: "作品", answers: { repo: "https://example.com/" } }, me];
  },
  NOT_JUDGE: async ({ me }) => ["activityWorks", { activityId: await addActivity(gateway(), works(1)) }, me],
  RESULTS_PUBLISHED: async ({ me }) => {
    const { judging } = await circle(me);
    await gateway()
      .database.update(activities)
      .set({ resultsAt: hours(0), results: [] })
      .where(eq(activities.id, judging.activityId));
    return ["activityWorkJudge", { ...judging, score: 90 }, me];
  },
  WORKS_NOT_JUDGED: async ({ me }) => {
    const admin = await gateway().member({ admin: true });
    const { publishing } = await circle(me);
    await gateway().database.delete(activityScores).where(eq(activityScores.workId, publishing.workId));
    return ["activityResultsPublish", { activityId: publishing.activityId }, admin];
  },
  SEATS_TAKEN: async ({ organiser }) => {
    const activityId = await addActivity(gateway(), { organisers: [organiser] });
    await gateway()
      .database.update(activityCategories)
      .set({ taken: 5 })
      .where(eq(activityCategories.activityId, activityId));
    return ["activitySeats", { activityId, category: "all", seats: 4 }, organiser];
  },
  REVIEW_NOT_FOUND: async ({ organiser }) => [
    "activityReviewUndo",
    { activityId: await addActivity(gateway(), { organisers: [organiser] }), review: nobody },
    organiser,
  ],
  REVIEW_UNDO_TOO_LATE: async ({ me, organiser }) => {
    const activityId = await addActivity(gateway(), { organisers: [organiser], review: "manual" });
    await gateway().ok("activitySignup", signup(activityId), me);
    const { signup: mine } = await gateway().ok("activityMySignup", { activityId }, me);
    const form = { activityId, signupIds: [mine?.id ?? 0], action: "accept" as const };
    const { review } = await gateway().ok("activityReview", form, organiser);
    await gateway()
      .database.update(activitySteps)
      .set({ at: hours(-7 * 24 - 1) })
      .where(eq(activitySteps.id, review ?? 0));
    return ["activityReviewUndo", { activityId, review }, organiser];
  },
  CHECK_IN_NOT_DONE: async ({ me, organiser }) => {
    const activityId = await addActivity(gateway(), { organisers: [organiser] });
    const { id: signupId } = await addSignup(gateway(), activityId, me);
    return ["activitySignInUndo", { activityId, signupId }, organiser];
  },
  PHOTO_NO_CODE: async ({ organiser }) => [
    "activitySignInPhoto",
    { activityId: await addActivity(gateway(), { organisers: [organiser] }), file: smallPng },
    organiser,
  ],
};

describe("every refusal of activities", () => {
  it.each(Object.keys(provocations) as Code[])("%s", async (code) => {
    await savePolicy(gateway().database);
    const [me, organiser] = [await gateway().member(), await gateway().member()];
    const [name, request, as] = await provocations[code]({ me, organiser });
    const { status, body } = await gateway().call(name, request, as);
    expect({ status, body }).toMatchObject({
      status: activitiesRefusals[code].status,
      body: { errorCode: code },
    });
  });
});

it("a review without a reason is refused at the reason's field", async () => {
  const organiser = await gateway().member();
  const activityId = await addActivity(gateway(), { organisers: [organiser] });
  const { fields } = await gateway().refused(
    "activityReview",
    { activityId, signupIds: [1], action: "refuse" },
    "INVALID_REQUEST",
    organiser,
  );
  expect(fields).toEqual({ reason: ["请写明原因"] });
});

it("an activity without its policy accepts no sign-up", async () => {
  const activityId = await addActivity(gateway(), { guests: true });
  const uuid = await proofOf(gateway(), activityId, guestPhone());
  await gateway().database.delete(policies).where(eq(policies.id, "activeprivacyPolicy"));
  await gateway().refused("activitySignup", signup(activityId, { uuid }), "POLICY_NOT_FOUND");
});
