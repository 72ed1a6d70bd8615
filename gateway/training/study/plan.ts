import type { CallResponse } from "contract";
import { dayOf, formatTime, midnightOf, startOf, subtractTime } from "contract/base/time";
import { and, eq, gte, or } from "drizzle-orm";
import type { Database } from "../../database/open";
import {
  courseLearners,
  examAttempts,
  lessonAnswers,
  lessonProgress,
  studyTotals,
} from "../../database/schema";

type Week = NonNullable<CallResponse<"lastStudy">["week"]>;

/** For how many weeks back study days are read; a longer row of weeks is shown as this one. */
const weeksBack = 53;
const week = 7 * 86_400_000;

/** The Monday 00:00, in China, of a moment's week. */
function mondayOf(at: Date): number {
  const day = startOf(at, "day");
  const weekday = (Number(formatTime(at, "d")) + 6) % 7;
  return subtractTime(day, weekday, "day").getTime();
}

/**
 * The days, in China, on which somebody studied, by the week that they are in. They are read from what a study leaves
 * behind: a lesson keeps when it was opened last, when it was done and when it was marked; answers and attempts at exams
 * keep theirs.
 */
async function studyDays(database: Database, accountId: number, since: Date): Promise<Map<number, number>> {
  const { at, heardAt, doneAt, markedAt } = lessonProgress;
  const rows = await Promise.all([
    database
      .select({ at, heardAt, doneAt, markedAt })
      .from(lessonProgress)
      .where(
        and(
          eq(lessonProgress.accountId, accountId),
          or(gte(at, since), gte(heardAt, since), gte(doneAt, since), gte(markedAt, since)),
        ),
      ),
    database
      .select({ at: lessonAnswers.at })
      .from(lessonAnswers)
      .where(and(eq(lessonAnswers.accountId, accountId), gte(lessonAnswers.at, since))),
    database
      .select({ startedAt: courseLearners.startedAt, studiedAt: courseLearners.studiedAt })
      .from(courseLearners)
      .where(and(eq(courseLearners.accountId, accountId), gte(courseLearners.studiedAt, since))),
    database
      .select({ at: examAttempts.startedAt })
      .from(examAttempts)
      .where(and(eq(examAttempts.accountId, accountId), gte(examAttempts.startedAt, since))),
  ]);
  const moments = rows.flat().flatMap((row) => Object.values(row).filter((one) => one !== null));
  const days = new Set(moments.filter((one) => one >= since).map(dayOf));
  const weeks = new Map<number, number>();
  for (const day of days) {
    const monday = mondayOf(new Date(midnightOf(day)));
    weeks.set(monday, (weeks.get(monday) ?? 0) + 1);
  }
  return weeks;
}

/**
 * How the week of somebody who plans to study goes, and in how many weeks in a row, up to this one or the last, the plan
 * of today was met. Null without a plan: then nothing more is read.
 */
export async function readWeek(database: Database, accountId: number, now: Date): Promise<Week | null> {
  const [totals] = await database
    .select({ plan: studyTotals.plan })
    .from(studyTotals)
    .where(eq(studyTotals.accountId, accountId));
  const plan = totals?.plan ?? null;
  if (plan === null) return null;
  const monday = mondayOf(now);
  const weeks = await studyDays(database, accountId, new Date(monday - weeksBack * week));
  const daysIn = (start: number) => weeks.get(start) ?? 0;
  let before = 0;
  while (daysIn(monday - (before + 1) * week) >= plan) before += 1;
  return { plan, days: daysIn(monday), weeks: before + (daysIn(monday) >= plan ? 1 : 0) };
}
