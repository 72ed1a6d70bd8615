import { randomBytes } from "node:crypto";
import type { SignupState } from "contract/activities/constants";
import { seatedStates } from "contract/activities/transitions";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { outerColumn } from "../../database/outer-column";
import { activityCategories, activitySignups, activitySteps } from "../../database/schema";
import { found } from "../../server/refusal";
import type { Activity, Signup } from "../rows";
import { tell } from "../tell";

/** A random key of 22 characters. */
export const newKey = (): string => randomBytes(16).toString("base64url");

const isSeated = (state: SignupState) => (seatedStates as readonly SignupState[]).includes(state);

const categoryRow = (activityId: number, key: string) =>
  and(eq(activityCategories.activityId, activityId), eq(activityCategories.key, key));

/**
 * Takes a free seat if there is one and nobody waits; false otherwise. The category's row is locked afterwards in both
 * cases: without the lock a seat could become free before the place on the waiting list is written, and nobody would
 * move up.
 */
export async function takeSeat(database: Database, activityId: number, key: string): Promise<boolean> {
  const take = async () => {
    const rows = await database
      .update(activityCategories)
      .set({ taken: sql`${activityCategories.taken} + 1` })
      .where(
        and(
          categoryRow(activityId, key),
          sql`${activityCategories.taken} < ${activityCategories.seats}`,
          eq(activityCategories.waiting, 0),
        ),
      )
      .returning({ key: activityCategories.key });
    return rows.length > 0;
  };
  if (await take()) return true;
  // An update that matches no row locks nothing.
  await database
    .select({ key: activityCategories.key })
    .from(activityCategories)
    .where(categoryRow(activityId, key))
    .for("update");
  return take();
}

/** Takes the next number of the waiting list. */
export async function takePlace(database: Database, activityId: number, key: string): Promise<number> {
  const [row] = await database
    .update(activityCategories)
    .set({
      waiting: sql`${activityCategories.waiting} + 1`,
      lastPlace: sql`${activityCategories.lastPlace} + 1`,
    })
    .where(categoryRow(activityId, key))
    .returning({ place: activityCategories.lastPlace });
  return found(row, "CATEGORY_NOT_FOUND").place;
}

/** Gives back the seat or place that a sign-up holds. `moveUp` then gives the seat to somebody who waits. */
export async function release(
  database: Database,
  { activityId, category, state }: Pick<Signup, "activityId" | "category" | "state">,
): Promise<void> {
  const set = isSeated(state)
    ? { taken: sql`${activityCategories.taken} - 1` }
    : state === "waiting"
      ? { waiting: sql`${activityCategories.waiting} - 1` }
      : null;
  if (set) await database.update(activityCategories).set(set).where(categoryRow(activityId, category));
}

/**
 * Gives the free seats of a category to those who wait, in order, and notifies them. The caller has locked the
 * activity. It works after the sign-up period too, but not after the activity's start.
 */
export async function moveUp(database: Database, activity: Activity, key: string, now: Date): Promise<void> {
  if (now >= activity.startAt || activity.delistedAt) return;
  const [category] = await database.select().from(activityCategories).where(categoryRow(activity.id, key));
  if (!category) return;
  const count = Math.min(category.seats - category.taken, category.waiting);
  if (count <= 0) return;
  const first = await database
    .select()
    .from(activitySignups)
    .where(
      and(
        eq(activitySignups.activityId, activity.id),
        eq(activitySignups.category, key),
        eq(activitySignups.state, "waiting"),
      ),
    )
    .orderBy(asc(activitySignups.place))
    .limit(count);
  const state = stateWithSeat(activity);
  for (const { id } of first)
    await database
      .update(activitySignups)
      .set({ state, place: null, movedUpAt: now, declineKey: newKey(), updatedAt: now })
      .where(eq(activitySignups.id, id));
  await database
    .update(activityCategories)
    .set({
      taken: sql`${activityCategories.taken} + ${first.length}`,
      waiting: sql`${activityCategories.waiting} - ${first.length}`,
    })
    .where(categoryRow(activity.id, key));
  const ids = first.map(({ id }) => id);
  await keepSteps(database, ids, { action: "moveUp", state, byId: null, at: now });
  const words = state === "accepted" ? "候补成功，你已获得名额" : "候补成功，你的报名进入审核";
  await tell(database, activity, ids, { words: `${words}；不能参加请及时放弃名额`, decline: true }, now);
}

/** The state of a sign-up that gets a seat. */
export const stateWithSeat = ({ review }: Pick<Activity, "review">) =>
  review === "manual" ? ("pending" as const) : ("accepted" as const);

/** Records a step in the history of these sign-ups. */
export async function keepSteps(
  database: Database,
  ids: number[],
  step: { action: string; state: SignupState; byId: number | null; reason?: string; at: Date },
): Promise<void> {
  if (ids.length > 0)
    await database.insert(activitySteps).values(ids.map((signupId) => ({ signupId, ...step })));
}

/** The position on the waiting list that people see, from 1, by sign-up. */
export async function placesOf(database: Database, rows: Signup[]): Promise<Map<number, number>> {
  const waiting = rows.filter(({ state }) => state === "waiting").map(({ id }) => id);
  if (waiting.length === 0) return new Map();
  const before = sql<number>`(select count(*)::int from activity_signups as ahead
    where ahead.activity_id = ${outerColumn(activitySignups.activityId)} and ahead.category = ${outerColumn(activitySignups.category)}
      and ahead.state = 'waiting' and ahead.place <= ${outerColumn(activitySignups.place)})`;
  const places = await database
    .select({ id: activitySignups.id, place: before })
    .from(activitySignups)
    .where(inArray(activitySignups.id, waiting));
  return new Map(places.map(({ id, place }) => [id, place]));
}
