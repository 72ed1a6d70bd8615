import { asc, eq } from "drizzle-orm";
import { activityRemindersJob, eraseActivitiesJob } from "gateway/activities/jobs";
import { activityMail } from "gateway/activities/tell";
import {
  accounts,
  activities,
  activityFiles,
  activitySignups,
  consentRecords,
  examAttempts,
  jobs,
  notifications,
  outbox,
} from "gateway/database/schema";
import { runDueJobs } from "gateway/jobs";
import { runJobs } from "gateway/server/jobs";
import { describe, expect, it } from "vitest";
import {
  addActivity,
  addSignup,
  codeTo,
  field,
  guestPhone,
  policyVersion,
  seatsOf,
  solvedCaptcha,
} from "../support/activities";
import { smallPng } from "../support/calls/feedback";
import { startGateway, submissionId } from "../support/gateway";
import { sceneTraining } from "../support/training";

const gateway = startGateway();
const hour = 3_600_000;
const hours = (count: number) => new Date(gateway().services.now().getTime() + count * hour);
const signup = (activityId: number, change: object = {}) => ({
  activityId,
  category: "all",
  name: "王小明",
  agreed: true as const,
  policyVersion,
  submissionId: submissionId(),
  ...change,
});
const mailTo = async (recipient: string) => {
  await runJobs(gateway().services, [activityMail]);
  const rows = await gateway()
    .database.select()
    .from(outbox)
    .where(eq(outbox.recipient, recipient))
    .orderBy(asc(outbox.id));
  return rows.map(({ text }) => text);
};

describe("the state of an activity", () => {
  it.each([
    ["notOpen", { signUpFrom: 1 }],
    ["open", {}],
    ["full", { seats: { all: 0 } }],
    ["closed", { signUpUntil: -1 }],
    ["running", { startAt: -1, signUpUntil: -2 }],
    ["ended", { startAt: -9, endAt: -1, signUpUntil: -10 }],
  ])(
    "%s is computed in the gateway, for the list and the detail",
    async (state, {
      seats,
      ...times
    }: {
      seats?: Record<string, number>;
    } & Record<string, unknown>) => {
      const change = Object.fromEntries(Object.entries(times).map(([name, at]) => [name, hours(Number(at))]));
      const activityId = await addActivity(gateway(), { ...change, ...(seats ? { seats } : {}) });
      expect(await gateway().ok("activityDetail", { activityId })).toMatchObject({ state });
      const { items } = await gateway().ok("activityList", { state, size: 200 } as never);
      expect(items.map(({ id }) => id)).toContain(activityId);
      expect(items.every((item) => item.state === state)).toBe(true);
    },
  );
});

describe("a guest", () => {
  it("signs up with a code, returns with another, and an account with the same contact takes the sign-up over", async () => {
    const activityId = await addActivity(gateway(), { guests: true });
    const mobile = guestPhone();
    const prove = async () => {
      gateway().pass(61);
      const captcha = solvedCaptcha(gateway());
      const { messageId } = await gateway().ok("activityCaptchaSend", { activityId, mobile, ...captcha });
      // A captcha is accepted once.
      await gateway().refused("activityCaptchaSend", { activityId, mobile, ...captcha }, "CAPTCHA_WRONG");
      const code = { activityId, mobile, messageId, captchaCode: await codeTo(gateway(), mobile) };
      const other = await addActivity(gateway(), { guests: true });
      // The code is refused for another activity or phone.
      await gateway().refused("activityCaptchaVerify", { ...code, activityId: other }, "CODE_WRONG");
      await gateway().refused("activityCaptchaVerify", { ...code, mobile: guestPhone() }, "CODE_WRONG");
      const answer = await gateway().ok("activityCaptchaVerify", code);
      await gateway().refused("activityCaptchaVerify", code, "CODE_WRONG");
      await gateway().refused(
        "activityMySignup",
        { activityId: other, uuid: answer.uuid },
        "GUEST_PROOF_INVALID",
      );
      return answer;
    };
    const first = await prove();
    expect(first.signedUp).toBe(false);
    const request = signup(activityId, { uuid: first.uuid });
    const made = await gateway().ok("activitySignup", request);
    expect(made).toMatchObject({ state: "accepted", code: { qr: expect.stringMatching(/^.{105}$/) } });
    expect(made.contact).toBe(mobile.replace(/^(.{3}).*(.{4})$/, "$1****$2"));
    expect(await gateway().ok("activitySignup", request)).toMatchObject({ id: made.id });
    await gateway().refused(
      "activitySignup",
      signup(activityId, { uuid: first.uuid }),
      "GUEST_PROOF_INVALID",
    );
    const second = await prove();
    expect(second.signedUp).toBe(true);
    const back = await gateway().ok("activityMySignup", { activityId, uuid: second.uuid });
    expect(back.signup?.id).toBe(made.id);
    gateway().pass(31 * 60);
    await gateway().refused("activityMySignup", { activityId, uuid: second.uuid }, "GUEST_PROOF_INVALID");

    const member = await gateway().member();
    await gateway().database.update(accounts).set({ phone: mobile }).where(eq(accounts.id, member.id));
    expect((await gateway().ok("activityMySignup", { activityId }, member)).signup?.id).toBe(made.id);
    const ledger = await gateway()
      .database.select()
      .from(consentRecords)
      .where(eq(consentRecords.accountId, member.id));
    expect(ledger).toMatchObject([
      { policyId: "activeprivacyPolicy", version: policyVersion, decision: "1" },
    ]);
    expect((await gateway().ok("consentLedger", {}, member)).records).toHaveLength(1);
    const third = await prove();
    expect((await gateway().ok("activityMySignup", { activityId, uuid: third.uuid })).signup).toBeNull();
  });

  it("keeps the sign-up with a seat when an account takes over, and not its earlier cancelled one", async () => {
    const member = await gateway().member();
    const mobile = guestPhone();
    await gateway().database.update(accounts).set({ phone: mobile }).where(eq(accounts.id, member.id));
    const guest = { contact: mobile, channel: "phone" as const };
    const activityId = await addActivity(gateway());
    await addSignup(gateway(), activityId, null, { ...guest, state: "cancelled" });
    const seated = await addSignup(gateway(), activityId, null, guest);
    expect(await gateway().ok("activityMySignup", { activityId }, member)).toMatchObject({
      signup: { id: seated.id, state: "accepted" },
    });
    // An account that had cancelled its own sign-up can take it over too.
    const again = await addActivity(gateway());
    await addSignup(gateway(), again, member, { state: "cancelled" });
    const later = await addSignup(gateway(), again, null, guest);
    expect(await gateway().ok("activityMySignup", { activityId: again }, member)).toMatchObject({
      signup: { id: later.id, state: "accepted" },
    });
    // If the account has a sign-up of its own, that one stays as it is.
    const both = await addActivity(gateway());
    const own = await addSignup(gateway(), both, member, { contact: guestPhone() });
    await addSignup(gateway(), both, null, guest);
    expect((await gateway().ok("activityMySignup", { activityId: both }, member)).signup?.id).toBe(own.id);
  });
});

describe("the waiting list", () => {
  it("moves up in order, sends a notice, and a seat can be declined once by its link", async () => {
    const activityId = await addActivity(gateway(), { seats: { all: 1 } });
    const [first, second, third] = [
      await gateway().member(),
      await gateway().member(),
      await gateway().member(),
    ];
    await gateway().ok("activitySignup", signup(activityId), first);
    expect(await gateway().ok("activitySignup", signup(activityId), second)).toMatchObject({
      state: "waiting",
      place: 1,
    });
    expect(await gateway().ok("activitySignup", signup(activityId), third)).toMatchObject({
      state: "waiting",
      place: 2,
    });
    const cancel = { activityId, reason: "出差" };
    const gone = await gateway().ok("activitySignupCancel", cancel, first);
    // Pressed again, because the answer was lost: it is cancelled once.
    expect(await gateway().ok("activitySignupCancel", cancel, first)).toEqual(gone);
    const { signup: moved } = await gateway().ok("activityMySignup", { activityId }, second);
    expect(moved).toMatchObject({ state: "accepted", place: null, movedUpAt: expect.any(String) });
    expect((await gateway().ok("activityMySignup", { activityId }, third)).signup?.place).toBe(1);
    const [row] = await gateway()
      .database.select()
      .from(activitySignups)
      .where(eq(activitySignups.id, moved?.id ?? 0));
    const key = row?.declineKey ?? "";
    expect((await mailTo(row?.contact ?? "")).at(-1)).toContain(`decline=${key}`);
    expect(await gateway().ok("activitySeatOffer", { key })).toMatchObject({ name: "王小明" });
    await gateway().ok("activitySeatDecline", { key });
    await gateway().refused("activitySeatDecline", { key }, "DECLINE_INVALID");
    expect((await gateway().ok("activityMySignup", { activityId }, third)).signup?.state).toBe("accepted");
    // A cancelled sign-up never returns by itself.
    await gateway().ok("activitySignupCancel", { activityId, reason: "出差" }, third);
    expect((await gateway().ok("activityMySignup", { activityId }, second)).signup?.state).toBe("cancelled");
    expect(await seatsOf(gateway(), activityId)).toMatchObject([{ taken: 0, waiting: 0 }]);
    expect(
      await gateway().database.$count(notifications, eq(notifications.accountId, second.id)),
    ).toBeGreaterThanOrEqual(3);
  });
});

describe("a required exam", () => {
  it("refuses people who have not passed it, and accepts people who have passed it once", async () => {
    const member = await gateway().member();
    const { exam, course } = await sceneTraining(gateway(), await gateway().member());
    const typeId = String(exam);
    const activityId = await addActivity(gateway(), { exam: typeId });
    const attempt = async (passed: boolean) => {
      const now = gateway().services.now();
      await gateway().database.insert(examAttempts).values({
        accountId: member.id,
        examId: exam,
        courseId: course,
        examTitle: "考试",
        courseTitle: "课程",
        state: "marked",
        questions: [],
        pass: 60,
        total: 1,
        passed,
        startedAt: now,
        endsAt: now,
        endedAt: now,
      });
    };
    await attempt(false);
    expect(await gateway().ok("selectTestPassedByTypeId", { typeId }, member)).toMatchObject({
      passed: false,
    });
    await gateway().refused("activitySignup", signup(activityId), "EXAM_NOT_PASSED", member);
    await attempt(true);
    expect(await gateway().ok("selectTestPassedByTypeId", { typeId }, member)).toMatchObject({
      passed: true,
    });
    expect(await gateway().ok("activitySignup", signup(activityId), member)).toMatchObject({
      id: expect.any(Number),
    });
    expect(await gateway().ok("selectTestPassedByTypeId", { typeId: "uart" }, member)).toMatchObject({
      passed: false,
    });
  });
});

describe("another activity's organiser", () => {
  it("has no more rights here than any member", async () => {
    const [own, stranger] = [await gateway().member(), await gateway().member()];
    const activityId = await addActivity(gateway(), { organisers: [own] });
    await addActivity(gateway(), { organisers: [stranger] });
    const { id: signupId } = await addSignup(gateway(), activityId, null);
    const calls = [
      ...[
        ["activityCounts", {}],
        ["activitySignups", {}],
        ["activitySignupExport", {}],
        ["activityTeamList", {}],
      ],
      ...[
        ["activitySignupHistory", { signupId }],
        ["activitySignIn", { signupId }],
      ],
      ["activityReview", { signupIds: [signupId], action: "refuse", reason: "x" }],
      ["activitySeats", { category: "all", seats: 5 }],
      ["activityMessage", { text: "x", submissionId: submissionId() }],
      ["activityWalkIn", { category: "all", name: "x", submissionId: submissionId() }],
      ["activitySignInUndo", { signupId }],
      ["activityResultsPublish", {}],
    ] as [Parameters<ReturnType<typeof gateway>["call"]>[0], object][];
    for (const [name, change] of calls)
      await gateway().refused(name, { activityId, ...change }, "NOT_PERMITTED", stranger);
    expect((await gateway().ok("activityCounts", { activityId }, own)).activity.id).toBe(activityId);
    // A sign-up of this activity cannot be reached through the organiser's own activity.
    const theirs = await addActivity(gateway(), { organisers: [stranger] });
    const request = { activityId: theirs, signupIds: [signupId], action: "refuse", reason: "x" };
    await gateway().refused("activityReview", request, "SIGNUP_NOT_FOUND", stranger);
    await gateway().refused(
      "activitySignInUndo",
      { activityId: theirs, signupId },
      "SIGNUP_NOT_FOUND",
      stranger,
    );
  });
});

describe("answers and files", () => {
  it("are checked by field, and a file opens for its owner alone", async () => {
    const organiser = await gateway().member();
    const [me, other] = [await gateway().member(), await gateway().member()];
    const activityId = await addActivity(gateway(), {
      organisers: [organiser],
      fields: [
        field({ key: "school", max: 5 }),
        field({ key: "track", type: "choice", many: true, lookup: "tracks" }),
        field({ key: "card", type: "file", endings: [".png"], maxBytes: 1_000_000 }),
      ],
      lookups: { tracks: [{ code: "radio", name: "无线" }] },
    });
    const file = await gateway().ok(
      "fileuploadAndCheck",
      { activityId, field: "card", file: smallPng, filename: "证 件.png" },
      me,
    );
    const answers = { school: "武汉大学", track: ["radio"], card: String(file.id) };
    const wrong = await gateway().refused(
      "activitySignup",
      signup(activityId, { answers: { ...answers, school: "长长长长长长", track: ["none"] } }),
      "ANSWERS_WRONG",
      me,
    );
    expect(wrong.fields).toEqual({
      "answers.school": ["不能超过 5 个字"],
      "answers.track": ["没有这个选项"],
    });
    await gateway().refused("activitySignup", signup(activityId, { answers }), "ANSWERS_WRONG", other);
    const made = await gateway().ok("activitySignup", signup(activityId, { answers }), me);
    expect(made.answers.map(({ text }) => text)).toEqual(["武汉大学", "无线", "证 件.png"]);
    const open = async (as: { cookie: string } | null) =>
      (await gateway().fetch(file.address, { headers: as ? { cookie: as.cookie } : {} })).status;
    expect([await open(me), await open(organiser), await open(other), await open(null)]).toEqual([
      ...[200, 200],
      ...[404, 404],
    ]);
    // The public proof shows every answer, and no address of a file.
    const proof = await gateway().ok("activityProof", { key: made.proofKey });
    expect(proof).toMatchObject({ name: "王小明", state: "accepted", category: "组别all" });
    expect(proof.answers.every((answer) => answer.file === null)).toBe(true);

    const ask = { activityId, signupIds: [made.id], action: "askMore" as const, reason: "证件看不清" };
    await gateway().ok("activityReview", ask, organiser);
    const endsAt = async (at: Date) => {
      const times = { startAt: new Date(at.getTime() - hour), endAt: at };
      await gateway().database.update(activities).set(times).where(eq(activities.id, activityId));
      gateway().pass(3_601);
      await runDueJobs(gateway().services, [eraseActivitiesJob]);
    };
    // The job runs an hour late here: a file is kept for the whole 180 days.
    await endsAt(hours(-24 * 180 + 2));
    const own = await gateway().ok("activityMySignup", { activityId }, me);
    expect(own.signup).toMatchObject({ erased: false, reason: "证件看不清" });
    expect(own.signup?.answers).toHaveLength(3);
    await endsAt(hours(-24 * 180));
    const { steps } = await gateway().ok(
      "activitySignupHistory",
      { activityId, signupId: made.id },
      organiser,
    );
    expect(steps.map(({ action, reason }) => [action, reason])).toEqual([
      ["signUp", ""],
      ["askMore", ""],
    ]);
    const [row] = await gateway()
      .database.select()
      .from(activitySignups)
      .where(eq(activitySignups.id, made.id));
    expect(row).toMatchObject({ answers: {}, contact: "", name: "王小明" });
    expect(await gateway().database.$count(activityFiles, eq(activityFiles.activityId, activityId))).toBe(0);
    expect((await gateway().ok("activityProof", { key: made.proofKey })).erased).toBe(true);
  });
});

describe("reviews and messages", () => {
  it("decide on many at once, with a reason, and a person who was asked for more can hand in again", async () => {
    const organiser = await gateway().member();
    const activityId = await addActivity(gateway(), { organisers: [organiser], review: "manual" });
    const [one, two] = [await gateway().member(), await gateway().member()];
    const first = await gateway().ok("activitySignup", signup(activityId), one);
    const second = await gateway().ok("activitySignup", signup(activityId), two);
    expect([first.state, first.code]).toEqual(["pending", null]);
    const ask = { activityId, signupIds: [first.id, second.id], action: "askMore", reason: "请写学校全称" };
    expect(await gateway().ok("activityReview", ask as never, organiser)).toMatchObject({
      done: [first.id, second.id],
      skipped: [],
    });
    const change = { activityId, category: "all", name: "王大明" };
    expect(await gateway().ok("activitySignupUpdate", change, one)).toMatchObject({ state: "pending" });
    const accept = { activityId, signupIds: [first.id, second.id], action: "accept" as const };
    await gateway().ok("activityReview", accept, organiser);
    expect((await gateway().ok("activityReview", accept, organiser)).skipped).toEqual([first.id, second.id]);
    const history = await gateway().ok(
      "activitySignupHistory",
      { activityId, signupId: first.id },
      organiser,
    );
    expect(history.steps.map(({ action }) => action)).toEqual(["signUp", "askMore", "complete", "accept"]);
    const message = { activityId, text: "请带电脑", submissionId: submissionId() };
    expect(await gateway().ok("activityMessage", message, organiser)).toEqual({ recipients: 2 });
    expect(await gateway().ok("activityMessage", message, organiser)).toEqual({ recipients: 2 });
    const [row] = await gateway()
      .database.select()
      .from(activitySignups)
      .where(eq(activitySignups.id, first.id));
    const mails = await mailTo(row?.contact ?? "");
    expect(mails.filter((text) => text.includes("请带电脑"))).toHaveLength(1);
    expect(mails.some((text) => text.includes("请写学校全称"))).toBe(true);
    const found = await gateway().ok(
      "activitySignups",
      { activityId, q: (row?.contact ?? "").slice(-4) },
      organiser,
    );
    expect(found.items.map(({ id }) => id)).toContain(first.id);

    await gateway()
      .database.update(activities)
      .set({ startAt: hours(23), signUpUntil: hours(1) })
      .where(eq(activities.id, activityId));
    gateway().pass(301);
    await runDueJobs(gateway().services, [activityRemindersJob]);
    gateway().pass(301);
    await runDueJobs(gateway().services, [activityRemindersJob]);
    expect((await mailTo(row?.contact ?? "")).filter((text) => text.includes("将于"))).toHaveLength(1);
    expect(await gateway().database.$count(jobs, eq(jobs.kind, activityMail.name))).toBe(0);
  });
});

describe("an activity that the operator took down", () => {
  it("keeps its page, and accepts no sign-up", async () => {
    const id = await addActivity(gateway(), { seats: { all: 5 }, delistedAt: hours(-1) });
    const page = await gateway().ok("activityDetail", { activityId: id });
    expect([page.id, page.withdrawn, page.signUpOpen]).toEqual([id, true, false]);
    const { items: listed } = await gateway().ok("activityList", {});
    expect(listed.some((each) => each.id === id)).toBe(false);
    await gateway().refused("activitySignup", signup(id), "ACTIVITY_NOT_FOUND", await gateway().member());
    const standing = await addActivity(gateway(), { seats: { all: 5 } });
    expect((await gateway().ok("activityDetail", { activityId: standing })).withdrawn).toBe(false);
  });
});
