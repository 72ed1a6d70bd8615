import type { CallRequest } from "contract";
import { mayBecome, type SignupAction } from "contract/activities/transitions";
import { and, eq } from "drizzle-orm";
import type { Database } from "../../database/open";
import { activitySignups } from "../../database/schema";
import { transact } from "../../database/transact";
import type { CallContext } from "../../server/context";
import { found, Refusal } from "../../server/refusal";
import { lockActivity } from "../lock";
import type { Signup } from "../rows";
import { type Activity, readAnyActivity } from "../rows";
import { endSearches, leaveTeam, sizeOf, teamOf } from "../teams/members";
import { tell, tellAccounts } from "../tell";
import { checkAnswers } from "./answers";
import { needOwnSignup } from "./guests";
import { keepSteps, moveUp, release, takePlace, takeSeat } from "./seats";
import { checkCategory, checkOpen, filesOf } from "./sign-up";
import { isCancellable, isChangeable } from "./signup-views";

/** Reads a sign-up again under the activity's lock. */
async function readLocked(database: Database, { id }: Pick<Signup, "id">): Promise<Signup> {
  const [row] = await database.select().from(activitySignups).where(eq(activitySignups.id, id)).for("update");
  return found(row, "SIGNUP_NOT_FOUND");
}

/**
 * Changes the answers and the category of a sign-up: it takes a free seat of the new category, or with `wait` the end
 * of its waiting list. A sign-up in state `more` goes back into review. Throws SIGNUP_NOT_CHANGEABLE, CATEGORY_FULL or
 * ANSWERS_WRONG.
 */
export async function updateSignup(
  request: CallRequest<"activitySignupUpdate">,
  context: CallContext,
): Promise<Signup> {
  const { database } = context;
  const own = await needOwnSignup(context, request.activityId, request.uuid);
  const activity = await readAnyActivity(database, request.activityId);
  const now = context.now();
  const answers = await checkAnswers(database, activity, request, filesOf(own.accountId));
  return transact(database, async (inside) => {
    await lockActivity(inside, activity.id);
    const signup = await readLocked(inside, own);
    if (!isChangeable(signup, activity, now)) throw new Refusal("SIGNUP_NOT_CHANGEABLE");
    const set: Partial<typeof activitySignups.$inferInsert> = { name: request.name, answers, updatedAt: now };
    if (signup.category !== request.category)
      Object.assign(set, await changeCategory(inside, activity, signup, request, now));
    else if (signup.state === "more") set.state = "pending";
    const [changed] = await inside
      .update(activitySignups)
      .set(set)
      .where(eq(activitySignups.id, signup.id))
      .returning();
    const row = found(changed, "SIGNUP_NOT_FOUND");
    const action = signup.state === "more" ? "complete" : "update";
    await keepSteps(inside, [row.id], {
      action,
      state: row.state,
      byId: context.caller.account?.id ?? null,
      at: now,
    });
    // Called after the sign-up is updated, so that nobody moves up into a seat that it still holds.
    if (signup.category !== request.category) await moveUp(inside, activity, signup.category, now);
    return row;
  });
}

async function changeCategory(
  inside: Database,
  activity: Activity,
  signup: Signup,
  { category, wait }: { category: string; wait: boolean },
  now: Date,
): Promise<Partial<typeof activitySignups.$inferInsert>> {
  checkOpen(activity, now);
  await checkCategory(inside, activity.id, category);
  const seated = await takeSeat(inside, activity.id, category);
  if (!seated && !wait) throw new Refusal("CATEGORY_FULL", { category: ["这个组别的名额已满"] });
  const place = seated ? null : await takePlace(inside, activity.id, category);
  await release(inside, signup);
  await leaveOthers(inside, signup, seated, now);
  // The organisers' decision was about the old category, so the review starts again.
  const state = !seated
    ? ("waiting" as const)
    : activity.review === "manual"
      ? ("pending" as const)
      : ("accepted" as const);
  return { category, place, state, declineKey: null, movedUpAt: null };
}

/**
 * All members of a team have the same category: a member who changes it leaves the team and is notified. A team of one
 * stays.
 */
async function leaveOthers(inside: Database, signup: Signup, seated: boolean, now: Date): Promise<void> {
  const team = await teamOf(inside, signup.id);
  if (!team || (seated && (await sizeOf(inside, team.id)) === 1)) return;
  await leaveTeam(inside, signup, now, { tellsCaptain: true });
  if (signup.accountId !== null) {
    const words = `你换了组别，已离开队伍「${team.name}」`;
    await tellAccounts(inside, signup.activityId, [signup.accountId], words, now);
  }
}

interface Ending {
  action: SignupAction & ("cancel" | "decline" | "refuse");
  reason: string;
  byId: number | null;
  words: string;
}

/** Ends a sign-up under the activity's lock: its seat or place becomes free, and it leaves its team. */
export async function endSignup(
  inside: Database,
  activity: Activity,
  signup: Signup,
  { action, reason, byId, words }: Ending,
  now: Date,
): Promise<Signup> {
  if (!mayBecome(action, signup.state)) throw new Refusal("SIGNUP_NOT_CHANGEABLE");
  await release(inside, signup);
  await leaveTeam(inside, signup, now, { tellsCaptain: true });
  await endSearches(inside, { signupIds: [signup.id] });
  const state = action === "refuse" ? ("refused" as const) : ("cancelled" as const);
  const [ended] = await inside
    .update(activitySignups)
    // A refusal can be undone, so it keeps the place and the key.
    .set({ state, reason, updatedAt: now, ...(action === "refuse" ? {} : { place: null, declineKey: null }) })
    .where(eq(activitySignups.id, signup.id))
    .returning();
  await keepSteps(inside, [signup.id], { action, state, byId, reason, at: now });
  await tell(inside, activity, [signup.id], { words }, now);
  await moveUp(inside, activity, signup.category, now);
  return found(ended, "SIGNUP_NOT_FOUND");
}

/**
 * Cancels one's sign-up; does nothing if it is cancelled already. Throws SIGNUP_NOT_CHANGEABLE after the activity's end
 * or a check-in.
 */
export async function cancelSignup(
  { activityId, uuid, reason }: CallRequest<"activitySignupCancel">,
  context: CallContext,
): Promise<Signup> {
  const own = await needOwnSignup(context, activityId, uuid);
  const activity = await readAnyActivity(context.database, activityId);
  const now = context.now();
  return transact(context.database, async (inside) => {
    await lockActivity(inside, activityId);
    const signup = await readLocked(inside, own);
    // The answer to the first press may have been lost.
    if (signup.state === "cancelled") return signup;
    if (!isCancellable(signup, activity, now)) throw new Refusal("SIGNUP_NOT_CHANGEABLE");
    const byId = context.caller.account?.id ?? null;
    return endSignup(inside, activity, signup, { action: "cancel", reason, byId, words: "报名已取消" }, now);
  });
}

/** The sign-up whose seat a decline link gives back. Throws DECLINE_INVALID. */
export async function signupByDeclineKey(database: Database, key: string): Promise<Signup> {
  const [row] = await database.select().from(activitySignups).where(eq(activitySignups.declineKey, key));
  return found(row, "DECLINE_INVALID");
}

/** Gives back the seat of a decline link, once. Throws DECLINE_INVALID or SIGNUP_NOT_CHANGEABLE. */
export async function declineSeat(key: string, context: CallContext): Promise<void> {
  const { activityId } = await signupByDeclineKey(context.database, key);
  const activity = await readAnyActivity(context.database, activityId);
  const now = context.now();
  await transact(context.database, async (inside) => {
    await lockActivity(inside, activityId);
    const [row] = await inside
      .select()
      .from(activitySignups)
      .where(and(eq(activitySignups.declineKey, key)))
      .for("update");
    const signup = found(row, "DECLINE_INVALID");
    if (!isCancellable(signup, activity, now)) throw new Refusal("SIGNUP_NOT_CHANGEABLE");
    const words = "名额已放弃，报名已取消";
    await endSignup(
      inside,
      activity,
      signup,
      { action: "decline", reason: "放弃候补得到的名额", byId: null, words },
      now,
    );
  });
}
