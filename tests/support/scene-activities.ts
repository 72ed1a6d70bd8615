import {
  activityInvitations,
  activityScores,
  activitySearches,
  activitySteps,
  activityTeamMembers,
  activityTeams,
  activityWorks,
} from "gateway/database/schema";
import {
  addActivity,
  addSignup,
  codeTo,
  field,
  guestPhone,
  photoOf,
  proofOf,
  solvedCaptcha,
} from "./activities";
import { type Member, next, type TestGateway } from "./gateway";

const long = 3_600_000;

const teams = { min: 1, max: 4 };

const reportField = {
  key: "report",
  label: "说明",
  type: "text" as const,
  hint: "",
  required: true,
  max: 200,
  endings: [],
  maxBytes: 0,
};

/** A captcha with its answer, and a code that was sent after another captcha. */
async function captchaFor(gateway: TestGateway, activityId: number, member: Member | null) {
  const mobile = guestPhone();
  const sent = await gateway.ok(
    "activityCaptchaSend",
    { activityId, mobile, ...solvedCaptcha(gateway) },
    member,
  );
  const captchaCode = await codeTo(gateway, mobile);
  return { captcha: solvedCaptcha(gateway), code: { mobile, messageId: sent.messageId, captchaCode } };
}

/** Activities around one person. Each call has its own, so that no call depends on another. */
export async function activitiesFor(gateway: TestGateway, actor: Member, other: Member, guest: boolean) {
  const { database, services } = gateway;
  const now = services.now().getTime();
  const owner = guest ? null : actor;
  const own = async (activityId: number) => {
    const signup = await addSignup(gateway, activityId, owner, {});
    return {
      activityId,
      signupId: signup.id,
      uuid: guest ? await proofOf(gateway, activityId, signup.contact) : "",
      signup,
    };
  };
  const open = await addActivity(gateway, {
    guests: true,
    fields: [field({ key: "card", type: "file", endings: [".png"], maxBytes: 1_000_000, required: false })],
    lookups: { tracks: [{ code: "radio", name: "无线" }] },
  });
  const teamsUntil = new Date(now + 100 * long);
  const withTeams = () => addActivity(gateway, { teams, teamsUntil });
  const teamOf = async (activityId: number, captain: Member, more: Member[]) => {
    const seat = await addSignup(gateway, activityId, captain);
    const [team] = await database
      .insert(activityTeams)
      .values({ activityId, name: `队${next()}`, nameFolded: `队${next()}`, captainId: seat.id })
      .returning();
    const teamId = team?.id ?? 0;
    const rest = [];
    for (const member of more) rest.push(await addSignup(gateway, activityId, member));
    const joinedAt = services.now();
    await database
      .insert(activityTeamMembers)
      .values([seat, ...rest].map(({ id: signupId }) => ({ signupId, teamId, joinedAt })));
    return { activityId, teamId, memberId: rest[0]?.id ?? 0 };
  };
  const create = await withTeams();
  await addSignup(gateway, create, actor);
  const invited = await teamOf(await withTeams(), other, []);
  await addSignup(gateway, invited.activityId, actor);
  const [invitation] = await database
    .insert(activityInvitations)
    .values({ teamId: invited.teamId, accountId: actor.id })
    .returning();
  const worksUntil = (hours: number) => new Date(now + hours * long);
  const work = await addActivity(gateway, { workFields: [reportField], worksUntil: worksUntil(100) });
  await addSignup(gateway, work, actor);
  const judged = async (judge: Member, scored: boolean) => {
    const activityId = await addActivity(gateway, {
      workFields: [reportField],
      worksUntil: worksUntil(-1),
      judges: [judge],
    });
    const { id: signupId } = await addSignup(gateway, activityId, other);
    const [row] = await database
      .insert(activityWorks)
      .values({ activityId, signupId, title: "作品", answers: { report: "说明" }, updatedAt: services.now() })
      .returning();
    const workId = row?.id ?? 0;
    if (scored)
      await database
        .insert(activityScores)
        .values({ workId, accountId: judge.id, score: 80, at: services.now() });
    return { activityId, workId };
  };
  const organised = await addActivity(gateway);
  const [search] = await database
    .insert(activitySearches)
    .values({
      activityId: organised,
      signupId: (await addSignup(gateway, organised, null)).id,
      text: "写过两年驱动",
      agreedAt: services.now(),
    })
    .returning();
  const checkedIn = { checkedInAt: services.now(), checkedInById: other.id };
  const offer = await addSignup(gateway, open, null, {
    declineKey: `offer-${String(next()).padStart(16, "0")}`,
  });
  return {
    open,
    create,
    work,
    organised,
    openUuid: await proofOf(gateway, open, guestPhone()),
    ...(await captchaFor(gateway, open, guest ? null : actor)),
    search: search?.id ?? 0,
    offerKey: offer.declineKey ?? "",
    declineKey:
      (await addSignup(gateway, open, null, { declineKey: `seat--${String(next()).padStart(16, "0")}` }))
        .declineKey ?? "",
    mine: await own(await addActivity(gateway, { guests: true })),
    cancelled: await own(await addActivity(gateway, { guests: true })),
    invitation: { activityId: invited.activityId, invitationId: invitation?.id ?? 0 },
    inviting: await teamOf(await withTeams(), actor, []),
    removing: await teamOf(await withTeams(), actor, [other]),
    handingOver: await teamOf(await withTeams(), actor, [other]),
    leaving: await teamOf(await withTeams(), actor, []),
    judging: await judged(actor, false),
    publishing: await judged(other, true),
    reviewed: (await addSignup(gateway, organised, other, { state: "pending" })).id,
    takenBack: await reviewedOnce(gateway, organised, other),
    present: (await addSignup(gateway, organised, null, checkedIn)).id,
    otherName: other.nickname,
    photo: await photoOf("https://example.com/"),
  };
}

/** A review that can be withdrawn. */
async function reviewedOnce(gateway: TestGateway, activityId: number, by: Member): Promise<number> {
  const { id: signupId } = await addSignup(gateway, activityId, null, { state: "accepted" });
  const at = gateway.services.now();
  const step = { signupId, byId: by.id, at };
  const [, made] = await gateway.database
    .insert(activitySteps)
    .values([
      { ...step, action: "signUp", state: "pending" },
      { ...step, action: "accept", state: "accepted" },
    ])
    .returning({ id: activitySteps.id });
  return made?.id ?? 0;
}
