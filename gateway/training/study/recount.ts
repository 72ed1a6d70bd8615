import { and, eq, isNotNull, isNull, notExists, sql } from "drizzle-orm";
import { recountCourse } from "../../content/load/catalogue/lessons";
import type { Database } from "../../database/open";
import { accounts, certificates, courseLearners, courses } from "../../database/schema";
import { transact } from "../../database/transact";
import type { JobKind } from "../../server/jobs";
import { issueCertificate } from "../certificates/issue";

/** How many learners get their certificates in one transaction. */
const atOnce = 50;

/**
 * Counts what the learners of a course have done of the lessons that it has now. Who has done all of them has finished
 * the course: for them nothing is left that could finish it. What somebody finished before stays so.
 */
async function recount(database: Database, course: number, now: Date): Promise<void> {
  await database.execute(sql`
    with counted as (
      select learner.account_id, count(lesson.id)::int as done
      from course_learners learner
      left join lesson_progress progress on progress.account_id = learner.account_id and progress.done_at is not null
      left join lessons lesson on lesson.id = progress.lesson_id and lesson.course_id = learner.course_id
        and lesson.delisted_at is null
      where learner.course_id = ${course} group by 1
    )
    update course_learners learner set lessons_done = counted.done from counted
    where learner.course_id = ${course} and learner.account_id = counted.account_id
      and learner.lessons_done <> counted.done`);
  await database.execute(sql`
    with finished as (
      update course_learners learner set finished_at = ${now.toISOString()}::timestamptz from courses course
      where course.id = ${course} and learner.course_id = course.id and learner.finished_at is null
        and course.lessons > 0 and learner.lessons_done >= course.lessons
      returning learner.account_id
    )
    update study_totals total set finished = total.finished + 1 from finished
    where total.account_id = finished.account_id`);
}

/** Follows a change of a course's lessons: its learners' counts, and the certificates that are earned by it. */
export const recountCourseJob: JobKind<{ course: number }> = {
  ...recountCourse,
  tries: 10,
  failure: ({ course }) => `课程 ${course} 的学习进度没有重新数成`,
  async run({ payload: { course }, checkStop }, services) {
    const { database, now } = services;
    const [row] = await database
      .select({ certificate: courses.certificateName })
      .from(courses)
      .where(and(eq(courses.id, course), isNull(courses.delistedAt)));
    // Of a course that was taken down everything stays as it was.
    if (!row) return;
    await transact(database, (inside) => recount(inside, course, now()));
    if (row.certificate === null) return;
    const due = await database
      .select({ account: accounts })
      .from(courseLearners)
      .innerJoin(accounts, eq(accounts.id, courseLearners.accountId))
      .where(
        and(
          eq(courseLearners.courseId, course),
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
        ),
      );
    for (let first = 0; first < due.length; first += atOnce) {
      checkStop();
      await transact(database, async (inside) => {
        for (const { account } of due.slice(first, first + atOnce))
          await issueCertificate(services, inside, account, course);
      });
    }
  },
};
