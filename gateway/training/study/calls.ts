/** The calls about what somebody studied (spec 7.2, Dev resources: personal study info, recent studies). */
import { studyPageSize } from "contract/training/constants";
import type { studyCalls } from "contract/training/study/calls";
import { and, asc, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { outerColumn } from "../../database/outer-column";
import { pageOf } from "../../database/pages";
import {
  certificates,
  collections,
  courseLearners,
  courses,
  examAttempts,
  examResults,
  exams,
  lessonProgress,
  lessons,
  studyTotals,
} from "../../database/schema";
import { accountOf, type CallContext, type HandlersOf } from "../../server/context";
import { certificateRows, certificatesOf } from "../certificates/rows";
import { manages, mayManageCourses, openCourse } from "../courses/find";
import { courseRows } from "../courses/rows";
import { nextTryAt } from "../next-try";
import { readLastStudy } from "./last-study";
import { readWeek } from "./plan";
import { progressOf } from "./progress-of";
import { savePosition } from "./save-position";
import { openingProof } from "./time-to-learn";

/** The columns from which a learner's progress in a course is computed. */
const progressColumns = {
  courseId: courseLearners.courseId,
  lessonsDone: courseLearners.lessonsDone,
  finishedAt: courseLearners.finishedAt,
  lessons: courses.lessons,
};

/** The caller's results in the exams of a course. */
async function examsOf({ database, now }: CallContext, accountId: number, courseId: number) {
  const mine = and(eq(examResults.examId, exams.id), eq(examResults.accountId, accountId));
  const rows = await database
    .select({
      exam: exams.id,
      attempts: exams.attempts,
      taken: examResults.taken,
      best: examResults.best,
      passed: examResults.passed,
      running: examAttempts.id,
      wait: exams.wait,
      ended: sql<number | null>`(select extract(epoch from max(x.ended_at)) * 1000 from exam_attempts x
        where x.account_id = ${accountId} and x.exam_id = ${outerColumn(exams.id)})::float`,
    })
    .from(exams)
    .leftJoin(examResults, mine)
    .leftJoin(
      examAttempts,
      and(
        eq(examAttempts.examId, exams.id),
        eq(examAttempts.accountId, accountId),
        eq(examAttempts.state, "running"),
      ),
    )
    .where(and(eq(exams.courseId, courseId), isNull(exams.delistedAt)))
    .orderBy(asc(exams.id));
  return rows.map(({ exam, attempts, taken, best, passed, running, wait, ended }) => {
    const triesLeft = attempts === 0 ? null : Math.max(0, attempts - (taken ?? 0));
    const from =
      running === null && triesLeft !== 0
        ? nextTryAt({ wait }, { taken: taken ?? 0, passed: passed ?? false, endedAt: ended })
        : null;
    return {
      exam,
      taken: taken ?? 0,
      best,
      passed: passed ?? false,
      running,
      left: triesLeft,
      from: from !== null && from > now().getTime() ? new Date(from).toISOString() : null,
    };
  });
}

export const studyHandlers = {
  saveLessonPosition: savePosition,

  async studyOfCourse({ course: courseId, lesson: openedLesson }, context) {
    const { database, now } = context;
    const accountId = accountOf(context).id;
    const course = await openCourse(context, courseId);
    const mine = and(eq(lessonProgress.lessonId, lessons.id), eq(lessonProgress.accountId, accountId));
    const own = await database
      .select({
        id: lessons.id,
        name: lessons.title,
        position: lessonProgress.position,
        at: lessonProgress.at,
        doneAt: lessonProgress.doneAt,
        markedAt: lessonProgress.markedAt,
      })
      .from(lessons)
      .leftJoin(lessonProgress, mine)
      .where(and(eq(lessons.courseId, courseId), isNull(lessons.delistedAt)))
      .orderBy(asc(lessons.number));
    const [learner] = await database
      .select()
      .from(courseLearners)
      .where(and(eq(courseLearners.accountId, accountId), eq(courseLearners.courseId, courseId)));
    const open = own.filter(({ doneAt }) => doneAt === null);
    // The next lesson is not one that the learner marked by hand, if there is another.
    const ahead = open.filter(({ markedAt }) => markedAt === null);
    const next = ahead.find(({ id }) => id === learner?.lessonId) ?? ahead[0] ?? open[0];
    const [certificate] = await certificateRows(
      database,
      and(eq(certificates.accountId, accountId), eq(certificates.courseId, courseId)),
    );
    const collected = await database.$count(
      collections,
      and(
        eq(collections.accountId, accountId),
        eq(collections.kind, "course"),
        eq(collections.targetId, courseId),
      ),
    );
    return {
      ...progressOf({
        courseId,
        lessonsDone: own.length - open.length,
        lessons: course.lessons,
        finishedAt: learner?.finishedAt ?? null,
      }),
      lessons: own.flatMap(({ id, position, at, doneAt, markedAt }) =>
        position === null || at === null
          ? []
          : [
              {
                lesson: id,
                position,
                done: doneAt !== null,
                marked: markedAt !== null,
                studiedAt: at.toISOString(),
              },
            ],
      ),
      opened: openedLesson === undefined ? "" : openingProof(context, accountId, openedLesson),
      next: next ? { id: next.id, name: next.name } : null,
      exams: await examsOf(context, accountId, courseId),
      certificate: certificate ?? null,
      collected: collected > 0,
      manages: await manages(context, courseId),
      now: now().getTime(),
    };
  },

  async studyProgress({ courses: courseIds }, context) {
    const rows = await context.database
      .select(progressColumns)
      .from(courseLearners)
      .innerJoin(courses, eq(courses.id, courseLearners.courseId))
      .where(
        and(eq(courseLearners.accountId, accountOf(context).id), inArray(courseLearners.courseId, courseIds)),
      );
    return { courses: rows.map(progressOf) };
  },

  async personalStudyInfo(_request, context) {
    const { database } = context;
    const { id } = accountOf(context);
    const [totals] = await database.select().from(studyTotals).where(eq(studyTotals.accountId, id));
    const {
      courses: startedCourses = 0,
      finished = 0,
      lessonsDone = 0,
      minutes = 0,
      examsPassed = 0,
    } = totals ?? {};
    return {
      courses: startedCourses,
      finished,
      lessonsDone,
      minutes,
      examsPassed,
      listed: totals?.listed ?? false,
      certificates: await certificatesOf(database, id),
      teaches: await mayManageCourses(context),
      week: await readWeek(database, id, context.now()),
    };
  },

  async recentStudies({ page }, context) {
    const { database } = context;
    const mine = eq(courseLearners.accountId, accountOf(context).id);
    // Only the caller's rows are counted, through an index; people study a few dozen courses.
    const total = await database.$count(courseLearners, mine);
    const { offset, ...place } = pageOf(total, page, studyPageSize);
    const rows = await database
      .select({
        ...progressColumns,
        studiedAt: courseLearners.studiedAt,
        lesson: lessons.id,
        title: lessons.title,
        number: lessons.number,
        position: lessonProgress.position,
        doneAt: lessonProgress.doneAt,
      })
      .from(courseLearners)
      .innerJoin(courses, eq(courses.id, courseLearners.courseId))
      .leftJoin(lessons, and(eq(lessons.id, courseLearners.lessonId), isNull(lessons.delistedAt)))
      .leftJoin(
        lessonProgress,
        and(
          eq(lessonProgress.lessonId, courseLearners.lessonId),
          eq(lessonProgress.accountId, courseLearners.accountId),
        ),
      )
      .where(mine)
      .orderBy(desc(courseLearners.studiedAt), desc(courseLearners.courseId))
      .limit(studyPageSize)
      .offset(offset);
    const courseCards = await courseRows(
      context,
      rows.map(({ courseId }) => courseId),
    );
    const studies = rows.flatMap(({ lesson, title, number, position, doneAt, studiedAt, ...row }) => {
      const course = courseCards.find(({ id }) => id === row.courseId);
      if (!course) return [];
      const { course: _id, ...progress } = progressOf(row);
      const last =
        lesson === null || title === null || number === null
          ? null
          : { id: lesson, title, number, position: position ?? 0, done: doneAt !== null };
      return [{ ...progress, course, lesson: last, studiedAt: studiedAt.toISOString() }];
    });
    return { studies, ...place, total };
  },

  async lastStudy(_request, context) {
    const last = await readLastStudy(context);
    // The week stands beside the lesson: without one nothing is shown.
    const week = last && (await readWeek(context.database, accountOf(context).id, context.now()));
    return { study: last, week };
  },

  async planStudy({ days }, context) {
    const accountId = accountOf(context).id;
    await context.database
      .insert(studyTotals)
      .values({ accountId, plan: days })
      .onConflictDoUpdate({ target: studyTotals.accountId, set: { plan: days } });
    return { days };
  },

  async agreeToBeListed({ listed }, context) {
    const accountId = accountOf(context).id;
    await context.database
      .insert(studyTotals)
      .values({ accountId, listed })
      .onConflictDoUpdate({ target: studyTotals.accountId, set: { listed } });
    return { listed };
  },
} satisfies HandlersOf<typeof studyCalls>;
