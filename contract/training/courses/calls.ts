/** Courses and their lessons (spec 7.2, Dev resources: levels, recommended course videos, course by id, live replay). */
import { z } from "zod";
import { count, flag, some, words } from "../../base/absent";
import { defineCall } from "../../base/call";
import { id, page, previewSecret, timestamp, typedText } from "../../base/fields";
import { longKeep, shortKeep } from "../../base/keep-for";
import { picture } from "../../base/shapes";
import { idAndName } from "../../resources/shapes";
import { courseOrders, keywordMax, shortListMax } from "../constants";
import {
  coursePage,
  courseRow,
  courseVideo,
  examRow,
  lecturerRow,
  lessonRow,
  listedCourse,
  listPlace,
  live,
  liveState,
  quizType,
} from "../shapes";

const codesOf = <const Row extends { code: string }>(rows: readonly Row[]) =>
  rows.map(({ code }) => code) as [Row["code"], ...Row["code"][]];

const open = { group: "development", method: "POST", body: "json", access: "visitor" } as const;
const userRow = { group: "development", method: "POST", body: "json", access: "user" } as const;
const empty = z.object({});

export const courseKeyword = typedText(keywordMax, `关键词不能超过 ${keywordMax} 个字`);
export const courseOrder = z.enum(codesOf(courseOrders), "请选择列出的排序");

const counted = idAndName.extend({ summary: words, courses: count });

/** Where to ask about a course or lesson: a section of the forum, and a tag. */
const ask = z.object({ fid: z.number(), tag: words });

const chapter = z.object({ title: z.string(), lessons: some(lessonRow) });

const courseDetail = courseRow.extend({
  html: words,
  chapters: some(chapter),
  teachers: some(lecturerRow),
  products: some(idAndName.extend({ summary: words })),
  resources: some(idAndName),
  tags: some(z.string()),
  examList: some(examRow),
  /** The certificate for people who do every lesson and pass the exam, if the course has one. */
  certificate: z
    .object({ name: z.string(), exam: z.number().nullable().default(null) })
    .nullable()
    .default(null),
  ask: ask.nullable().default(null),
  collected: count,
  updatedAt: timestamp,
  /** It is what an editor saved, and is not published. */
  preview: flag,
});

const lessonDetail = lessonRow.extend({
  /** The terms of the operator's glossary that are in its text, with other spellings of each. */
  terms: some(z.object({ term: z.string(), also: some(z.string()), text: z.string() })),
  chapter: words,
  course: courseRow,
  previous: idAndName.nullable().default(null),
  next: idAndName.nullable().default(null),
  /** The video in one or two formats; null for a lesson without one. */
  video: z
    .object({
      seconds: count,
      width: count,
      height: count,
      poster: picture,
      /** Signed addresses, preferred first; `type` is the media type with its codecs. */
      files: z.array(z.object({ address: z.string(), type: z.string(), bytes: count })).min(1),
      /** The signed address of the WebVTT captions. */
      captions: z.string().nullable().default(null),
    })
    .nullable()
    .default(null),
  /** The captions as text, in order; `at` and `until` are seconds of the video. */
  transcript: some(z.object({ at: z.number(), until: z.number(), text: z.string() })),
  slideList: some(
    z.object({
      /** The second of the video at which the slide appears; null without one. */
      at: z.number().nullable().default(null),
      title: z.string(),
      html: words,
      picture: picture.nullable().default(null),
    }),
  ),
  html: words,
  /** Questions to try oneself at, without their solutions; `key` names one in `answerQuiz`. */
  quiz: some(
    z.object({
      key: z.string(),
      type: quizType,
      html: words,
      options: some(z.object({ letter: z.string(), html: z.string() })),
    }),
  ),
  /** The least number of seconds to watch or read it. */
  needs: count,
  ask: ask.nullable().default(null),
  collected: count,
  plays: count,
  updatedAt: timestamp,
  preview: flag,
});

export const courseCalls = {
  trainingLevels: defineCall({
    ...open,
    summary: "The classes and levels of courses, and the products with courses.",
    path: "/gateway/rest/training/levels",
    effect: "reads",
    seenAs: "shown",
    keepFor: longKeep,
    request: empty,
    response: z.object({
      classes: z.array(counted),
      levels: z.array(counted),
      products: some(idAndName.extend({ courses: count })),
    }),
  }),
  courseList: defineCall({
    ...open,
    summary: "Courses by class, level, product, lecturer and keyword; a page at a time.",
    path: "/gateway/rest/training/courses",
    effect: "reads",
    seenAs: "shown",
    keepFor: shortKeep,
    request: z.object({
      classId: id.optional(),
      levelId: id.optional(),
      prodId: id.optional(),
      lecturerId: id.optional(),
      text: courseKeyword.default(""),
      order: courseOrder.default("newest"),
      page: page.default(1),
    }),
    response: z.object({ courses: z.array(listedCourse), ...listPlace }),
  }),
  courseById: defineCall({
    ...open,
    summary:
      "A course with its outline, lecturers, exams and certificate; also a delisted one. `preview` gives the newest version that an editor saved, to whoever has its secret.",
    path: "/gateway/rest/training/course",
    effect: "reads",
    seenAs: "shown",
    keepFor: { ...shortKeep, unless: "preview" },
    request: z.object({ id, preview: previewSecret }),
    response: courseDetail,
  }),
  lessonById: defineCall({
    ...open,
    summary:
      "A lesson with its text, slides, transcript, and the signed addresses of its video. `preview`, the secret of its course's newest version, gives the lesson as that has it.",
    path: "/gateway/rest/training/lesson",
    effect: "reads",
    seenAs: "shown",
    keepFor: { ...shortKeep, unless: "preview" },
    request: z.object({ id, preview: previewSecret }),
    response: lessonDetail,
  }),
  playLesson: defineCall({
    ...open,
    summary: "Counts that a lesson's video was started, once an hour for each caller.",
    path: "/gateway/rest/training/play",
    limit: "view",
    effect: "private",
    request: z.object({ id }),
    response: z.object({ plays: z.number() }),
  }),
  recommendedCourseVideos: defineCall({
    ...open,
    summary: "Videos of courses: by the caller's follows and studies, and by popularity.",
    path: "/gateway/rest/training/recommended-videos",
    effect: "reads",
    seenAs: "shown",
    keepFor: { seconds: 30, whose: "person", until: "adds" },
    request: z.object({ count: z.number().int().min(1).max(shortListMax).default(8) }),
    response: z.object({
      videos: z.array(
        courseVideo.extend({
          why: z.enum(["followed", "studied", "popular"]).default("popular"),
          /** The followed tag, or the studied course. */
          because: words,
        }),
      ),
    }),
  }),
  liveReplay: defineCall({
    ...open,
    summary: "Live sessions: future ones, soonest first, or past ones, latest first.",
    path: "/gateway/rest/training/lives",
    effect: "reads",
    seenAs: "shown",
    keepFor: longKeep,
    request: z.object({ over: z.boolean().default(false), page: page.default(1) }),
    response: z.object({
      lives: z.array(
        live.extend({
          course: z.object({ id: z.number(), title: z.string(), cover: picture.nullable().default(null) }),
          lecturers: some(idAndName),
          state: liveState,
        }),
      ),
      ...listPlace,
    }),
  }),
  lessonTopics: defineCall({
    ...open,
    summary: "Topics about a lesson, latest first.",
    path: "/gateway/rest/training/lesson-topics",
    effect: "reads",
    seenAs: "shown",
    keepFor: shortKeep,
    request: z.object({ id, page: page.default(1) }),
    response: z.object({
      topics: z.array(
        z.object({
          tid: z.number(),
          title: z.string(),
          replies: count,
          solved: flag,
          /** The second of the video that the question is about. */
          at: z.number().nullable().default(null),
          createdAt: timestamp,
        }),
      ),
      ...listPlace,
    }),
  }),
  managedCourses: defineCall({
    ...userRow,
    summary:
      "The courses that the caller may manage: a lecturer's own, an administrator's all; including unpublished ones.",
    path: "/gateway/rest/training/managed-courses",
    effect: "reads",
    seenAs: "shown",
    request: z.object({ page: page.default(1) }),
    response: coursePage,
  }),
  previewCourse: defineCall({
    ...userRow,
    summary: "A course with all its lessons, for people who may manage it; also before it opens.",
    path: "/gateway/rest/training/preview",
    effect: "reads",
    seenAs: "shown",
    request: z.object({ id }),
    response: z.object({ course: courseDetail, lessons: some(lessonDetail) }),
  }),
};

export type CourseDetail = z.infer<typeof courseDetail>;
export type LessonDetail = z.infer<typeof lessonDetail>;
