import { reminderHours } from "contract/activities/constants";
import { addTime, minuteOf } from "contract/base/time";
import { and, asc, eq, gt, inArray, isNull, lte, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import {
  activities,
  activityFiles,
  activityProofs,
  activitySearches,
  activitySignups,
  activitySteps,
  activityWorks,
} from "../database/schema";
import { transact } from "../database/transact";
import type { Job } from "../jobs";
import type { Activity } from "./rows";
import { tell } from "./tell";
import { inGallery } from "./works/taking-part";

/** How many sign-ups one transaction reminds or erases. */
const batch = 200;

/**
 * Reminds every participant once, 24 hours before the start. The transaction that sends the notice also marks the
 * sign-up, so nobody is reminded twice.
 */
export const activityRemindersJob: Job = {
  name: "activity-reminders",
  everySeconds: 300,
  async run({ database, now }) {
    const at = now();
    const soon = await database
      .select()
      .from(activities)
      .where(
        and(
          isNull(activities.delistedAt),
          gt(activities.startAt, at),
          lte(activities.startAt, addTime(at, reminderHours, "hour")),
        ),
      );
    for (const activity of soon)
      for (let more = true; more; )
        more = await transact(database, async (inside) => {
          const ids = inside
            .select({ id: activitySignups.id })
            .from(activitySignups)
            .where(
              and(
                eq(activitySignups.activityId, activity.id),
                eq(activitySignups.state, "accepted"),
                isNull(activitySignups.remindedAt),
              ),
            )
            .orderBy(asc(activitySignups.id))
            .limit(batch)
            .for("update");
          const messages = await inside
            .update(activitySignups)
            .set({ remindedAt: at })
            .where(inArray(activitySignups.id, ids))
            .returning({ id: activitySignups.id });
          const words = `将于 ${minuteOf(activity.startAt)} 开始，地点：${activity.place}`;
          await tell(
            inside,
            activity,
            messages.map(({ id }) => id),
            { words },
            at,
          );
          return messages.length === batch;
        });
  },
};

/** Erases the answers of an activity's works; of works that everybody sees, those that nobody sees: their files. */
async function eraseWorks(
  database: Database,
  activity: Pick<Activity, "id" | "teams" | "workFields" | "home">,
): Promise<void> {
  const ofActivity = eq(activityWorks.activityId, activity.id);
  const publicKeys = (activity.workFields ?? []).filter(({ type }) => type !== "file").map(({ key }) => key);
  const isShown = activity.home?.gallery ? inGallery(database, activity) : undefined;
  if (isShown)
    await database
      .update(activityWorks)
      .set({
        answers: sql`(select coalesce(jsonb_object_agg(answer.key, answer.value), '{}'::jsonb)
          from jsonb_each(${activityWorks.answers}) as answer
          where ${JSON.stringify(publicKeys)}::jsonb @> to_jsonb(answer.key))`,
      })
      .where(isShown);
  await database
    .update(activityWorks)
    .set({ answers: {} })
    // A condition over missing columns is null, and then nobody sees the work.
    .where(isShown ? and(ofActivity, sql`(${isShown}) is not true`) : ofActivity);
}

/**
 * keepDays after the end, erases answers, uploads, reasons and contacts of sign-ups. The name, the sign-up and the
 * check-in stay for the person's proof, and what the gallery shows of a work. Also deletes expired proofs of codes.
 */
export const eraseActivitiesJob: Job = {
  name: "erase-activities",
  everySeconds: 3_600,
  async run({ database, now }) {
    const at = now();
    await database.delete(activityProofs).where(lte(activityProofs.expiresAt, at));
    const endedActivities = await database
      .select({
        id: activities.id,
        teams: activities.teams,
        workFields: activities.workFields,
        home: activities.home,
      })
      .from(activities)
      .where(
        and(
          isNull(activities.erasedAt),
          sql`${activities.endAt} + ${activities.keepDays} * interval '1 day' <= ${at.toISOString()}::timestamptz`,
        ),
      );
    for (const activity of endedActivities) {
      const { id } = activity;
      for (let more = true; more; ) {
        const batchIds = database
          .select({ id: activitySignups.id })
          .from(activitySignups)
          .where(and(eq(activitySignups.activityId, id), isNull(activitySignups.erasedAt)))
          .limit(batch);
        const erased = await transact(database, async (inside) => {
          const rows = await inside
            .update(activitySignups)
            .set({ answers: {}, contact: "", reason: "", erasedAt: at })
            .where(inArray(activitySignups.id, batchIds))
            .returning({ id: activitySignups.id });
          const ids = rows.map((row) => row.id);
          await inside.update(activitySteps).set({ reason: "" }).where(inArray(activitySteps.signupId, ids));
          return ids.length;
        });
        more = erased === batch;
      }
      await transact(database, async (inside) => {
        await inside.delete(activityFiles).where(eq(activityFiles.activityId, id));
        await inside.delete(activitySearches).where(eq(activitySearches.activityId, id));
        await eraseWorks(inside, activity);
        await inside.update(activities).set({ erasedAt: at }).where(eq(activities.id, id));
      });
    }
  },
};
