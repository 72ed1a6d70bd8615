import { addTime } from "contract/base/time";
import { and, eq, inArray, isNull, notInArray, sql } from "drizzle-orm";
import { moveUp } from "../../../activities/signups/seats";
import type { Database } from "../../../database/open";
import { activities, activityCategories, activityOrganisers } from "../../../database/schema";
import type { Texts } from "../files/texts";
import { excluded, type Plan } from "../rows/changes";
import { heldKeys } from "../rows/held";
import { accountIds } from "../rows/ids";
import type { ActivityItem } from "./activities/activity-item";
import { activityRow } from "./activities/activity-row";
import { planById } from "./plan-by-id";

/**
 * Compares the activities with the database. A pack without activities changes none of the existing ones, and those that
 * were edited in the browser are not in the plan.
 */
export async function planActivities(
  database: Database,
  items: ActivityItem[],
): Promise<Plan<number, ActivityItem>> {
  if (items.length === 0) return { write: [], delist: [], changes: { added: 0, changed: 0, delisted: 0 } };
  return planById(database, activities, items, await heldKeys(database, "activities"));
}

/** The accounts of an activity's organisers and judges. */
interface ActivityPeople {
  organisers: number[];
  judges: number[];
}

const inOrder = (ids: number[]) => [...new Set(ids)].sort((one, other) => one - other);

/** Who organises and judges each activity. */
export async function peopleOf(database: Database, ids: number[]): Promise<Map<number, ActivityPeople>> {
  const table = activityOrganisers;
  const rows =
    ids.length === 0 ? [] : await database.select().from(table).where(inArray(table.activityId, ids));
  return new Map(
    ids.map((id) => {
      const own = rows.filter(({ activityId }) => activityId === id);
      const having = (role: "organiser" | "judge") =>
        inOrder(own.filter((row) => row.role === role).map(({ accountId }) => accountId));
      return [id, { organisers: having("organiser"), judges: having("judge") }];
    }),
  );
}

/** The people of each activity of a pack, of those who have an account. Without judges its organisers judge. */
export async function packPeople(
  database: Database,
  items: ActivityItem[],
): Promise<Map<number, ActivityPeople>> {
  const named = items.map(({ key, front: { organisers, works } }) => ({
    key,
    organisers,
    judges: works ? (works.judges.length > 0 ? works.judges : organisers) : [],
  }));
  const ids = await accountIds(
    database,
    named.flatMap(({ organisers, judges }) => [...organisers, ...judges]),
  );
  const idsOf = (names: string[]) => inOrder(names.flatMap((name) => ids.get(name.toLowerCase()) ?? []));
  return new Map(
    named.map(({ key, organisers, judges }) => [
      key,
      { organisers: idsOf(organisers), judges: idsOf(judges) },
    ]),
  );
}

/** Places the people of activities. Only differences are written. @returns the activities that have other people now */
export async function placePeople(
  database: Database,
  people: Map<number, ActivityPeople>,
): Promise<Set<number>> {
  const present = await peopleOf(database, [...people.keys()]);
  const changed = [...people].filter(([id, own]) => JSON.stringify(own) !== JSON.stringify(present.get(id)));
  if (changed.length === 0) return new Set();
  const table = activityOrganisers;
  const ids = changed.map(([id]) => id);
  await database.delete(table).where(inArray(table.activityId, ids));
  const rows = changed.flatMap(([activityId, { organisers, judges }]) => [
    ...organisers.map((accountId) => ({ activityId, accountId, role: "organiser" as const })),
    ...judges.map((accountId) => ({ activityId, accountId, role: "judge" as const })),
  ]);
  if (rows.length > 0) await database.insert(table).values(rows);
  return new Set(ids);
}

/**
 * Writes the organisers and judges of every activity of the pack at every load, because somebody may have registered
 * since the last load. Those that were edited in the browser keep theirs. @returns the activities that have others now
 */
export async function writePeople(database: Database, items: ActivityItem[]): Promise<Set<number>> {
  const held = await heldKeys(database, "activities");
  return placePeople(
    database,
    await packPeople(
      database,
      items.filter(({ key }) => !held.has(String(key))),
    ),
  );
}

/**
 * Writes the categories with their seats. The number of seats never becomes lower than the number of taken seats. A
 * number that an organiser set stays until the pack changes its own number.
 */
async function writeCategories(database: Database, { front }: ActivityItem, now: Date): Promise<void> {
  const table = activityCategories;
  const rows = front.categories.map(({ key, name, seats }, position) => ({
    activityId: front.id,
    key,
    name,
    position,
    seats,
    packSeats: seats,
    delistedAt: null,
  }));
  await database
    .insert(table)
    .values(rows)
    .onConflictDoUpdate({
      target: [table.activityId, table.key],
      set: {
        ...excluded(table, ["name", "position", "packSeats", "delistedAt"]),
        seats: sql`case when ${table.packSeats} = excluded.pack_seats then ${table.seats}
          else greatest(excluded.seats, ${table.taken}) end`,
      },
    });
  const obsolete = notInArray(
    table.key,
    rows.map(({ key }) => key),
  );
  await database
    .update(table)
    .set({ delistedAt: now })
    .where(and(eq(table.activityId, front.id), isNull(table.delistedAt), obsolete));
}

/** Writes the activities that changed. People on the waiting list move up when there are more seats. */
export async function writeActivities(
  database: Database,
  { write, delist }: Plan<number, ActivityItem>,
  texts: Pick<Texts, "of">,
  sectionIds: Map<string, number>,
  now: Date,
): Promise<void> {
  if (delist.length > 0)
    await database.update(activities).set({ delistedAt: now }).where(inArray(activities.id, delist));
  for (const item of write) {
    const { html } = await texts.of(item);
    const row = activityRow(item, html, sectionIds, now);
    const { id: _id, createdAt: _made, ...written } = row;
    const set = excluded(activities, Object.keys(written) as (keyof typeof written)[]);
    // A relative time that the pack did not change keeps the value from its first load.
    const times = ["startAt", "endAt", "signUpFrom", "signUpUntil", "teamsUntil", "worksUntil"] as const;
    for (const name of times)
      set[name] = sql`case when ${activities.timesWritten} = excluded.times_written then ${activities[name]}
        else ${set[name]} end`;
    const [activity] = await database
      .insert(activities)
      .values(row)
      .onConflictDoUpdate({ target: activities.id, set })
      .returning();
    // What people answer from now on is erased too.
    const { erasedAt = null, endAt = now, keepDays = 0 } = activity ?? {};
    if (erasedAt && addTime(endAt, keepDays, "day") > now)
      await database.update(activities).set({ erasedAt: null }).where(eq(activities.id, item.front.id));
    await writeCategories(database, item, now);
    if (activity) for (const { key } of item.front.categories) await moveUp(database, activity, key, now);
  }
}
