import { reminderHours } from "contract/activities/constants";
import { addTime, minuteOf } from "contract/base/time";
import { and, asc, eq, gt, inArray, isNull, lte, sql } from "drizzle-orm";
import {
  activities,
  activityFiles,
  activityProofs,
  activitySignups,
  activitySteps,
  activityWorks,
} from "../database/schema";
import { transact } from "../database/transact";
import type { Job } from "../jobs";
import { tell } from "./tell";

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

/**
 * keepDays after the end, erases answers, uploads, reasons and contacts of sign-ups. The name, the sign-up and the
 * check-in stay for the person's proof. Also deletes expired proofs of codes.
 */
export const eraseActivitiesJob: Job = {
  name: "erase-activities",
  everySeconds: 3_600,
  async run({ database, now }) {
    const at = now();
    await database.delete(activityProofs).where(lte(activityProofs.expiresAt, at));
    const endedActivities = await database
      .select({ id: activities.id })
      .from(activities)
      .where(
        and(
          isNull(activities.erasedAt),
          sql`${activities.endAt} + ${activities.keepDays} * interval '1 day' <= ${at.toISOString()}::timestamptz`,
        ),
      );
    for (const { id } of endedActivities) {
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
        await inside.update(activityWorks).set({ answers: {} }).where(eq(activityWorks.activityId, id));
        await inside.update(activities).set({ erasedAt: at }).where(eq(activities.id, id));
      });
    }
  },
};
