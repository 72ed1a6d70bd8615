import { randomBytes } from "node:crypto";
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import {
  certificates,
  courseClasses,
  courseLearners,
  courseLecturers,
  courseLevels,
  courses,
  examResults,
  exams,
  lecturers,
  studyTotals,
} from "../../database/schema";
import type { Account, Services } from "../../server/context";

/** 120 random bits, so that nobody can guess the address of another certificate. */
const newPublicId = () => randomBytes(15).toString("base64url");

/**
 * Issues a course's certificate to an account that has finished every lesson and passed the exam, if the course names
 * one, and that has no certificate yet. All data is copied, so later changes of the course do not change the
 * certificate. Runs in the transaction of the write that may have earned it.
 * @returns its public id; null when none was issued
 */
export async function issueCertificate(
  { now, settings }: Pick<Services, "now" | "settings">,
  database: Database,
  account: Account,
  courseId: number,
): Promise<string | null> {
  const [course] = await database
    .select({
      title: courses.title,
      lessons: courses.lessons,
      minutes: courses.minutes,
      name: courses.certificateName,
      examId: courses.certificateExamId,
      className: courseClasses.name,
      levelName: courseLevels.name,
      delistedAt: courses.delistedAt,
      finishedAt: courseLearners.finishedAt,
    })
    .from(courses)
    .innerJoin(courseClasses, eq(courseClasses.id, courses.classId))
    .innerJoin(courseLevels, eq(courseLevels.id, courses.levelId))
    .innerJoin(
      courseLearners,
      and(eq(courseLearners.courseId, courses.id), eq(courseLearners.accountId, account.id)),
    )
    .where(eq(courses.id, courseId));
  if (!course?.finishedAt || course.name === null || course.delistedAt) return null;
  const { name, examId } = course;
  const [result] =
    examId === null
      ? []
      : await database
          .select({ title: exams.title, best: examResults.best, passed: examResults.passed })
          .from(examResults)
          .innerJoin(exams, eq(exams.id, examResults.examId))
          .where(and(eq(examResults.accountId, account.id), eq(examResults.examId, examId)));
  if (examId !== null && !result?.passed) return null;
  const courseTeachers = await database
    .select({ name: lecturers.name })
    .from(courseLecturers)
    .innerJoin(lecturers, eq(lecturers.id, courseLecturers.lecturerId))
    .where(and(eq(courseLecturers.courseId, courseId), isNull(lecturers.delistedAt)))
    .orderBy(asc(courseLecturers.position));
  const [issued] = await database
    .insert(certificates)
    .values({
      publicId: newPublicId(),
      accountId: account.id,
      courseId,
      name,
      holder: account.nickname,
      course: course.title,
      className: course.className,
      levelName: course.levelName,
      lessons: course.lessons,
      minutes: course.minutes,
      lecturers: courseTeachers.map((each) => each.name),
      exam: result?.title ?? "",
      percent: result?.best ?? null,
      issuer: settings.siteName,
      issuedAt: now(),
    })
    .onConflictDoNothing()
    .returning({ publicId: certificates.publicId });
  if (!issued) return null;
  await database
    .update(studyTotals)
    .set({ certificates: sql`${studyTotals.certificates} + 1` })
    .where(eq(studyTotals.accountId, account.id));
  return issued.publicId;
}
