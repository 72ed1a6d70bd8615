import type { ActivityBrief } from "contract/activities/shapes";
import { and, asc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { activities, activityCategories, activityOrganisers, type activitySignups } from "../database/schema";
import { picturesOf } from "../files/pictures/pictures";
import type { CallContext } from "../server/context";
import { found, Refusal } from "../server/refusal";
import { isOpen, stateOf } from "./state";

export type Activity = typeof activities.$inferSelect;
export type Category = typeof activityCategories.$inferSelect;
export type Signup = typeof activitySignups.$inferSelect;

/** A public activity. Throws ACTIVITY_NOT_FOUND. */
export async function readActivity(database: Database, id: number): Promise<Activity> {
  const [row] = await database
    .select()
    .from(activities)
    .where(and(eq(activities.id, id), isNull(activities.delistedAt)));
  return found(row, "ACTIVITY_NOT_FOUND");
}

/** Like readActivity, but also returns an activity that was removed from the content pack, for people who signed up. */
export async function readAnyActivity(database: Database, id: number): Promise<Activity> {
  const [row] = await database.select().from(activities).where(eq(activities.id, id));
  return found(row, "ACTIVITY_NOT_FOUND");
}

/** The order of activities: those that have not ended by start, then ended ones latest first. */
export function inTheirOrder(now: Date): SQL[] {
  const ended = sql`${activities.endAt} <= ${now.toISOString()}::timestamptz`;
  return [
    ended,
    sql`case when not ${ended} then ${activities.startAt} end`,
    sql`${activities.endAt} desc`,
    sql`${activities.id}`,
  ];
}

/** Categories by activity, in the pack's order; `delistedAt` marks those that the pack has dropped. */
export async function categoriesOf(database: Database, ids: number[]): Promise<Map<number, Category[]>> {
  const byActivity = new Map<number, Category[]>(ids.map((id) => [id, []]));
  if (ids.length === 0) return byActivity;
  const rows = await database
    .select()
    .from(activityCategories)
    .where(inArray(activityCategories.activityId, ids))
    .orderBy(asc(activityCategories.position));
  for (const row of rows) byActivity.get(row.activityId)?.push(row);
  return byActivity;
}

/** How many seats of a category a new sign-up can get: none while others wait. */
export const freeOf = ({ seats, taken, waiting, delistedAt }: Category): number =>
  delistedAt || waiting > 0 ? 0 : Math.max(0, seats - taken);

export const categoryView = (category: Category) => ({
  key: category.key,
  name: category.name,
  seats: category.seats,
  free: freeOf(category),
  waiting: category.waiting,
});

/** Activities in the form that lists show. @param known their categories, where they are not those that stand */
export async function briefsOf(
  { database, now }: Pick<CallContext, "database" | "now">,
  rows: Activity[],
  known?: Map<number, Category[]>,
): Promise<ActivityBrief[]> {
  const categories =
    known ??
    (await categoriesOf(
      database,
      rows.map(({ id }) => id),
    ));
  const covers = rows.flatMap(({ cover }) => cover ?? []);
  const pictures = await picturesOf(database, covers);
  const at = now();
  return rows.map((row) => {
    const all = categories.get(row.id) ?? [];
    const free = all.reduce((sum, category) => sum + freeOf(category), 0);
    return {
      id: row.id,
      kind: row.kind,
      title: row.title,
      summary: row.summary,
      state: stateOf(row, free, at),
      signUpOpen: isOpen(row, at) && row.delistedAt === null,
      startAt: row.startAt.toISOString(),
      endAt: row.endAt.toISOString(),
      signUpFrom: row.signUpFrom.toISOString(),
      signUpUntil: row.signUpUntil.toISOString(),
      place: row.place,
      online: row.online,
      cover: row.cover ? (pictures[covers.indexOf(row.cover)] ?? null) : null,
      seats: all.reduce((sum, { seats }) => sum + seats, 0),
      free,
      signedUp: all.reduce((sum, { taken, waiting }) => sum + taken + waiting, 0),
      updatedAt: row.updatedAt.toISOString(),
    };
  });
}

export async function briefOf(
  context: Pick<CallContext, "database" | "now">,
  row: Activity,
  categories?: Category[],
): Promise<ActivityBrief> {
  const [brief] = await briefsOf(context, [row], categories && new Map([[row.id, categories]]));
  return found(brief, "ACTIVITY_NOT_FOUND");
}

/** Whether the caller has this role in an activity. Administrators organise all. */
export async function hasRole(
  { database, caller }: Pick<CallContext, "database" | "caller">,
  activityId: number,
  role: "organiser" | "judge",
): Promise<boolean> {
  if (!caller.account) return false;
  if (caller.account.admin && role === "organiser") return true;
  const [row] = await database
    .select({ role: activityOrganisers.role })
    .from(activityOrganisers)
    .where(
      and(
        eq(activityOrganisers.activityId, activityId),
        eq(activityOrganisers.accountId, caller.account.id),
        eq(activityOrganisers.role, role),
      ),
    );
  return row !== undefined;
}

/** Throws ACTIVITY_NOT_FOUND, or NOT_PERMITTED for a caller who does not organise it. */
export async function checkOrganiser(context: CallContext, activityId: number): Promise<void> {
  await readAnyActivity(context.database, activityId);
  if (!(await hasRole(context, activityId, "organiser"))) throw new Refusal("NOT_PERMITTED");
}
