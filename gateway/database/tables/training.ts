/**
 * Courses with their lessons, and the learners' progress. Rows of a load have `fingerprint` and `delistedAt` like
 * products. A load never removes the courses, lessons and exams that progress refers to.
 */
import type { NameShown } from "contract/training/constants";
import type { QuizType } from "contract/training/quizzes/constants";
import { sql } from "drizzle-orm";
import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { accounts } from "./accounts";
import { counter, longId, moment, now, searchDocument } from "./columns";
import { sections, topics } from "./forum";
import { type PackImage, products } from "./products";
import { resources } from "./resources";

const node = () => ({
  id: integer("id").primaryKey(),
  position: integer("position").notNull(),
  name: text("name").notNull(),
  summary: text("summary").notNull().default(""),
  delistedAt: moment("delisted_at"),
});

export const courseClasses = pgTable("course_classes", node());
export const courseLevels = pgTable("course_levels", node());

export const lecturers = pgTable(
  "lecturers",
  {
    id: integer("id").primaryKey(),
    position: integer("position").notNull(),
    name: text("name").notNull(),
    title: text("title").notNull().default(""),
    organisation: text("organisation").notNull().default(""),
    intro: text("intro").notNull().default(""),
    photo: jsonb("photo").$type<PackImage>(),
    /** The lecturer's account, which may see the learners of their courses. */
    accountId: integer("account_id").references(() => accounts.id, { onDelete: "set null" }),
    /** The number of listed courses, written by the load. */
    courses: counter("courses"),
    /** The learners of all their courses. A person in two courses counts twice. */
    learners: counter("learners"),
    fingerprint: text("fingerprint").notNull(),
    delistedAt: moment("delisted_at"),
  },
  (table) => [
    index("lecturers_learners").on(table.learners.desc(), table.id).where(sql`${table.delistedAt} is null`),
    index("lecturers_account").on(table.accountId),
  ],
);

/** A chapter of a course: its name, and its lessons by id. */
export interface KeptChapter {
  title: string;
  lessons: number[];
}

export const courses = pgTable(
  "courses",
  {
    id: integer("id").primaryKey(),
    classId: integer("class_id")
      .notNull()
      .references(() => courseClasses.id),
    levelId: integer("level_id")
      .notNull()
      .references(() => courseLevels.id),
    title: text("title").notNull(),
    summary: text("summary").notNull(),
    cover: jsonb("cover").$type<PackImage>(),
    source: text("source").notNull(),
    html: text("html").notNull(),
    chapters: jsonb("chapters").$type<KeptChapter[]>().notNull(),
    tags: jsonb("tags").$type<string[]>().notNull(),
    /** The forum section for questions about it. */
    sectionId: integer("section_id").references(() => sections.id, { onDelete: "set null" }),
    /** The time from which everybody sees it. */
    opensAt: moment("opens_at").notNull(),
    minutes: integer("minutes").notNull(),
    lessons: integer("lessons").notNull(),
    videos: integer("videos").notNull(),
    exams: integer("exams").notNull(),
    /** The name of its certificate; null without one. */
    certificateName: text("certificate_name"),
    /** The exam for the certificate; null when finishing the lessons is enough. */
    certificateExamId: integer("certificate_exam_id"),
    liveStartsAt: moment("live_starts_at"),
    liveMinutes: integer("live_minutes").notNull().default(0),
    liveUrl: text("live_url"),
    replayLessonId: integer("replay_lesson_id"),
    replayUrl: text("replay_url"),
    learners: counter("learners"),
    collected: counter("collected"),
    fingerprint: text("fingerprint").notNull(),
    delistedAt: moment("delisted_at"),
    updatedAt: moment("updated_at").notNull().defaultNow(),
    createdAt: now(),
    search: searchDocument("search"),
  },
  (table) => {
    const listed = sql`${table.delistedAt} is null`;
    return [
      index("courses_new").on(table.opensAt.desc(), table.id.desc()).where(listed),
      index("courses_class").on(table.classId, table.opensAt.desc(), table.id.desc()).where(listed),
      index("courses_level").on(table.levelId, table.opensAt.desc(), table.id.desc()).where(listed),
      index("courses_learners").on(table.learners.desc(), table.id.desc()).where(listed),
      index("courses_minutes").on(table.minutes, table.id).where(listed),
      index("courses_live").on(table.liveStartsAt, table.id).where(sql`${table.liveStartsAt} is not null`),
      index("courses_search").using("gin", table.search),
      index("courses_tags").using("gin", sql`(lower(${table.tags}::text)::jsonb)`),
    ];
  },
);

export const ofCourse = () =>
  integer("course_id")
    .notNull()
    .references(() => courses.id, { onDelete: "cascade" });
export const ofAccount = () =>
  integer("account_id")
    .notNull()
    .references(() => accounts.id, { onDelete: "cascade" });

export const courseLecturers = pgTable(
  "course_lecturers",
  {
    courseId: ofCourse(),
    lecturerId: integer("lecturer_id")
      .notNull()
      .references(() => lecturers.id, { onDelete: "cascade" }),
    position: integer("position").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.courseId, table.lecturerId] }),
    index("course_lecturers_lecturer").on(table.lecturerId, table.courseId.desc()),
  ],
);

export const courseProducts = pgTable(
  "course_products",
  {
    courseId: ofCourse(),
    productId: integer("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.courseId, table.productId] }),
    index("course_products_product").on(table.productId, table.courseId.desc()),
  ],
);

export const courseResources = pgTable(
  "course_resources",
  {
    courseId: ofCourse(),
    resourceId: integer("resource_id")
      .notNull()
      .references(() => resources.id, { onDelete: "cascade" }),
  },
  (table) => [primaryKey({ columns: [table.courseId, table.resourceId] })],
);

/** A line of the captions. Times are seconds from the start of the video. */
export interface TranscriptLine {
  at: number;
  until: number;
  text: string;
}

export interface KeptSlide {
  /** The second of the video at which the slide appears; null without a time. */
  at: number | null;
  title: string;
  source: string;
  html: string;
  image: PackImage | null;
}

/** What is asked in an exam or a lesson, with the right answer. */
export interface AskedQuestion {
  html: string;
  options: { letter: string; html: string }[];
  /** The right answer: letters, `true` or `false`, or the accepted spellings. */
  answer: string[];
  /** The explanation, as HTML. */
  why: string;
}

/** The texts of a question as they are typed. */
export interface QuestionSource {
  text: string;
  options: string[];
  why: string;
}

/** A question inside a lesson. */
export interface LessonQuestion extends AskedQuestion {
  /** A hash of what it asks, without its answer: members' answers find it by this. */
  key: string;
  type: QuizType;
  source: QuestionSource;
}

/** A file of a lesson's video, by its storage name; `type` is the media type with its codecs. */
export interface KeptVideo {
  name: string;
  type: string;
  bytes: number;
}

export const lessons = pgTable(
  "lessons",
  {
    id: integer("id").primaryKey(),
    courseId: ofCourse(),
    /** Its position in the course, from 1. */
    number: integer("number").notNull(),
    chapter: text("chapter").notNull(),
    title: text("title").notNull(),
    minutes: integer("minutes").notNull(),
    /** The files of the video; empty for a lesson of text. */
    videos: jsonb("videos").$type<KeptVideo[]>().notNull(),
    /** The length of its video; 0 without one. */
    seconds: integer("seconds").notNull(),
    width: integer("width").notNull(),
    height: integer("height").notNull(),
    poster: jsonb("poster").$type<PackImage>(),
    /** Storage name of the captions; null without. */
    captions: text("captions"),
    transcript: jsonb("transcript").$type<TranscriptLine[]>().notNull(),
    slides: jsonb("slides").$type<KeptSlide[]>().notNull(),
    /** Questions to try oneself at. */
    quiz: jsonb("quiz").$type<LessonQuestion[]>().notNull().default([]),
    source: text("source").notNull(),
    html: text("html").notNull(),
    plays: counter("plays"),
    /** The same as for resources, with plays instead of downloads. */
    heat: doublePrecision("heat").notNull().default(0),
    collected: counter("collected"),
    fingerprint: text("fingerprint").notNull(),
    delistedAt: moment("delisted_at"),
    updatedAt: moment("updated_at").notNull().defaultNow(),
    createdAt: now(),
    search: searchDocument("search"),
  },
  (table) => [
    index("lessons_course").on(table.courseId, table.number),
    index("lessons_heat")
      .on(table.heat.desc(), table.id.desc())
      .where(sql`${table.delistedAt} is null and ${table.seconds} > 0`),
    index("lessons_search").using("gin", table.search),
  ],
);

/** Recordings that lecturers uploaded. The operator adds them to the pack, with captions and slides. */
export const videoUploads = pgTable(
  "video_uploads",
  {
    id: serial("id").primaryKey(),
    courseId: ofCourse(),
    /** The lesson of the recording; null when it has none yet. */
    lessonId: integer("lesson_id").references(() => lessons.id, { onDelete: "set null" }),
    accountId: ofAccount(),
    /** The storage name. */
    fileName: text("file_name").notNull(),
    originalName: text("original_name").notNull(),
    /** The media type with its codecs. */
    type: text("type").notNull(),
    bytes: integer("bytes").notNull(),
    seconds: integer("seconds").notNull(),
    width: integer("width").notNull(),
    height: integer("height").notNull(),
    note: text("note").notNull().default(""),
    /** The mark by which the uploading browser identifies it; empty for an upload in one form. */
    mark: text("mark").notNull().default(""),
    createdAt: now(),
  },
  (table) => [
    index("video_uploads_course").on(table.courseId, table.id.desc()),
    index("video_uploads_account").on(table.accountId, table.id),
  ],
);

/** Unfinished uploads of recordings. The received pieces are in the file store under the name. */
export const videoUploadsBegun = pgTable(
  "video_uploads_begun",
  {
    id: serial("id").primaryKey(),
    courseId: ofCourse(),
    lessonId: integer("lesson_id").references(() => lessons.id, { onDelete: "set null" }),
    accountId: ofAccount(),
    fileName: text("file_name").notNull(),
    originalName: text("original_name").notNull(),
    bytes: integer("bytes").notNull(),
    /** The number of received bytes, which is the offset of the next piece. */
    received: integer("received").notNull().default(0),
    note: text("note").notNull().default(""),
    mark: text("mark").notNull(),
    /** The time of the last piece. An upload without new pieces is deleted after a while. */
    heardAt: moment("heard_at").notNull(),
    createdAt: now(),
  },
  (table) => [
    index("video_uploads_begun_account").on(table.accountId, table.courseId),
    index("video_uploads_begun_heard").on(table.heardAt),
  ],
);

/** Topics with links to a lesson in their text. */
export const lessonTopics = pgTable(
  "lesson_topics",
  {
    lessonId: integer("lesson_id")
      .notNull()
      .references(() => lessons.id, { onDelete: "cascade" }),
    topicId: longId("topic_id")
      .notNull()
      .references(() => topics.id, { onDelete: "cascade" }),
    /** The second of the video in the link; null without one. */
    at: integer("at"),
  },
  (table) => [
    primaryKey({ columns: [table.lessonId, table.topicId] }),
    index("lesson_topics_topic").on(table.topicId),
  ],
);

/** The learners of courses with their progress. Writes of their lessons update it. */
export const courseLearners = pgTable(
  "course_learners",
  {
    accountId: ofAccount(),
    courseId: ofCourse(),
    /** The last studied lesson; null when the person only started an exam. */
    lessonId: integer("lesson_id"),
    lessonsDone: counter("lessons_done"),
    /** The time at which all lessons were finished for the first time. */
    finishedAt: moment("finished_at"),
    startedAt: moment("started_at").notNull(),
    studiedAt: moment("studied_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.courseId] }),
    index("course_learners_course").on(table.courseId, table.studiedAt.desc(), table.accountId),
    index("course_learners_started").on(table.startedAt, table.courseId),
    index("course_learners_recent").on(table.accountId, table.studiedAt.desc(), table.courseId),
  ],
);

export const lessonProgress = pgTable(
  "lesson_progress",
  {
    accountId: ofAccount(),
    lessonId: integer("lesson_id")
      .notNull()
      .references(() => lessons.id, { onDelete: "cascade" }),
    /** The position in its video, in seconds. */
    position: integer("position").notNull(),
    /** The time of the position. An older position that arrives later changes nothing. */
    at: moment("at").notNull(),
    /** The played seconds of its video, never more than the time that passed on the gateway's clock. */
    watched: integer("watched").notNull().default(0),
    /** The last time, by the gateway's clock, of a report of studying; null for a lesson that was only marked. */
    heardAt: moment("heard_at"),
    /** The time at which it was watched, or read for long enough. */
    doneAt: moment("done_at"),
    /** The time at which the learner marked it by hand. This has no other effect. */
    markedAt: moment("marked_at"),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.lessonId] })],
);

const ofLesson = () =>
  integer("lesson_id")
    .notNull()
    .references(() => lessons.id, { onDelete: "cascade" });

/** The latest answers to the questions inside lessons. Whether one is right is compared when it is shown. */
export const lessonAnswers = pgTable(
  "lesson_answers",
  {
    accountId: ofAccount(),
    lessonId: ofLesson(),
    /** The question's key. */
    question: text("question").notNull(),
    answer: jsonb("answer").$type<string[]>().notNull(),
    tries: integer("tries").notNull().default(1),
    at: moment("at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.lessonId, table.question] }),
    index("lesson_answers_lesson").on(table.lessonId),
  ],
);

/** Members' own notes about lessons. */
export const lessonNotes = pgTable(
  "lesson_notes",
  {
    id: longId("id").primaryKey().generatedByDefaultAsIdentity(),
    accountId: ofAccount(),
    lessonId: ofLesson(),
    /** The second of the video that it is about; null without one. */
    at: integer("at"),
    /** The beginning of the part of the text that it is about; empty without one. */
    part: text("part").notNull().default(""),
    text: text("text").notNull(),
    /** The key of the form that made it (`submissionKey`); null for one that came with an import. */
    submissionId: text("submission_id"),
    updatedAt: moment("updated_at").notNull(),
    createdAt: now(),
  },
  (table) => [
    index("lesson_notes_account").on(table.accountId, table.id.desc()),
    index("lesson_notes_lesson").on(table.lessonId, table.accountId),
    uniqueIndex("lesson_notes_submission").on(table.accountId, table.submissionId),
  ],
);

/** The totals of each learner, for the lists of top students and exam masters. */
export const studyTotals = pgTable(
  "study_totals",
  {
    accountId: integer("account_id")
      .primaryKey()
      .references(() => accounts.id, { onDelete: "cascade" }),
    courses: counter("courses"),
    finished: counter("finished"),
    lessonsDone: counter("lessons_done"),
    /** The planned minutes of finished lessons. */
    minutes: counter("minutes"),
    certificates: counter("certificates"),
    examsPassed: counter("exams_passed"),
    /** The sum of the best results of passed exams, in percent. */
    percents: counter("percents"),
    /** Whether they agreed that others see them in the lists. */
    listed: boolean("listed").notNull().default(false),
    /** On how many days of a week they want to study; null without a plan. */
    plan: integer("plan"),
    /**
     * The real name for their certificates, or once they took it back its hash; and how it is shown there, null before
     * they chose.
     */
    realName: text("real_name").notNull().default(""),
    nameShown: text("name_shown").$type<NameShown>(),
  },
  (table) => [
    index("study_totals_students")
      .on(table.lessonsDone.desc(), table.minutes.desc(), table.accountId)
      .where(sql`${table.listed}`),
    index("study_totals_masters")
      .on(table.examsPassed.desc(), table.percents.desc(), table.accountId)
      .where(sql`${table.listed}`),
  ],
);
