import { asc, eq } from "drizzle-orm";
import type { Database } from "../../database/open";
import * as tables from "../../database/schema";

/**
 * A person's studies: courses and lessons, attempts at exams with their answers, certificates, and
 * recordings. A running attempt has no questions here, and no attempt has solutions: others take the exam
 * too.
 */
export async function studyRecord(database: Database, accountId: number) {
  const { courseLearners, courses, lessonProgress, lessons, examAttempts, examAnswers } = tables;
  const { certificates, studyTotals, videoUploads, videoUploadsBegun } = tables;
  const [totals] = await database.select().from(studyTotals).where(eq(studyTotals.accountId, accountId));
  const attempts = await database
    .select({
      id: examAttempts.id,
      exam: examAttempts.examTitle,
      course: examAttempts.courseTitle,
      state: examAttempts.state,
      startedAt: examAttempts.startedAt,
      endedAt: examAttempts.endedAt,
      points: examAttempts.points,
      total: examAttempts.total,
      percent: examAttempts.percent,
      passed: examAttempts.passed,
    })
    .from(examAttempts)
    .where(eq(examAttempts.accountId, accountId))
    .orderBy(asc(examAttempts.id));
  const answers = await database
    .select({
      attemptId: examAnswers.attemptId,
      number: examAnswers.number,
      answer: examAnswers.answer,
      at: examAnswers.at,
    })
    .from(examAnswers)
    .innerJoin(examAttempts, eq(examAttempts.id, examAnswers.attemptId))
    .where(eq(examAttempts.accountId, accountId))
    .orderBy(asc(examAnswers.attemptId), asc(examAnswers.number));
  const { accountId: _owner, ...total } = totals ?? { accountId };
  return {
    total,
    courses: await database
      .select({
        id: courses.id,
        title: courses.title,
        lessonsDone: courseLearners.lessonsDone,
        startedAt: courseLearners.startedAt,
        studiedAt: courseLearners.studiedAt,
        finishedAt: courseLearners.finishedAt,
      })
      .from(courseLearners)
      .innerJoin(courses, eq(courses.id, courseLearners.courseId))
      .where(eq(courseLearners.accountId, accountId))
      .orderBy(asc(courses.id)),
    lessons: await database
      .select({
        id: lessons.id,
        title: lessons.title,
        position: lessonProgress.position,
        at: lessonProgress.at,
        watched: lessonProgress.watched,
        doneAt: lessonProgress.doneAt,
        markedAt: lessonProgress.markedAt,
      })
      .from(lessonProgress)
      .innerJoin(lessons, eq(lessons.id, lessonProgress.lessonId))
      .where(eq(lessonProgress.accountId, accountId))
      .orderBy(asc(lessons.id)),
    attempts: attempts.map(({ id, ...attempt }) => ({
      ...attempt,
      answers: answers
        .filter(({ attemptId }) => attemptId === id)
        .map(({ attemptId: _attempt, ...answer }) => answer),
    })),
    videoUploads: await database
      .select({
        name: videoUploads.originalName,
        course: courses.title,
        lesson: lessons.title,
        bytes: videoUploads.bytes,
        seconds: videoUploads.seconds,
        note: videoUploads.note,
        createdAt: videoUploads.createdAt,
      })
      .from(videoUploads)
      .innerJoin(courses, eq(courses.id, videoUploads.courseId))
      .leftJoin(lessons, eq(lessons.id, videoUploads.lessonId))
      .where(eq(videoUploads.accountId, accountId))
      .orderBy(asc(videoUploads.id)),
    videoUploadsBegun: await database
      .select({
        name: videoUploadsBegun.originalName,
        bytes: videoUploadsBegun.bytes,
        received: videoUploadsBegun.received,
        note: videoUploadsBegun.note,
        createdAt: videoUploadsBegun.createdAt,
      })
      .from(videoUploadsBegun)
      .where(eq(videoUploadsBegun.accountId, accountId))
      .orderBy(asc(videoUploadsBegun.id)),
    certificates: (
      await database.select().from(certificates).where(eq(certificates.accountId, accountId))
    ).map(({ id: _id, accountId: _account, ...certificate }) => certificate),
  };
}
