import { z } from "zod";
import { count, firstPage, flag, some, words } from "../base/absent";
import { timestamp } from "../base/fields";
import { picture } from "../base/shapes";
import { idAndName } from "../resources/shapes";
import { attemptStates, certificateStates, liveStates, namesShown, questionTypes } from "./constants";
import { quizTypes } from "./quizzes/constants";

/** Shapes shared by several calls of the training classes. */

const codesOf = <const Row extends { code: string }>(rows: readonly Row[]) =>
  rows.map(({ code }) => code) as [Row["code"], ...Row["code"][]];

export const questionType = z.enum(codesOf(questionTypes));
export const quizType = z.enum(codesOf(quizTypes));
export const liveState = z.enum(codesOf(liveStates));
export const attemptState = z.enum(codesOf(attemptStates));
export const certificateState = z.enum(codesOf(certificateStates));
export const nameShown = z.enum(codesOf(namesShown), "请选择证书上写什么名字");

/** The page of a list: its number, the number of pages, and the number of entries. */
export const listPlace = { page: firstPage, pages: firstPage, total: count };

/** A live session of a course. */
export const live = z.object({
  starts: timestamp,
  minutes: count,
  state: liveState,
  /** The address to watch it outside the portal; null until half an hour before the start, and after the end. */
  url: z.string().nullable().default(null),
  /** The lesson with its replay. */
  replay: z.number().nullable().default(null),
  /** The replay's address outside the portal, if it is there. */
  replayUrl: z.string().nullable().default(null),
});

/** A course in lists. */
export const courseRow = z.object({
  id: z.number(),
  title: z.string(),
  summary: words,
  class: idAndName,
  level: idAndName,
  cover: picture.nullable().default(null),
  /** The minutes of all its lessons, by their plan. */
  minutes: count,
  lessons: count,
  /** Lessons that have a video. */
  videos: count,
  learners: count,
  lecturers: some(idAndName),
  /** It has a certificate for people who finish it. */
  certified: flag,
  exams: count,
  live: live.nullable().default(null),
  /** The opening time. */
  from: timestamp,
  /** Delisted: it is shown only to people who studied or collected it. */
  delisted: flag,
});

export const coursePage = z.object({ courses: z.array(courseRow), ...listPlace });

/** A course in the list of all courses, with its products and resources. */
export const listedCourse = courseRow.extend({ products: some(idAndName), resources: some(idAndName) });

/** A lesson in its course's outline. */
export const lessonRow = z.object({
  id: z.number(),
  title: z.string(),
  /** Its number in the course, from 1. */
  number: count,
  minutes: count,
  /** Seconds of its video; 0 without one. */
  seconds: count,
  captioned: flag,
  slides: count,
});

/** A lesson with a video in short lists. */
export const courseVideo = z.object({
  lesson: z.number(),
  title: z.string(),
  course: idAndName,
  seconds: count,
  poster: picture,
  plays: count,
});

export const lecturerRow = z.object({
  id: z.number(),
  name: z.string(),
  title: words,
  organisation: words,
  intro: words,
  photo: picture.nullable().default(null),
  /** The lecturer's account in the community; null without one. */
  uid: z.number().nullable().default(null),
  courses: count,
  learners: count,
});

export const examRow = z.object({
  id: z.number(),
  title: z.string(),
  summary: words,
  course: idAndName,
  minutes: count,
  /** The number of questions in an attempt. */
  questions: count,
  /** The percentage of points needed to pass. */
  pass: count,
  /** How many attempts a person has; 0 without a limit. */
  attempts: count,
  /** Minutes to wait after the first failed try; each further one doubles them, up to a day. */
  wait: count,
});

/** A certificate in its owner's lists. */
export const certificateRow = z.object({
  publicId: z.string(),
  name: z.string(),
  /** A learning path has its title here, and no number. */
  course: idAndName.extend({ id: z.number().nullable().default(null) }),
  state: certificateState,
  issuedAt: timestamp,
});

/** An attempt in the 成绩单 (transcript of grades). */
export const attemptRow = z.object({
  id: z.number(),
  exam: idAndName,
  course: idAndName,
  state: attemptState,
  startedAt: timestamp,
  /** When its time runs out; answers on their way count for one more minute. */
  endsAt: timestamp,
  /** When it was handed in or ran out of time; null while it runs. */
  endedAt: timestamp.nullable().default(null),
  points: count,
  /** The most possible points. */
  total: count,
  percent: count,
  passed: flag,
});

/** The signed-in person's progress in a course. */
export const courseProgress = z.object({
  course: z.number(),
  /** The share of done lessons, in percent. */
  percent: count,
  lessonsDone: count,
  finished: flag,
});

export type CourseRow = z.infer<typeof courseRow>;
export type ListedCourse = z.infer<typeof listedCourse>;
export type LessonRow = z.infer<typeof lessonRow>;
export type CourseVideo = z.infer<typeof courseVideo>;
export type LecturerRow = z.infer<typeof lecturerRow>;
export type ExamRow = z.infer<typeof examRow>;
export type AttemptRow = z.infer<typeof attemptRow>;
export type CertificateRow = z.infer<typeof certificateRow>;
export type CourseProgress = z.infer<typeof courseProgress>;
export type Live = z.infer<typeof live>;
