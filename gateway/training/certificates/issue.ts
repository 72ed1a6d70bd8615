import { randomInt } from "node:crypto";
import { groupCount, groupLength, numberLetters } from "contract/training/certificates/calls";
import { and, asc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
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
  lessonProgress,
  lessons,
  studyTotals,
} from "../../database/schema";
import type { Account, Services } from "../../server/context";
import { needsSeconds } from "../courses/needs-seconds";
import { givenName } from "./real-name";

/** 100 random bits, so that nobody can guess another certificate's number, in groups that people can type. */
const newPublicId = () =>
  Array.from({ length: groupCount }, () =>
    Array.from({ length: groupLength }, () => numberLetters[randomInt(numberLetters.length)]).join(""),
  ).join("-");

/**
 * The minutes that an account studied the lessons of courses, as far as the gateway's clock knows: what was played of a
 * video, and for a lesson that was read the time that reading it took at least.
 */
export async function studiedMinutes(
  database: Database,
  accountId: number,
  courseIds: number[],
): Promise<number> {
  const rows = await database
    .select({
      watched: lessonProgress.watched,
      seconds: lessons.seconds,
      html: lessons.html,
      slides: lessons.slides,
      minutes: lessons.minutes,
    })
    .from(lessonProgress)
    .innerJoin(lessons, eq(lessons.id, lessonProgress.lessonId))
    .where(
      and(
        eq(lessonProgress.accountId, accountId),
        inArray(lessons.courseId, courseIds),
        isNull(lessons.delistedAt),
        isNotNull(lessonProgress.doneAt),
      ),
    );
  const seconds = rows.reduce((sum, row) => sum + Math.max(row.watched, needsSeconds(row)), 0);
  return Math.ceil(seconds / 60);
}

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
  return insertCertificate({ now, settings }, database, account, {
    courseId,
    pathId: null,
    name,
    course: course.title,
    className: course.className,
    levelName: course.levelName,
    lessons: course.lessons,
    minutes: course.minutes,
    studiedMinutes: await studiedMinutes(database, account.id, [courseId]),
    lecturers: courseTeachers.map((each) => each.name),
    exam: result?.title ?? "",
    percent: result?.best ?? null,
  });
}

type Earned = Omit<
  typeof certificates.$inferInsert,
  "id" | "publicId" | "accountId" | "holder" | "realName" | "nameShown" | "issuer" | "issuedAt"
>;

/**
 * Writes a certificate with the name that its holder has chosen, and counts it.
 * @returns its public id; null when the account has one already
 */
export async function insertCertificate(
  { now, settings }: Pick<Services, "now" | "settings">,
  database: Database,
  account: Account,
  earned: Earned,
): Promise<string | null> {
  const [choice] = await database
    .select({ realName: studyTotals.realName, nameShown: studyTotals.nameShown })
    .from(studyTotals)
    .where(eq(studyTotals.accountId, account.id));
  const [issued] = await database
    .insert(certificates)
    .values({
      ...earned,
      publicId: newPublicId(),
      accountId: account.id,
      holder: account.nickname,
      realName: givenName(choice),
      nameShown: choice?.nameShown ?? "nickname",
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
