import { addTime, minuteOf } from "contract/base/time";
import type { ActivityBody } from "contract/content/kinds/activities/activity-body";
import { eq } from "drizzle-orm";
import type { Database } from "../../../../database/open";
import { activities, activityScores, activitySignups, activityWorks } from "../../../../database/schema";
import type { FieldProblems } from "../kind";

type Times = Pick<
  typeof activities.$inferSelect,
  "startAt" | "endAt" | "keepDays" | "erasedAt" | "resultsAt"
>;

const erasedFrom = (end: Date, keepDays: number) => addTime(end, keepDays, "day");

/** Answers are erased for good some days after the end: no typing error in a year erases them within the hour. */
async function wrongEnd(
  database: Database,
  id: number,
  { ends, keepDays }: ActivityBody,
  { row, at }: { row: Times; at: Date },
): Promise<FieldProblems> {
  const isDue = erasedFrom(ends, keepDays) <= at;
  // What is due as it stands is erased with this version or without it.
  if (!isDue || row.erasedAt || erasedFrom(row.endAt, row.keepDays) <= at) return {};
  const signups = await database.$count(activitySignups, eq(activitySignups.activityId, id));
  if (signups === 0) return {};
  const message = `已有 ${signups} 人报名，照这个时间，他们填写的内容一发布就会被永久删除；请改结束时间或保留天数`;
  return {
    ...(minuteOf(ends) === minuteOf(row.endAt) ? {} : { ends: [message] }),
    ...(keepDays === row.keepDays ? {} : { keepDays: [message] }),
  };
}

/** Works that judges have begun to score stay as they are. */
async function wrongWorksEnd(
  database: Database,
  id: number,
  { worksEnd }: ActivityBody,
  { row, at }: { row: Times; at: Date },
): Promise<FieldProblems> {
  if (!worksEnd || worksEnd <= at) return {};
  if (row.resultsAt) return { worksEnd: ["成绩已经公布，不能再开放提交作品"] };
  const [scored] = await database
    .select({ workId: activityScores.workId })
    .from(activityScores)
    .innerJoin(activityWorks, eq(activityWorks.id, activityScores.workId))
    .where(eq(activityWorks.activityId, id))
    .limit(1);
  return scored ? { worksEnd: ["评委已经打分，不能再开放提交作品"] } : {};
}

/**
 * Times that what people did in the activity does not allow.
 * @param at when the version is to be published
 */
export async function wrongTimes(
  database: Database,
  id: number,
  own: ActivityBody,
  at: Date,
): Promise<FieldProblems> {
  const { startAt, endAt, keepDays, erasedAt, resultsAt } = activities;
  const [row] = await database
    .select({ startAt, endAt, keepDays, erasedAt, resultsAt })
    .from(activities)
    .where(eq(activities.id, id));
  if (!row) return {};
  // Its sign-ups, works and ranks are those of the one that is over.
  const isReused = row.resultsAt !== null && own.starts > at && own.starts > row.startAt;
  return {
    ...(isReused ? { starts: ["成绩已经公布，不能改到以后再办；办下一次请“复制为新草稿”"] } : {}),
    ...(await wrongEnd(database, id, own, { row, at })),
    ...(await wrongWorksEnd(database, id, own, { row, at })),
  };
}
