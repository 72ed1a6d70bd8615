import { z } from "zod";
import { count, firstPage, flag, some, words } from "../base/absent";
import { timestamp } from "../base/fields";
import { picture } from "../base/shapes";
import { named } from "../resources/shapes";
import { attemptStates, certificateStates, liveStates, questionTypes } from "./constants";

/** Shapes of the training classes that several calls share. */

const codesOf = <const Row extends { code: string }>(rows: readonly Row[]) =>
  rows.map(({ code }) => code) as [Row["code"], ...Row["code"][]];

export const questionType = z.enum(codesOf(questionTypes));
export const liveState = z.enum(codesOf(liveStates));
export const attemptState = z.enum(codesOf(attemptStates));
export const certificateState = z.enum(codesOf(certificateStates));

/** The page of a list: which it is, how many there are, and of how many things. */
export const listPlace = { page: firstPage, pages: firstPage, total: count };

/** A live session of a course. */
export const live = z.object({
  starts: timestamp,
  minutes: count,
  state: liveState,
  /** Where it is watched, outside the portal; null until half an hour before it begins, and once it is over. */
  url: z.string().nullable().default(null),
  /** The lesson that is its replay. */
  replay: z.number().nullable().default(null),
  /** The replay's address where it lies outside the portal. */
  replayUrl: z.string().nullable().default(null),
});

/** A course as lists show it. */
export const courseRow = z.object({
  id: z.number(),
  title: z.string(),
  summary: words,
  class: named,
  level: named,
  cover: picture.nullable().default(null),
  /** Minutes of all its lessons, by their plan. */
  minutes: count,
  lessons: count,
  /** Lessons that have a video. */
  videos: count,
  learners: count,
  lecturers: some(named),
  /** Whoever finishes it gets a certificate. */
  certified: flag,
  exams: count,
  live: live.nullable().default(null),
  /** When it opened. */
  from: timestamp,
  /** It was taken down: it stands in no list any more but in what people studied and collected. */
  delisted: flag,
});

export const coursePage = z.object({ courses: z.array(courseRow), ...listPlace });

/** A course in the list of all of them: with what it is about. */
export const listedCourse = courseRow.extend({ products: some(named), resources: some(named) });

/** A lesson as the outline of its course shows it. */
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

/** A lesson with a video, as short lists show it. */
export const courseVideo = z.object({
  lesson: z.number(),
  title: z.string(),
  course: named,
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
  /** Their account in the community; null without one. */
  uid: z.number().nullable().default(null),
  courses: count,
  learners: count,
});

export const examRow = z.object({
  id: z.number(),
  title: z.string(),
  summary: words,
  course: named,
  minutes: count,
  /** Questions that an attempt has. */
  questions: count,
  /** The part of all points that passes it, in percent. */
  pass: count,
  /** How often somebody may take it; 0 without a limit. */
  attempts: count,
  /** Minutes after the first try that failed; each further one doubles them, up to a day. */
  wait: count,
});

/** A certificate as its owner's lists show it. */
export const certificateRow = z.object({
  publicId: z.string(),
  name: z.string(),
  course: named,
  state: certificateState,
  issuedAt: timestamp,
});

/** One attempt as the 成绩单 (transcript of grades) has it. */
export const attemptRow = z.object({
  id: z.number(),
  exam: named,
  course: named,
  state: attemptState,
  startedAt: timestamp,
  /** When its time is up; answers on their way count for a minute more. */
  endsAt: timestamp,
  /** When it was handed in, or was ended; null while it runs. */
  endedAt: timestamp.nullable().default(null),
  points: count,
  /** Points that could be had. */
  total: count,
  percent: count,
  passed: flag,
});

/** How far the signed-in person is in a course. */
export const courseProgress = z.object({
  course: z.number(),
  /** Of its lessons, in percent. */
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
