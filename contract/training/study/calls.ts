/** The caller's studies (spec 7.2, Dev resources: personal study info, recent studies). */
import { z } from "zod";
import { count, flag, some, words } from "../../base/absent";
import { defineCall } from "../../base/call";
import { id, numeric, page, timestamp } from "../../base/fields";
import { idAndName } from "../../resources/shapes";
import { positionMax, progressMax } from "../constants";
import { certificateRow, courseProgress, courseRow, listPlace } from "../shapes";

const userRow = { group: "development", method: "POST", body: "json", access: "user" } as const;

/** A position in a video, in seconds. */
export const position = numeric(
  z.number("播放位置有误").min(0, "播放位置有误").max(positionMax, "播放位置有误"),
);

/** Days of a week. */
export const studyDays = numeric(
  z.number("请选 1 到 7 天").int("请选 1 到 7 天").min(1, "请选 1 到 7 天").max(7, "请选 1 到 7 天"),
);

/** A person's progress in a lesson. */
const place = z.object({
  lesson: z.number(),
  position: count,
  /** It was watched, or opened for long enough to read. */
  done: flag,
  /** The learner marked it as done by hand; that does not count for certificates. */
  marked: flag,
  studiedAt: timestamp,
});

/** How the caller's week goes by their plan; null without one. */
const week = z
  .object({
    /** On how many days of a week they want to study. */
    plan: z.number(),
    /** On how many days of this week, Monday to Sunday in China, they studied. */
    days: count,
    /** In how many weeks in a row, up to this one or the last, the plan was met. */
    weeks: count,
  })
  .nullable()
  .default(null);

export const studyCalls = {
  saveLessonPosition: defineCall({
    ...userRow,
    summary: "Stores the caller's progress in a lesson; older data that arrives late changes nothing.",
    path: "/gateway/rest/training/save-position",
    limit: "studyPosition",
    effect: "private",
    request: z.object({
      lesson: id,
      position: position.optional(),
      /**
       * When that was, by the gateway's clock, in milliseconds since 1970: `now` of studyOfCourse plus the time since
       * then. Without it, and in the future: now.
       */
      at: numeric(z.number("时间有误").int("时间有误").min(0, "时间有误").max(1e14, "时间有误")).optional(),
      /** The start of the part that was played up to `position`; without it the stored position. */
      from: position.optional(),
      /**
       * The person has read the lesson: the value of `opened` from studyOfCourse. Refused with the remaining time
       * (LESSON_TOO_SOON).
       */
      read: z.string("请从课程页打开这节课").max(200, "请从课程页打开这节课").optional(),
      /** Marks the lesson as done by hand, or removes the mark: it does not count for certificates. */
      marked: z.boolean().optional(),
    }),
    response: courseProgress.extend({
      lesson: place,
      /** False when something newer was stored already. */
      saved: flag,
      /** The public id of a certificate earned by this call. */
      certificate: z.string().nullable().default(null),
    }),
  }),
  studyOfCourse: defineCall({
    ...userRow,
    summary:
      "The caller's progress in a course: each lesson, attempts left, the certificate; and the gateway's time.",
    path: "/gateway/rest/training/study-of-course",
    effect: "reads",
    seenAs: "shown",
    request: z.object({
      course: id,
      /** The opened lesson. */
      lesson: id.optional(),
    }),
    response: courseProgress.extend({
      lessons: some(place),
      /** When the lesson was opened, signed: the value for `read` of saveLessonPosition. */
      opened: words,
      /** The lesson to continue with: the last studied one that is not done, or the next. */
      next: idAndName.nullable().default(null),
      exams: some(
        z.object({
          exam: z.number(),
          taken: count,
          /** Null without a limit. */
          left: z.number().nullable().default(null),
          /** The running attempt. */
          running: z.number().nullable().default(null),
          best: z.number().nullable().default(null),
          passed: flag,
          /** When the next try may begin; null for now. */
          from: timestamp.nullable().default(null),
        }),
      ),
      certificate: certificateRow.nullable().default(null),
      collected: flag,
      /** Whether the caller may see the course's learners. */
      manages: flag,
      /** The gateway's clock, in milliseconds since 1970. */
      now: count,
    }),
  }),
  studyProgress: defineCall({
    ...userRow,
    summary: "The caller's progress in each of the given courses; courses not begun are left out.",
    path: "/gateway/rest/training/progress",
    effect: "reads",
    seenAs: "shown",
    request: z.object({
      courses: z.array(id).min(1, "没有要查的课程").max(progressMax, `一次最多查 ${progressMax} 门课程`),
    }),
    response: z.object({ courses: z.array(courseProgress) }),
  }),
  personalStudyInfo: defineCall({
    ...userRow,
    summary:
      "The caller's studies in total: courses, lessons, exams, certificates, and whether they are listed.",
    path: "/gateway/rest/training/personal-study-info",
    effect: "reads",
    seenAs: "withheld",
    request: z.object({}),
    response: z.object({
      courses: z.int().nonnegative(),
      finished: count,
      lessonsDone: count,
      /** The minutes of done lessons, by their plan. */
      minutes: count,
      examsPassed: count,
      /** The person agreed to be listed among the top students and exam masters. */
      listed: flag,
      certificates: some(certificateRow),
      /** Whether there are courses that they may manage, with learners and recordings. */
      teaches: flag,
      week,
    }),
  }),
  recentStudies: defineCall({
    ...userRow,
    summary: "The courses that the caller studied, latest first, each with the lesson to continue with.",
    path: "/gateway/rest/training/recent-studies",
    effect: "reads",
    seenAs: "withheld",
    request: z.object({ page: page.default(1) }),
    response: z.object({
      studies: z.array(
        courseProgress.omit({ course: true }).extend({
          course: courseRow,
          /** The last studied lesson; null when it is delisted. */
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
  lastStudy: defineCall({
    ...userRow,
    summary:
      "The lesson with which the caller goes on in the course that they studied last, and where in it; null when that is finished, or there is none.",
    path: "/gateway/rest/training/last-study",
    effect: "reads",
    seenAs: "shown",
    request: z.object({}),
    response: z.object({
      study: z
        .object({
          course: idAndName,
          lesson: idAndName.extend({ number: count }),
          /** The second of its video where the caller stopped; 0 for one that is not begun. */
          position: count,
        })
        .nullable()
        .default(null),
      week,
    }),
  }),
  planStudy: defineCall({
    ...userRow,
    summary: "Says on how many days of a week the caller wants to study; null for no plan.",
    path: "/gateway/rest/training/plan-study",
    limit: "settings",
    effect: "private",
    request: z.object({ days: studyDays.nullable() }),
    response: z.object({ days: z.number().nullable().default(null) }),
  }),
  agreeToBeListed: defineCall({
    ...userRow,
    summary: "Agrees to be listed among the top students and exam masters, or withdraws that.",
    path: "/gateway/rest/training/agree-to-be-listed",
    access: "unmuted",
    limit: "settings",
    effect: "adds",
    request: z.object({ listed: z.boolean() }),
    response: z.object({ listed: z.boolean() }),
  }),
};

export type StudyOfCourse = z.infer<typeof studyCalls.studyOfCourse.response>;
