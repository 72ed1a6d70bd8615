import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { courseLearners, courseLecturers, courses, lecturers, studyTotals } from "../database/schema";
import { Refusal } from "../server/refusal";

/** The time of a learner's last study is updated once a minute at most, because a player saves more often. */
export const studiedKeptSeconds = 60;

/**
 * Records that somebody studies a course, and counts a new learner the first time. The row stays locked until the
 * transaction ends, so that changes by one learner in one course run one after the other.
 * @param lessonId the present lesson; null for an exam
 */
export async function joinCourse(
  database: Database,
  { accountId, courseId, lessonId }: { accountId: number; courseId: number; lessonId: number | null },
  now: Date,
): Promise<void> {
  const table = courseLearners;
  const [row] = await database
    .insert(table)
    .values({ accountId, courseId, lessonId, startedAt: now, studiedAt: now })
    .onConflictDoUpdate({
      target: [table.accountId, table.courseId],
      set: {
        lessonId: sql`coalesce(excluded.lesson_id, ${table.lessonId})`,
        studiedAt: sql`greatest(excluded.studied_at, ${table.studiedAt})`,
      },
      setWhere: sql`${table.studiedAt} < excluded.studied_at - make_interval(secs => ${studiedKeptSeconds})
        or ${table.lessonId} is distinct from coalesce(excluded.lesson_id, ${table.lessonId})`,
    })
    .returning({ joined: sql<boolean>`(xmax = 0)` });
  if (!row?.joined) return;
  await database.execute(sql`update ${courses} set learners = learners + 1 where id = ${courseId}`);
  await database.execute(sql`update ${lecturers} set learners = learners + 1
    where id in (select lecturer_id from ${courseLecturers} where course_id = ${courseId})`);
  await database
    .insert(studyTotals)
    .values({ accountId, courses: 1 })
    .onConflictDoUpdate({ target: studyTotals.accountId, set: { courses: sql`${studyTotals.courses} + 1` } });
}

/**
 * Records that somebody studies a lesson. Learners who had begun can continue a course that was taken down; nobody else
 * can begin it (COURSE_ENDED).
 */
export async function studyLesson(
  database: Database,
  { gone, ...place }: { accountId: number; courseId: number; lessonId: number; gone: boolean },
  now: Date,
): Promise<void> {
  const inCourse = and(
    eq(courseLearners.accountId, place.accountId),
    eq(courseLearners.courseId, place.courseId),
  );
  if (gone && (await database.$count(courseLearners, inCourse)) === 0) throw new Refusal("COURSE_ENDED");
  await joinCourse(database, place, now);
}
