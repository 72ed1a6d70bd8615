import type { CallRequest, CallResponse } from "contract";
import { reviewUndoDays, type SignupState, signupStates } from "contract/activities/constants";
import { liveStates, reviewActions, seatedStates } from "contract/activities/transitions";
import { subtractTime } from "contract/base/time";
import { and, asc, desc, eq, inArray, ne, or, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { activityCategories, activitySignups, activitySteps } from "../../database/schema";
import { transact } from "../../database/transact";
import { accountOf, type CallContext } from "../../server/context";
import { found, Refusal } from "../../server/refusal";
import { lockActivity } from "../lock";
import { type Activity, readAnyActivity, type Signup } from "../rows";
import { keepSteps, moveUp, takeSeat } from "../signups/seats";
import { tell } from "../tell";

type Step = typeof activitySteps.$inferSelect;
const isOneOf = (states: readonly string[], state: string) => states.includes(state);

/** The steps of one review: the decisions of one organiser with the same time. Throws REVIEW_NOT_FOUND. */
async function stepsOf(database: Database, activityId: number, review: number): Promise<Step[]> {
  const [first] = await database.select().from(activitySteps).where(eq(activitySteps.id, review));
  const { action, at, byId } = found(first, "REVIEW_NOT_FOUND");
  if (!isOneOf(reviewActions, action) || byId === null) throw new Refusal("REVIEW_NOT_FOUND");
  const rows = await database
    .select({ step: activitySteps })
    .from(activitySteps)
    .innerJoin(activitySignups, eq(activitySignups.id, activitySteps.signupId))
    .where(
      and(
        ...[eq(activitySignups.activityId, activityId), eq(activitySteps.byId, byId)],
        ...[eq(activitySteps.action, action), eq(activitySteps.at, at)],
      ),
    )
    // Sign-ups with seats before those on the waiting list: nobody can take a seat while somebody waits.
    .orderBy(sql`${activitySignups.place} asc nulls first`, asc(activitySteps.id));
  if (!rows.some(({ step }) => step.id === review)) throw new Refusal("REVIEW_NOT_FOUND");
  return rows.map(({ step }) => step);
}

/** The state of a sign-up before a step; null when it was changed since, or when no earlier step is known. */
async function before(database: Database, { id, signupId }: Step) {
  const steps = await database
    .select()
    .from(activitySteps)
    .where(eq(activitySteps.signupId, signupId))
    .orderBy(desc(activitySteps.id));
  const [last, previous] = steps;
  if (last?.id !== id || !previous) return null;
  const earlierReview = steps.slice(1).find(({ action }) => isOneOf(reviewActions, action));
  return { state: previous.state, reason: earlierReview?.reason ?? "" };
}

/** Whether the person or contact has signed up again since; only one sign-up is allowed. */
async function isSignedUpAgain(database: Database, signup: Signup): Promise<boolean> {
  const { id, activityId, accountId, channel, contact } = signup;
  const same = or(
    accountId === null ? undefined : eq(activitySignups.accountId, accountId),
    contact === ""
      ? undefined
      : and(eq(activitySignups.channel, channel), eq(activitySignups.contact, contact)),
  );
  if (!same) return false;
  const another = and(
    ...[eq(activitySignups.activityId, activityId), ne(activitySignups.id, id), same],
    inArray(activitySignups.state, [...liveStates]),
  );
  return (await database.$count(activitySignups, another)) > 0;
}

/**
 * Gives a refused sign-up its seat, or its place on the waiting list, back.
 * @returns the reason why that is impossible; empty on success
 */
async function seatAgain(database: Database, signup: Signup, state: SignupState): Promise<string> {
  if (await isSignedUpAgain(database, signup)) return "又报了名，以新的报名为准";
  const { activityId, category } = signup;
  if (isOneOf(seatedStates, state))
    return (await takeSeat(database, activityId, category)) ? "" : "名额已经给了别人";
  await database
    .update(activityCategories)
    .set({ waiting: sql`${activityCategories.waiting} + 1` })
    .where(and(eq(activityCategories.activityId, activityId), eq(activityCategories.key, category)));
  return "";
}

const stateNames = Object.fromEntries(signupStates.map(({ code, name }) => [code, name]));

async function takeOne(
  database: Database,
  activity: Activity,
  step: Step,
  { byId, now }: { byId: number; now: Date },
): Promise<string> {
  const [row] = await database
    .select()
    .from(activitySignups)
    .where(eq(activitySignups.id, step.signupId))
    .for("update");
  const signup = found(row, "SIGNUP_NOT_FOUND");
  const was = await before(database, step);
  if (!was || signup.state !== step.state || signup.erasedAt) return "后来又有了变动";
  const { state, reason } = was;
  if (step.action === "refuse") {
    const why = await seatAgain(database, signup, state);
    if (why !== "") return why;
  }
  await database
    .update(activitySignups)
    .set({ state, reason, updatedAt: now, ...(state === "waiting" ? {} : { place: null }) })
    .where(eq(activitySignups.id, signup.id));
  await keepSteps(database, [signup.id], { action: "takeBack", state, byId, at: now });
  const words = `审核结果已撤回，报名恢复为「${stateNames[state]}」`;
  await tell(database, activity, [signup.id], { words }, now);
  return "";
}

/**
 * Undoes a review within seven days: restores each sign-up's earlier state. A sign-up that was changed or repeated
 * since, or whose seat is taken, stays as it is and is listed with the reason. Throws REVIEW_NOT_FOUND and
 * REVIEW_UNDO_TOO_LATE.
 */
export async function takeReviewBack(
  { activityId, review }: CallRequest<"activityReviewUndo">,
  context: CallContext,
): Promise<CallResponse<"activityReviewUndo">> {
  const activity = await readAnyActivity(context.database, activityId);
  const now = context.now();
  const byId = accountOf(context).id;
  return transact(context.database, async (inside) => {
    await lockActivity(inside, activityId);
    const steps = await stepsOf(inside, activityId, review);
    const at = steps[0]?.at ?? now;
    if (at < subtractTime(now, reviewUndoDays, "day")) throw new Refusal("REVIEW_UNDO_TOO_LATE");
    const done: number[] = [];
    const skipped: { id: number; why: string }[] = [];
    for (const step of steps) {
      const why = await takeOne(inside, activity, step, { byId, now });
      if (why === "") done.push(step.signupId);
      else skipped.push({ id: step.signupId, why });
    }
    // A sign-up that waits again may get a seat that became free meanwhile.
    const categories = await inside
      .selectDistinct({ key: activitySignups.category })
      .from(activitySignups)
      .where(inArray(activitySignups.id, [0, ...done]));
    for (const { key } of categories) await moveUp(inside, activity, key, now);
    return { done, skipped };
  });
}
