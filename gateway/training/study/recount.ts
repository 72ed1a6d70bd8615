import { and, asc, eq, exists, gt, isNotNull, isNull, notExists, sql } from "drizzle-orm";
import { recountCourse } from "../../content/load/catalogue/training/lessons";
import type { Database } from "../../database/open";
import { accounts, certificates, courseLearners, courses, examResults } from "../../database/schema";
import { transact } from "../../database/transact";
import type { JobKind } from "../../server/jobs";
import { issueCertificate } from "../certificates/issue";

/** How many learners are counted, or get their certificates, in one transaction. */
const atOnce = 50;

/**
 * Counts what some learners of a course have done of the lessons that it has now. Who has done all of them has finished
 * the course: for them nothing is left that could finish it. What somebody finished before stays so, and of a course
 * that was taken down everything.
 * @param after the account after which they begin, by number
 * @returns the last of them; null when there are none
 */
async function recountSome(
  database: Database,
  { course, after, now }: { course: number; after: number; now: Date },
): Promise<number | null> {
  // Locked like in joinCourse. The next statement sees all that was saved before the lock; this one would not.
  const locked = await database
    .select({ id: courseLearners.accountId })
    .from(courseLearners)
    .where(and(eq(courseLearners.courseId, course), gt(courseLearners.accountId, after)))
    .orderBy(asc(courseLearners.accountId))
    .limit(atOnce)
    .for("update");
  const last = locked.at(-1)?.id ?? null;
  if (last === null) return null;
  const ids = JSON.stringify(locked.map(({ id }) => id));
  await database.execute(sql`
    with counted as (
      select learner.account_id, count(lesson.id)::int as done,
        learner.finished_at is null and course.lessons > 0 and count(lesson.id) >= course.lessons as finishes
      from json_array_elements_text(${ids}::json) as locked (id)
      join course_learners learner on learner.account_id = locked.id::int and learner.course_id = ${course}
      join courses course on course.id = learner.course_id and course.delisted_at is null
      left join lesson_progress progress on progress.account_id = learner.account_id and progress.done_at is not null
      left join lessons lesson on lesson.id = progress.lesson_id and lesson.course_id = learner.course_id
        and lesson.delisted_at is null
      group by learner.account_id, learner.finished_at, course.lessons
    ), changed as (
      update course_learners learner set lessons_done = counted.done,
        finished_at = case when counted.finishes then ${now.toISOString()}::timestamptz else learner.finished_at end
      from counted
      where learner.course_id = ${course} and learner.account_id = counted.account_id
        and (learner.lessons_done <> counted.done or counted.finishes)
      returning learner.account_id, counted.finishes
    )
    update study_totals total set finished = total.finished + 1 from changed
    where total.account_id = changed.account_id and changed.finishes`);
  return last;
}

/** The next accounts that have finished a course, and passed its exam if its certificate needs one, and have no certificate. */
const dueAfter = (database: Database, course: number, exam: number | null, after: number) =>
  database
    .select({ account: accounts })
    .from(courseLearners)
    .innerJoin(accounts, eq(accounts.id, courseLearners.accountId))
    .where(
      and(
        eq(courseLearners.courseId, course),
        gt(courseLearners.accountId, after),
        isNotNull(courseLearners.finishedAt),
        isNull(accounts.closedAt),
        notExists(
          database
            .select({ one: sql`1` })
            .from(certificates)
            .where(
              and(
                eq(certificates.accountId, courseLearners.accountId),
                eq(certificates.courseId, courseLearners.courseId),
              ),
            ),
        ),
        exam === null
          ? undefined
          : exists(
              database
                .select({ one: sql`1` })
                .from(examResults)
                .where(
                  and(
                    eq(examResults.accountId, courseLearners.accountId),
                    eq(examResults.examId, exam),
                    eq(examResults.passed, true),
                  ),
                ),
            ),
      ),
    )
    .orderBy(asc(courseLearners.accountId))
    .limit(atOnce);

/** Follows a change of a course's lessons: its learners' counts, and the certificates that are earned by it. */
export const recountCourseJob: JobKind<{ course: number }> = {
  ...recountCourse,
  tries: 10,
  lane: "courseRecounts",
  failure: ({ course }) => `课程 ${course} 的学习进度没有重新数成`,
  async run({ payload: { course }, checkStop }, services) {
    const { database, now } = services;
    const [row] = await database
      .select({ certificate: courses.certificateName, exam: courses.certificateExamId })
      .from(courses)
      .where(and(eq(courses.id, course), isNull(courses.delistedAt)));
    // Of a course that was taken down everything stays as it was.
    if (!row) return;
    let last: number | null = 0;
    while (last !== null) {
      checkStop();
      const place: Parameters<typeof recountSome>[1] = { course, after: last, now: now() };
      last = await transact(database, (inside) => recountSome(inside, place));
    }
    if (row.certificate === null) return;
    for (let due = await dueAfter(database, course, row.exam, 0); due.length > 0; ) {
      checkStop();
      await transact(database, async (inside) => {
        for (const { account } of due) await issueCertificate(services, inside, account, course);
      });
      due = await dueAfter(database, course, row.exam, due.at(-1)?.account.id ?? 0);
    }
  },
};
