import { asc, eq, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import {
  certificates,
  courseLearners,
  courses,
  examAnswers,
  examAttempts,
  examResults,
  lecturers,
  lessonAnswers,
  lessonNotes,
  lessonProgress,
  lessons,
  studyTotals,
  videoUploads,
  videoUploadsBegun,
} from "../database/schema";
import type { PersonalData } from "../server/personal-data";
import { givenName } from "./certificates/real-name";

/**
 * A person's studies: courses and lessons, attempts at exams with their answers, certificates and recordings. It never
 * includes the questions or right answers, because others take the exams too.
 */
export async function studyRecord(database: Database, accountId: number) {
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
    // Of a name that was taken back only a hash is kept, which nobody can read.
    total: { ...total, ...(totals ? { realName: givenName(totals) } : {}) },
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
    // Without the questions, as of attempts: only what the person typed or chose.
    quizAnswers: await database
      .select({
        lesson: lessons.title,
        question: lessonAnswers.question,
        answer: lessonAnswers.answer,
        tries: lessonAnswers.tries,
        at: lessonAnswers.at,
      })
      .from(lessonAnswers)
      .innerJoin(lessons, eq(lessons.id, lessonAnswers.lessonId))
      .where(eq(lessonAnswers.accountId, accountId))
      .orderBy(asc(lessons.id), asc(lessonAnswers.question)),
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

/**
 * Deletes what somebody studied, and subtracts them from the counts of courses and exams. A certificate keeps its
 * public page, which then says that the holder closed the account. A lecturer's card belongs to the operator and stays,
 * but not the recordings that the lecturer uploaded.
 * @returns how many courses
 */
async function eraseStudy(database: Database, id: number, now: Date): Promise<number> {
  await database.execute(sql`update lecturers l set learners = l.learners - own.learners from (
    select t.lecturer_id as id, count(*)::int as learners from course_learners x
      join course_lecturers t on t.course_id = x.course_id
      join courses c on c.id = x.course_id and c.delisted_at is null
    where x.account_id = ${id} group by 1) as own where own.id = l.id`);
  await database.execute(sql`update courses set learners = learners - 1
    where id in (select course_id from course_learners where account_id = ${id})`);
  await database.execute(sql`update exams e set takers = e.takers - 1,
      passed = e.passed - case when own.passed then 1 else 0 end
    from exam_results own where own.account_id = ${id} and own.taken > 0 and own.exam_id = e.id`);
  const learnerRows = await database
    .delete(courseLearners)
    .where(eq(courseLearners.accountId, id))
    .returning();
  for (const table of [
    lessonAnswers,
    lessonNotes,
    lessonProgress,
    examResults,
    examAttempts,
    studyTotals,
    videoUploads,
    videoUploadsBegun,
  ])
    await database.delete(table).where(eq(table.accountId, id));
  await database
    .update(certificates)
    .set({ accountId: null, holder: "", realName: "", nameShown: "nickname", closedAt: now })
    .where(eq(certificates.accountId, id));
  await database.update(lecturers).set({ accountId: null }).where(eq(lecturers.accountId, id));
  return learnerRows.length;
}

export const trainingPersonalData: PersonalData = {
  files: {
    "studies.json": {
      about: "学过的课程和课、随堂练习的作答、考试成绩和作答、证书、作为讲师上传的录像",
      read: (database, { id }) => studyRecord(database, id),
    },
    "study-notes.json": {
      about: "课时的笔记",
      read: (database, { id }) =>
        database
          .select({
            course: courses.title,
            lesson: lessons.title,
            at: lessonNotes.at,
            part: lessonNotes.part,
            text: lessonNotes.text,
            updatedAt: lessonNotes.updatedAt,
            since: lessonNotes.createdAt,
          })
          .from(lessonNotes)
          .innerJoin(lessons, eq(lessons.id, lessonNotes.lessonId))
          .innerJoin(courses, eq(courses.id, lessons.courseId))
          .where(eq(lessonNotes.accountId, id))
          .orderBy(asc(lessonNotes.id)),
    },
  },
  erase: async (database, { id }, now) => ({ courses: await eraseStudy(database, id, now) }),
};
