import { setImmediate } from "node:timers/promises";
import { and, asc, eq } from "drizzle-orm";
import { eraseSignups } from "gateway/activities/leave";
import {
  accounts,
  activities,
  activityCategories,
  activitySignups,
  activitySteps,
  activityWorks,
} from "gateway/database/schema";
import { transact } from "gateway/database/transact";
import { describe, expect, it } from "vitest";
import { addActivity, addSignup, guestPhone, policyVersion, proofOf, seatsOf } from "../support/activities";
import { type Member, startGateway, submissionId } from "../support/gateway";
import { isWhole, sampleOf } from "../support/tier";

const gateway = startGateway();

const request = (activityId: number, change: object = {}) => ({
  activityId,
  category: "all",
  name: "王小明",
  agreed: true as const,
  policyVersion,
  submissionId: submissionId(),
  ...change,
});
const people = async (count: number) => {
  const members: Member[] = [];
  for (let index = 0; index < count; index += 1) {
    members.push(await gateway().member());
    // The database answers in this thread, so this lets other tasks run.
    await setImmediate();
  }
  return members;
};
const signupsOf = (activityId: number) =>
  gateway()
    .database.select()
    .from(activitySignups)
    .where(eq(activitySignups.activityId, activityId))
    .orderBy(asc(activitySignups.id));

/** Rules that hold for every activity after any actions. */
async function expectSound(activityId: number): Promise<void> {
  const rows = await signupsOf(activityId);
  for (const category of await seatsOf(gateway(), activityId)) {
    const own = rows.filter((row) => row.category === category.key);
    const seated = own.filter(({ state }) => ["pending", "accepted", "more"].includes(state));
    const waiting = own.filter(({ state }) => state === "waiting");
    expect(category.taken).toBe(seated.length);
    expect(category.waiting).toBe(waiting.length);
    expect(category.taken).toBeLessThanOrEqual(category.seats);
    // Nobody waits while a seat is free.
    if (waiting.length > 0) expect(category.taken).toBe(category.seats);
    // Each waiting person has a place of their own, and nobody else has a place.
    expect(waiting.every(({ place }) => place !== null)).toBe(true);
    expect(new Set(waiting.map(({ place }) => place)).size).toBe(waiting.length);
    // Except a person who was refused while waiting: the refusal may be undone.
    const placed = own.filter(({ state, place }) => state !== "waiting" && place !== null);
    expect(placed.every(({ state }) => state === "refused")).toBe(true);
  }
}

it("each waiting person sees the place in the list of that category of that activity", async () => {
  const seats = { all: 0, side: 0 };
  const [first, other] = [await addActivity(gateway(), { seats }), await addActivity(gateway(), { seats })];
  const [ahead, behind, elsewhere, aside] = await people(4);
  const wait = async (member: Member | undefined, activityId: number, category = "all") =>
    gateway().ok("activitySignup", request(activityId, { category }), member ?? null);
  await wait(elsewhere, other);
  await wait(aside, first, "side");
  await wait(ahead, first);
  await wait(behind, first);
  const placeOf = async (member: Member | undefined) =>
    (await gateway().ok("activityMine", {}, member ?? null)).items.map(({ place }) => place);
  expect(await Promise.all([ahead, behind, elsewhere, aside].map(placeOf))).toEqual([[1], [2], [1], [1]]);
});

/** `npm test` uses fewer, because each sign-up takes some time. */
const [crowd, seats] = isWhole ? [500, 100] : [150, 30];

describe(`${crowd} sign-ups at once for ${seats} seats`, () => {
  it("exactly as many people as there are seats get one, and the others get places in order", async () => {
    const activityId = await addActivity(gateway(), { seats: { all: seats } });
    const members = await people(crowd);
    const answers = await Promise.all(
      members.map((member) => gateway().ok("activitySignup", request(activityId), member)),
    );
    const accepted = answers.filter(({ state }) => state === "accepted");
    expect(accepted).toHaveLength(seats);
    expect(answers.filter(({ state }) => state === "waiting")).toHaveLength(crowd - seats);
    const [category] = await seatsOf(gateway(), activityId);
    expect(category).toMatchObject({ seats, taken: seats, waiting: crowd - seats, lastPlace: crowd - seats });
    const waiting = (await signupsOf(activityId)).filter(({ state }) => state === "waiting");
    expect(waiting.map(({ place }) => place).sort((one, other) => (one ?? 0) - (other ?? 0))).toEqual(
      Array.from({ length: crowd - seats }, (_, index) => index + 1),
    );
    await expectSound(activityId);
    // The first waiting person gets the first returned seat.
    const first = waiting.find(({ place }) => place === 1);
    const leaver = members[answers.findIndex(({ state }) => state === "accepted")] ?? null;
    await gateway().ok("activitySignupCancel", { activityId, reason: "有事" }, leaver);
    const [moved] = await gateway()
      .database.select()
      .from(activitySignups)
      .where(eq(activitySignups.id, first?.id ?? 0));
    expect(moved).toMatchObject({ state: "accepted", place: null, declineKey: expect.any(String) });
    await expectSound(activityId);
  }, 300_000);

  it("the same form posted ten times at once makes one sign-up", async () => {
    const activityId = await addActivity(gateway());
    const member = await gateway().member();
    const same = request(activityId);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => gateway().ok("activitySignup", same, member)),
    );
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await seatsOf(gateway(), activityId)).toMatchObject([{ taken: 1 }]);
    const two = await Promise.all(
      [1, 2].map(() => gateway().call("activitySignup", request(activityId), member)),
    );
    expect(two.map(({ status }) => status)).toEqual([409, 409]);
    expect(await seatsOf(gateway(), activityId)).toMatchObject([{ taken: 1 }]);
  });
});

/** A small generator that gives the same numbers for the same seed (mulberry32). */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

describe.each(sampleOf([1, 2, 3], 1, String))(
  "random sign-ups, cancellations, reviews, seats and teams, seed %i",
  (seed) => {
    it("random actions never exceed the seats, leave no seat free while people wait, and keep their order", async () => {
      const random = randomOf(seed);
      const organiser = await gateway().member();
      const teamsUntil = new Date(gateway().services.now().getTime() + 86_400_000);
      const activityId = await addActivity(gateway(), {
        seats: { all: 3, open: 2 },
        review: seed === 2 ? "auto" : "manual",
        organisers: [organiser],
        teams: { min: 1, max: 3 },
        teamsUntil,
      });
      const members = await people(10);
      const pick = () => members[random(members.length)] ?? null;
      const category = () => (random(2) === 0 ? "all" : "open");
      const someone = async () => {
        const rows = await signupsOf(activityId);
        return rows[random(Math.max(1, rows.length))]?.id ?? 1;
      };
      const reviews: number[] = [];
      const actions: (() => Promise<{ status: number }>)[] = [
        () => gateway().call("activitySignup", request(activityId, { category: category() }), pick()),
        () => gateway().call("activitySignup", request(activityId, { category: category() }), pick()),
        () => gateway().call("activitySignupCancel", { activityId, reason: "有事" }, pick()),
        () =>
          gateway().call(
            "activitySignupUpdate",
            { activityId, category: category(), name: "改名", wait: random(2) === 0 },
            pick(),
          ),
        async () => {
          const review = reviews.splice(random(Math.max(1, reviews.length)), 1)[0] ?? 1;
          return gateway().call("activityReviewUndo", { activityId, review }, organiser);
        },
        async () => {
          const action = (["accept", "askMore", "refuse"] as const)[random(3)];
          const signupIds = [await someone(), await someone()];
          const form = { activityId, signupIds, action, reason: "看过" };
          const answer = await gateway().call("activityReview", form, organiser);
          const { review } = answer.body as { review?: number | null };
          if (review) reviews.push(review);
          return answer;
        },
        () =>
          gateway().call(
            "activitySeats",
            { activityId, category: category(), seats: 1 + random(6) },
            organiser,
          ),
        () =>
          gateway().call(
            "activityWalkIn",
            { activityId, category: category(), name: "路过", submissionId: submissionId() },
            organiser,
          ),
        () =>
          gateway().call(
            "activityTeamCreate",
            { activityId, name: `队${seed}-${random(1_000_000)}` },
            pick(),
          ),
        () => gateway().call("activityTeamInvite", { activityId, nickName: pick()?.nickname }, pick()),
        () => gateway().call("activityTeamLeave", { activityId }, pick()),
        async () => {
          const member = pick();
          const { invitations = [] } = (await gateway().call("activityTeam", { activityId }, member))
            .body as {
            invitations?: { invitationId: number }[];
          };
          const invitationId = invitations[0]?.invitationId ?? 1;
          return gateway().call("activityTeamAnswer", { activityId, invitationId, accept: true }, member);
        },
      ];
      let before = await waitingOrder(activityId);
      for (let step = 0; step < 60; step += 1) {
        const several = Array.from({ length: 1 + random(3) }, () => actions[random(actions.length)]);
        for (const { status } of await Promise.all(several.map((action) => action?.())).then((all) =>
          all.flatMap((answer) => answer ?? []),
        ))
          expect(status).toBeLessThan(500);
        await expectSound(activityId);
        const after = await waitingOrder(activityId);
        // People who still wait keep their order.
        for (const key of ["all", "open"] as const) {
          const still = before[key].filter((id) => after[key].includes(id));
          expect(after[key].filter((id) => still.includes(id))).toEqual(still);
          // Everybody who got a seat had waited before all of them.
          const movedUp = new Set(
            (await signupsOf(activityId))
              .filter((row) => row.category === key && row.movedUpAt !== null)
              .map(({ id }) => id),
          );
          const moved = before[key].filter((id) => movedUp.has(id));
          expect(before[key].filter((id) => moved.includes(id) || still.includes(id))).toEqual([
            ...moved,
            ...still,
          ]);
        }
        before = after;
      }
    }, 240_000);
  },
);

async function waitingOrder(activityId: number): Promise<{ all: number[]; open: number[] }> {
  const of = async (key: string) =>
    (
      await gateway()
        .database.select({ id: activitySignups.id })
        .from(activitySignups)
        .where(
          and(
            eq(activitySignups.activityId, activityId),
            eq(activitySignups.category, key),
            eq(activitySignups.state, "waiting"),
          ),
        )
        .orderBy(asc(activitySignups.place))
    ).map(({ id }) => id);
  return { all: await of("all"), open: await of("open") };
}

it("an organiser sets the number of seats, and never below the taken seats", async () => {
  const organiser = await gateway().member();
  const activityId = await addActivity(gateway(), { seats: { all: 2 }, organisers: [organiser] });
  const [one, two, three] = await people(3);
  for (const member of [one, two, three])
    await gateway().ok("activitySignup", request(activityId), member ?? null);
  await gateway().refused(
    "activitySeats",
    { activityId, category: "all", seats: 1 },
    "SEATS_TAKEN",
    organiser,
  );
  await gateway().ok("activitySeats", { activityId, category: "all", seats: 3 }, organiser);
  const { signup } = await gateway().ok("activityMySignup", { activityId }, three ?? null);
  expect(signup).toMatchObject({ state: "accepted", place: null });
  expect(
    await gateway().database.$count(activityCategories, eq(activityCategories.activityId, activityId)),
  ).toBe(1);
});

describe("an undone review", () => {
  const scene = async (seats: number, count: number) => {
    const organiser = await gateway().member();
    const options = { seats: { all: seats }, organisers: [organiser], review: "manual" as const };
    const activityId = await addActivity(gateway(), options);
    const members = await people(count);
    for (const member of members) await gateway().ok("activitySignup", request(activityId), member);
    const ids = (await signupsOf(activityId)).map(({ id }) => id);
    const review = async (action: "accept" | "askMore" | "refuse", signupIds: number[]) =>
      (await gateway().ok("activityReview", { activityId, signupIds, action, reason: "看过" }, organiser))
        .review ?? 0;
    const undo = (made: number) =>
      gateway().ok("activityReviewUndo", { activityId, review: made }, organiser);
    const rows = async () =>
      (await signupsOf(activityId)).map(({ id, state, place, reason }) => ({ id, state, place, reason }));
    return { activityId, organiser, members, ids, review, undo, rows };
  };

  it.each(["accept", "askMore", "refuse"] as const)(
    "%s: each sign-up returns to its state, place and reason, and the person gets a notice; once, and within seven days",
    async (action) => {
      const { activityId, ids, review, undo, rows, organiser } = await scene(2, 3);
      await review("askMore", ids.slice(0, 1));
      gateway().pass(60);
      const was = await rows();
      // The refusal covers all, also the waiting person, so nobody moves up.
      const made = await review(action, action === "askMore" ? ids.slice(1, 2) : ids);
      expect(await rows()).not.toEqual(was);
      gateway().pass(60);
      expect((await undo(made)).skipped).toEqual([]);
      expect(await rows()).toEqual(was);
      await expectSound(activityId);
      const told = await gateway().ok(
        "activitySignupHistory",
        { activityId, signupId: ids[1] ?? 0 },
        organiser,
      );
      expect(told.steps.at(-1)).toMatchObject({ action: "takeBack", state: "pending" });
      const again = await undo(made);
      expect(again.done).toEqual([]);
      expect(again.skipped[0]).toMatchObject({ why: "后来又有了变动" });
      const old = new Date(gateway().services.now().getTime() - 8 * 86_400_000);
      await gateway().database.update(activitySteps).set({ at: old }).where(eq(activitySteps.id, made));
      await gateway().refused(
        "activityReviewUndo",
        { activityId, review: made },
        "REVIEW_UNDO_TOO_LATE",
        organiser,
      );
    },
  );

  it("takes no seat from a person who moved up, and changes nothing for a person who signed up again", async () => {
    const { activityId, members, ids, review, undo, rows } = await scene(1, 2);
    const made = await review("refuse", ids.slice(0, 1));
    expect((await rows()).map(({ state }) => state)).toEqual(["refused", "pending"]);
    expect(await undo(made)).toEqual({ done: [], skipped: [{ id: ids[0], why: "名额已经给了别人" }] });
    await gateway().ok("activitySignup", request(activityId), members[0] ?? null);
    const [anew] = (await undo(made)).skipped;
    expect(anew?.why).toBe("又报了名，以新的报名为准");
    await expectSound(activityId);
  });
});

it("a member who signs up while a guest's sign-up becomes theirs has one sign-up, without a failure", async () => {
  const { database } = gateway();
  for (const [round, member] of (await people(20)).entries()) {
    const activityId = await addActivity(gateway(), { guests: true, seats: { all: 10 } });
    const [account] = await database.select().from(accounts).where(eq(accounts.id, member.id));
    const uuid = await proofOf(gateway(), activityId, guestPhone());
    const signedUp = gateway().call("activitySignup", request(activityId, { uuid }), member);
    const takenOver = (async () => {
      for (let turn = 0; turn < round % 7; turn += 1) await setImmediate();
      await addSignup(gateway(), activityId, null, { contact: account?.phone ?? "" });
      return Promise.all([1, 2].map(() => gateway().call("activityMySignup", { activityId }, member)));
    })();
    const answers = [await signedUp, ...(await takenOver)];
    for (const { status, body } of answers) expect([200, 409], JSON.stringify(body)).toContain(status);
    const own = (await signupsOf(activityId)).filter(({ accountId }) => accountId === member.id);
    expect(own).toHaveLength(1);
    await expectSound(activityId);
  }
});

it("a scan sent again while its first answer is on its way counts once", async () => {
  const organiser = await gateway().member();
  const activityId = await addActivity(gateway(), { organisers: [organiser] });
  for (let round = 0; round < 10; round += 1) {
    const { letters: code } = await addSignup(gateway(), activityId, null);
    const nonce = `flaky-0123456789-${round}`;
    const at = new Date(gateway().services.now().getTime() - 2_000).toISOString();
    const sync = { activityId, scans: [{ nonce, code, at }] };
    const [live, synced] = await Promise.all([
      gateway().ok("activitySignIn", { activityId, code, nonce }, organiser),
      gateway().ok("activityScansSync", sync, organiser),
    ]);
    expect([live.answer, synced.scans[0]]).toMatchObject(["passed", { answer: "passed", duplicate: false }]);
    const { scans } = await gateway().ok("activityScansSync", sync, organiser);
    expect(scans).toMatchObject([{ answer: "passed", duplicate: false }]);
  }
});

it("published results keep their ranks when a member leaves, without that member's name", async () => {
  const { database, services } = gateway();
  const [leaver, other] = (await people(2)) as [Member, Member];
  const activityId = await addActivity(gateway());
  const works: number[] = [];
  for (const member of [leaver, other]) {
    const { id: signupId } = await addSignup(gateway(), activityId, member);
    const at = services.now();
    const values = { activityId, signupId, title: "作品", answers: {}, updatedAt: at };
    const [work] = await database.insert(activityWorks).values(values).returning();
    works.push(work?.id ?? 0);
  }
  const results = works.map((workId, index) => ({
    workId,
    title: "作品",
    by: `作者${index}`,
    category: "全部",
    score: 90 - index,
    rank: index + 1,
  }));
  await database.update(activities).set({ results }).where(eq(activities.id, activityId));
  const [account] = await database.select().from(accounts).where(eq(accounts.id, leaver.id));
  if (!account) throw new Error("no account");
  await transact(database, (inside) => eraseSignups(inside, account, services.now()));
  const [row] = await database.select().from(activities).where(eq(activities.id, activityId));
  expect(row?.results).toEqual([{ ...results[0], by: "已注销用户" }, results[1]]);
});

it("a work stays when its team ends: out of the competition, and in its maker's next team again", async () => {
  const [judge, maker] = (await people(2)) as [Member, Member];
  const activityId = await addActivity(gateway(), {
    kind: "competition",
    organisers: [judge],
    judges: [judge],
    teams: { min: 1, max: 2 },
    teamsUntil: new Date(gateway().services.now().getTime() + 86_400_000),
    workFields: [],
    worksUntil: new Date(gateway().services.now().getTime() + 86_400_000),
  });
  await addSignup(gateway(), activityId, maker);
  const works = async () => (await gateway().ok("activityWorks", { activityId }, judge)).items.length;
  await gateway().ok("activityTeamCreate", { activityId, name: "一队" }, maker);
  await gateway().ok("activityWorkSave", { activityId, title: "温湿度计", answers: {} }, maker);
  expect(await works()).toBe(1);
  await gateway().ok("activityTeamLeave", { activityId }, maker);
  expect(await works()).toBe(0);
  await gateway().ok("activityTeamCreate", { activityId, name: "二队" }, maker);
  expect(await works()).toBe(1);
  const { work } = await gateway().ok("activityWork", { activityId }, maker);
  expect(work?.title).toBe("温湿度计");
});
