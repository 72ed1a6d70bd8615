/** What somebody studied (spec 7.2, Dev resources: personal study info, recent studies). */
import { z } from "zod";
import { count, flag, some, words } from "../../base/absent";
import { defineCall } from "../../base/call";
import { id, numeric, page, timestamp } from "../../base/fields";
import { named } from "../../resources/shapes";
import { positionMax, progressMax } from "../constants";
import { certificateRow, courseProgress, courseRow, listPlace } from "../shapes";

const mine = { group: "development", method: "POST", body: "json", access: "user" } as const;

/** A place in a video, in seconds. */
export const position = numeric(
  z.number("播放位置有误").min(0, "播放位置有误").max(positionMax, "播放位置有误"),
);

/** Where somebody stands in a lesson. */
const place = z.object({
  lesson: z.number(),
  position: count,
  /** It was watched, or read for long enough. */
  done: flag,
  /** Its learner marked it by hand, which counts for no certificate. */
  marked: flag,
  studiedAt: timestamp,
});

export const studyCalls = {
  saveLessonPosition: defineCall({
    ...mine,
    summary: "Keeps how far the caller is in a lesson; what arrives after something newer changes nothing.",
    path: "/gateway/rest/training/save-position",
    limit: "studyPosition",
    effect: "private",
    request: z.object({
      lesson: id,
      position: position.optional(),
      /**
       * When it was so, by the gateway's clock, in milliseconds since 1970: `now` of studyOfCourse and the time
       * since then. Without it: now. What lies in the future counts as now.
       */
      at: numeric(z.number("时间有误").int("时间有误").min(0, "时间有误").max(1e14, "时间有误")).optional(),
      /** Where the stretch began that was played up to `position`; without it: at what is kept. */
      from: position.optional(),
      /** They have read it: `opened` of studyOfCourse. Refused with the time that is left (LESSON_TOO_SOON). */
      read: z.string("请从课程页打开这节课").max(200, "请从课程页打开这节课").optional(),
      /** Marks the lesson by hand, or takes that back: it counts for no certificate. */
      marked: z.boolean().optional(),
    }),
    response: courseProgress.extend({
      lesson: place,
      /** False where something newer was there already. */
      saved: flag,
      /** The public id of a certificate that this earned. */
      certificate: z.string().nullable().default(null),
    }),
  }),
  studyOfCourse: defineCall({
    ...mine,
    summary:
      "How the caller stands in a course: each lesson, attempts left, the certificate; and the gateway's time.",
    path: "/gateway/rest/training/study-of-course",
    effect: "reads",
    request: z.object({
      course: id,
      /** The lesson that is opened. */
      lesson: id.optional(),
    }),
    response: courseProgress.extend({
      lessons: some(place),
      /** When the lesson was opened, signed: what `read` of saveLessonPosition is given. */
      opened: words,
      /** The lesson to go on with: the last one studied that is not done, or the next. */
      next: named.nullable().default(null),
      exams: some(
        z.object({
          exam: z.number(),
          taken: count,
          /** Null without a limit. */
          left: z.number().nullable().default(null),
          /** The attempt that runs. */
          running: z.number().nullable().default(null),
          best: z.number().nullable().default(null),
          passed: flag,
          /** From when the next try may begin; null where it may at once. */
          from: timestamp.nullable().default(null),
        }),
      ),
      certificate: certificateRow.nullable().default(null),
      collected: flag,
      /** The caller may see its learners. */
      manages: flag,
      /** The gateway's clock, in milliseconds since 1970. */
      now: count,
    }),
  }),
  studyProgress: defineCall({
    ...mine,
    summary: "How far the caller is in each of some courses; those that were not begun are left out.",
    path: "/gateway/rest/training/progress",
    effect: "reads",
    request: z.object({
      courses: z.array(id).min(1, "没有要查的课程").max(progressMax, `一次最多查 ${progressMax} 门课程`),
    }),
    response: z.object({ courses: z.array(courseProgress) }),
  }),
  personalStudyInfo: defineCall({
    ...mine,
    summary:
      "What the caller studied in all: courses, lessons, exams, certificates, and whether they are listed.",
    path: "/gateway/rest/training/personal-study-info",
    effect: "reads",
    request: z.object({}),
    response: z.object({
      courses: z.int().nonnegative(),
      finished: count,
      lessonsDone: count,
      /** Minutes of the lessons that are done, by their plan. */
      minutes: count,
      examsPassed: count,
      /** They agreed to stand among the top students and exam masters. */
      listed: flag,
      certificates: some(certificateRow),
      /** There are courses that they may manage: their learners and recordings. */
      teaches: flag,
    }),
  }),
  recentStudies: defineCall({
    ...mine,
    summary: "The courses that the caller studied, latest first, each with where to go on.",
    path: "/gateway/rest/training/recent-studies",
    effect: "reads",
    request: z.object({ page: page.default(1) }),
    response: z.object({
      studies: z.array(
        courseProgress.omit({ course: true }).extend({
          course: courseRow,
          /** The lesson that was studied last; null where it is there no more. */
          lesson: z
            .object({ id: z.number(), title: z.string(), number: count, position: count, done: flag })
            .nullable()
            .default(null),
          studiedAt: timestamp,
        }),
      ),
      ...listPlace,
    }),
  }),
  agreeToBeListed: defineCall({
    ...mine,
    summary: "Agrees to stand among the top students and exam masters, or takes that back.",
    path: "/gateway/rest/training/agree-to-be-listed",
    access: "unmuted",
    limit: "settings",
    effect: "adds",
    request: z.object({ listed: z.boolean() }),
    response: z.object({ listed: z.boolean() }),
  }),
};

export type StudyOfCourse = z.infer<typeof studyCalls.studyOfCourse.response>;
