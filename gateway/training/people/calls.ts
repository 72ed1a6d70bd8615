/**
 * Lecturers, students and the university pages (spec 7.2, Dev resources: lecturers, top students, exam masters;
 * 2.1, /universityTalents).
 */
import { learnerPageSize, lecturerPageSize } from "contract/training/constants";
import type { trainingPeopleCalls } from "contract/training/people/calls";
import { and, asc, desc, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import { pageOf } from "../../database/pages";
import {
  accounts,
  courseLearners,
  courseLecturers,
  courses,
  examResults,
  exams,
  lecturers,
  studyTotals,
} from "../../database/schema";
import { personColumns, toPerson } from "../../people/cards";
import type { HandlersOf } from "../../server/context";
import { found } from "../../server/refusal";
import { managedCourse } from "../courses/find";
import { courseRows, isOpen, lecturerRows } from "../courses/rows";
import { progressOf } from "../study/progress-of";
import { previewLecturer } from "./preview-lecturer";
import { readTalents } from "./talents";

/** The most courses that a lecturer's page shows. */
const coursesMaximum = 100;

export const trainingPeopleHandlers = {
  async lecturers({ page }, { database }) {
    const isListed = isNull(lecturers.delistedAt);
    const total = await database.$count(lecturers, isListed);
    const { offset, ...place } = pageOf(total, page, lecturerPageSize);
    const ids = await database
      .select({ id: lecturers.id })
      .from(lecturers)
      .where(isListed)
      .orderBy(desc(lecturers.learners), asc(lecturers.id))
      .limit(lecturerPageSize)
      .offset(offset);
    const rows = await lecturerRows(
      database,
      ids.map(({ id }) => id),
    );
    return { lecturers: rows, ...place, total };
  },

  async lecturerById({ id, preview }, context) {
    const { database, now } = context;
    const isPreview = preview !== undefined;
    const [row] = await lecturerRows(database, [id]);
    const lecturer = isPreview
      ? await previewLecturer(database, id, preview, row)
      : found(row, "LECTURER_NOT_FOUND");
    const [stands] = await database
      .select({ delistedAt: lecturers.delistedAt })
      .from(lecturers)
      .where(eq(lecturers.id, id));
    const courseIds = await database
      .select({ id: courses.id })
      .from(courseLecturers)
      .innerJoin(courses, eq(courses.id, courseLecturers.courseId))
      .where(and(eq(courseLecturers.lecturerId, id), isOpen(now())))
      .orderBy(desc(courses.opensAt), desc(courses.id))
      .limit(coursesMaximum);
    const courseList = await courseRows(
      context,
      courseIds.map((course) => course.id),
    );
    const delisted = !isPreview && stands?.delistedAt != null;
    return { ...lecturer, courseList, delisted, preview: isPreview };
  },

  async topStudents({ count }, { database }) {
    const rows = await database
      .select({
        ...personColumns,
        lessonsDone: studyTotals.lessonsDone,
        minutes: studyTotals.minutes,
        finished: studyTotals.finished,
        certificates: studyTotals.certificates,
      })
      .from(studyTotals)
      .innerJoin(accounts, eq(accounts.id, studyTotals.accountId))
      .where(and(studyTotals.listed, gt(studyTotals.lessonsDone, 0)))
      .orderBy(
        sql`${studyTotals.lessonsDone} desc nulls last, ${studyTotals.minutes} desc nulls last, ${studyTotals.accountId}`,
      )
      .limit(count);
    return {
      students: rows.map(({ lessonsDone, minutes, finished, certificates, ...person }) => ({
        person: toPerson(person),
        lessonsDone,
        minutes,
        finished,
        certificates,
      })),
    };
  },

  async examMasters({ count }, { database }) {
    const rows = await database
      .select({ ...personColumns, passed: studyTotals.examsPassed, percents: studyTotals.percents })
      .from(studyTotals)
      .innerJoin(accounts, eq(accounts.id, studyTotals.accountId))
      .where(and(studyTotals.listed, gt(studyTotals.examsPassed, 0)))
      .orderBy(
        sql`${studyTotals.examsPassed} desc nulls last, ${studyTotals.percents} desc nulls last, ${studyTotals.accountId}`,
      )
      .limit(count);
    return {
      masters: rows.map(({ passed, percents, ...person }) => ({
        person: toPerson(person),
        passed,
        percent: Math.floor(percents / passed),
      })),
    };
  },

  async courseLearners({ course: id, page }, context) {
    const { database } = context;
    const course = await managedCourse(context, id);
    const { offset, ...place } = pageOf(course.learners, page, learnerPageSize);
    const rows = await database
      .select({
        ...personColumns,
        lessonsDone: courseLearners.lessonsDone,
        finishedAt: courseLearners.finishedAt,
        startedAt: courseLearners.startedAt,
        studiedAt: courseLearners.studiedAt,
      })
      .from(courseLearners)
      .innerJoin(accounts, eq(accounts.id, courseLearners.accountId))
      .where(eq(courseLearners.courseId, id))
      .orderBy(sql`${courseLearners.studiedAt} desc nulls last, ${courseLearners.accountId}`)
      .limit(learnerPageSize)
      .offset(offset);
    const uids = rows.map((row) => row.id);
    const results =
      uids.length === 0
        ? []
        : await database
            .select({
              uid: examResults.accountId,
              best: sql<number | null>`max(${examResults.best})`,
              passed: sql<boolean>`bool_or(${examResults.passed})`,
            })
            .from(examResults)
            .innerJoin(exams, eq(exams.id, examResults.examId))
            .where(and(eq(exams.courseId, id), inArray(examResults.accountId, uids)))
            .groupBy(examResults.accountId);
    return {
      course: { id, name: course.title },
      learners: rows.map(({ lessonsDone, finishedAt, startedAt, studiedAt, ...person }) => {
        const { course: _id, ...progress } = progressOf({
          courseId: id,
          lessonsDone,
          finishedAt,
          lessons: course.lessons,
        });
        const result = results.find(({ uid }) => uid === person.id);
        return {
          person: toPerson(person),
          ...progress,
          startedAt: startedAt.toISOString(),
          studiedAt: studiedAt.toISOString(),
          best: result?.best ?? null,
          passed: result?.passed ?? false,
        };
      }),
      ...place,
      total: course.learners,
    };
  },

  universityTalents: ({ preview }, { database }) => readTalents(database, preview),
} satisfies HandlersOf<typeof trainingPeopleCalls>;
