import { and, asc, eq } from "drizzle-orm";
import { signCode } from "gateway/activities/checkin/codes";
import { activityMail } from "gateway/activities/tell";
import { activitySignups, notifications, outbox } from "gateway/database/schema";
import { runJobs } from "gateway/server/jobs";
import { describe, expect, it } from "vitest";
import { addActivity, addSignup, photoOf, policyVersion } from "../support/activities";
import { type Member, startGateway, submissionId } from "../support/gateway";

const gateway = startGateway();
const hour = 3_600_000;
const _hours = (count: number) => new Date(gateway().services.now().getTime() + count * hour);
const signup = (activityId: number, change: object = {}) => ({
  activityId,
  category: "all",
  name: "王小明",
  agreed: true as const,
  policyVersion,
  submissionId: submissionId(),
  ...change,
});
const _mailTo = async (recipient: string) => {
  await runJobs(gateway().services, [activityMail]);
  const rows = await gateway()
    .database.select()
    .from(outbox)
    .where(eq(outbox.recipient, recipient))
    .orderBy(asc(outbox.id));
  return rows.map(({ text }) => text);
};

describe("check-in", () => {
  it("accepts each code once, and names the fault of every other code", async () => {
    const organiser = await gateway().member();
    const [activityId, elsewhere] = [
      await addActivity(gateway(), { organisers: [organiser] }),
      await addActivity(gateway(), { organisers: [organiser] }),
    ];
    const member = await gateway().member();
    const { code, id } = await gateway().ok("activitySignup", signup(activityId), member);
    const scan = (text: string, at = activityId) =>
      gateway().ok("activitySignIn", { activityId: at, code: text }, organiser);
    const qr = code?.qr ?? "";
    expect(await scan(qr, elsewhere)).toMatchObject({ answer: "otherActivity", name: "" });
    const forged = `${qr.slice(0, 10)}${qr[10] === "A" ? "B" : "A"}${qr.slice(11)}`;
    for (const wrong of [forged, "ABCDEFGH", "https://example.com/", qr.slice(1)])
      expect(await scan(wrong)).toMatchObject({ answer: "invalid", signupId: null });
    const twice = await Promise.all([scan(qr), scan(code?.letters.toLowerCase() ?? "")]);
    expect(twice.map(({ answer }) => answer).sort()).toEqual(["already", "passed"]);
    expect(await scan(qr)).toMatchObject({ answer: "already", signupId: id, by: organiser.nickname });
    await gateway().ok("activitySignInUndo", { activityId, signupId: id }, organiser);
    const photo = { activityId, file: await photoOf(qr), filename: "qr.jpg" };
    expect(await gateway().ok("activitySignInPhoto", photo, organiser)).toMatchObject({ answer: "passed" });
    for (const [state, answer] of [
      ["pending", "pending"],
      ["waiting", "pending"],
      ["cancelled", "cancelled"],
    ] as const) {
      const other = await addSignup(gateway(), activityId, null, { state });
      expect(await scan(other.letters)).toMatchObject({ answer });
    }
    gateway().pass(11 * 86_400);
    expect(await scan(qr)).toMatchObject({ answer: "invalid" });
  });

  it("counts each nonce once, and the earliest of two devices' scans is the check-in", async () => {
    const [one, two] = [await gateway().member(), await gateway().member()];
    const activityId = await addActivity(gateway(), { organisers: [one, two] });
    const rows: (typeof activitySignups.$inferSelect)[] = [];
    const createdAt = new Date(gateway().services.now().getTime() - 3_600_000);
    for (let index = 0; index < 50; index += 1)
      rows.push(await addSignup(gateway(), activityId, null, { createdAt }));
    const scans = (device: string, minutes: number) =>
      rows.map(({ letters }, index) => ({
        nonce: `${device}-0123456789-${index}`,
        code: letters,
        at: new Date(gateway().services.now().getTime() - minutes * 60_000).toISOString(),
      }));
    const late = { activityId, scans: scans("late", 10) };
    const early = { activityId, scans: scans("early", 20) };
    await Promise.all([
      gateway().ok("activityScansSync", late, one),
      gateway().ok("activityScansSync", early, two),
    ]);
    const stood = await gateway()
      .database.select()
      .from(activitySignups)
      .where(eq(activitySignups.activityId, activityId))
      .orderBy(asc(activitySignups.id));
    expect(stood.map(({ checkedInAt }) => checkedInAt?.toISOString())).toEqual(
      early.scans.map(({ at }) => at),
    );
    expect(stood.every(({ checkedInById }) => checkedInById === two.id)).toBe(true);
    expect((await gateway().ok("activityCounts", { activityId }, one)).checkedIn).toBe(50);
    // A second sync gets the same answers: one device has the check-ins, the other the duplicates.
    const again = await gateway().ok("activityScansSync", early, two);
    expect(again.scans.every(({ answer, duplicate }) => answer === "passed" && !duplicate)).toBe(true);
    const repeated = await gateway().ok("activityScansSync", late, one);
    expect(repeated.scans.every(({ answer, duplicate }) => answer === "already" && duplicate)).toBe(true);
  });

  it("corrects a device's clock by its offset, and replaces impossible times by the present", async () => {
    const organiser = await gateway().member();
    const activityId = await addActivity(gateway(), { organisers: [organiser] });
    const now = gateway().services.now();
    const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();
    const createdAt = new Date(ago(120));
    let scanned = 0;
    const sync = async (letters: string, at: string, deviceTime?: string) => {
      scanned += 1;
      const scans = [{ nonce: `clock-0123456789-${scanned}`, code: letters, at }];
      const given = { activityId, ...(deviceTime ? { deviceTime } : {}), scans };
      return (await gateway().ok("activityScansSync", given, organiser)).scans[0];
    };
    const signup = () => addSignup(gateway(), activityId, null, { createdAt });
    const checkedInAt = async (id: number) => {
      const [row] = await gateway().database.select().from(activitySignups).where(eq(activitySignups.id, id));
      return row?.checkedInAt?.getTime() ?? 0;
    };

    // A device whose clock is a year late, and which scanned ten minutes before the sync.
    const behind = await signup();
    const yearAgo = (minutes: number) => new Date(Date.parse(ago(minutes)) - 365 * 86_400_000).toISOString();
    expect(await sync(behind.letters, yearAgo(10), yearAgo(0))).toMatchObject({ answer: "passed" });
    expect(Math.abs((await checkedInAt(behind.id)) - Date.parse(ago(10)))).toBeLessThan(60_000);

    // Impossible times: before the sign-up, and in the future.
    for (const at of ["0001-01-01T00:00:00Z", yearAgo(0), "2999-01-01T00:00:00Z"]) {
      const one = await signup();
      expect(await sync(one.letters, at)).toMatchObject({ answer: "passed" });
      expect(await checkedInAt(one.id)).toBeGreaterThanOrEqual(now.getTime());
    }

    // An impossible time does not replace the present check-in, nor accept an expired code.
    const stands = await signup();
    await gateway().ok("activitySignIn", { activityId, code: stands.letters }, organiser);
    const before = await checkedInAt(stands.id);
    expect(await sync(stands.letters, "0001-01-01T00:00:00Z")).toMatchObject({ answer: "already" });
    expect(await checkedInAt(stands.id)).toBe(before);
    const late = await signup();
    const code = await signCode(gateway().services, late, new Date(ago(30)));
    expect(await sync(code, "0001-01-01T00:00:00Z")).toMatchObject({ answer: "invalid" });
    expect(await sync(code, ago(40))).toMatchObject({ answer: "passed" });
  });

  it("checks nobody in twice after the gateway's clock was set back", async () => {
    const organiser = await gateway().member();
    const activityId = await addActivity(gateway(), { organisers: [organiser] });
    const { letters } = await addSignup(gateway(), activityId, null);
    const scan = () => gateway().ok("activitySignIn", { activityId, code: letters }, organiser);
    expect(await scan()).toMatchObject({ answer: "passed" });
    gateway().pass(-86_400);
    expect(await scan()).toMatchObject({ answer: "already" });
    gateway().pass(86_400);
  });
});

describe("a team", () => {
  it("belongs to one category, and its captain gets a notice when somebody joins, declines or leaves", async () => {
    const [captain, pending, declining, other] = await Promise.all(
      Array.from({ length: 4 }, () => gateway().member()),
    );
    if (!captain || !pending || !declining || !other) throw new Error("four people");
    const inTwoDays = new Date(gateway().services.now().getTime() + 2 * 86_400_000);
    const activityId = await addActivity(gateway(), {
      teams: { min: 1, max: 5 },
      teamsUntil: inTwoDays,
      review: "manual",
      seats: { one: 9, two: 9 },
    });
    const sign = (who: Member, state: "accepted" | "pending", category = "one") =>
      addSignup(gateway(), activityId, who, { state, category });
    await sign(captain, "accepted");
    const waits = await sign(pending, "pending");
    await sign(declining, "accepted");
    await sign(other, "accepted", "two");
    await gateway().ok("activityTeamCreate", { activityId, name: "一个组别" }, captain);
    const answer = async (who: Member, accept: boolean) => {
      await gateway().ok("activityTeamInvite", { activityId, nickName: who.nickname }, captain);
      const { invitations } = await gateway().ok("activityTeam", { activityId }, who);
      const invitationId = invitations[0]?.invitationId ?? 0;
      return gateway().call("activityTeamAnswer", { activityId, invitationId, accept }, who);
    };
    expect(await answer(pending, true)).toMatchObject({
      status: 200,
      body: { team: { members: [{ pending: false }, { pending: true, signupId: waits.id }] } },
    });
    expect((await answer(declining, false)).status).toBe(200);
    expect(await answer(other, true)).toMatchObject({ body: { errorCode: "TEAM_OTHER_CATEGORY" } });
    const { team } = await gateway().ok("activityTeam", { activityId }, captain);
    const led = team?.members.find((member) => member.captain)?.signupId ?? 0;
    await gateway().ok("activityTeamHandOver", { activityId, signupId: waits.id }, captain);
    await gateway().ok("activityTeamHandOver", { activityId, signupId: led }, pending);
    await gateway().ok("activityTeamLeave", { activityId }, pending);
    const told = await gateway()
      .database.select({ words: notifications.words })
      .from(notifications)
      .where(and(eq(notifications.accountId, captain.id), eq(notifications.activityId, activityId)))
      .orderBy(asc(notifications.id));
    expect(told.map(({ words }) => words)).toEqual([
      `${pending.nickname} 加入了队伍「一个组别」（报名还在审核）`,
      `${declining.nickname} 没有接受队伍「一个组别」的邀请`,
      "你现在是队伍「一个组别」的队长",
      expect.stringMatching(/离开了队伍「一个组别」/),
    ]);
  });
});
