/**
 * Courses with their lessons, and what people did with them. What a load writes has `fingerprint` and
 * `delistedAt`, as with products; what people did names courses, lessons and exams that a load never removes.
 */
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
} from "drizzle-orm/pg-core";
import { accounts } from "./accounts";
import { counter, moment, now, searchDocument } from "./columns";
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
    /** Their account, which may see the learners of their courses. */
    accountId: integer("account_id").references(() => accounts.id, { onDelete: "set null" }),
    /** Listed courses; written by the load. */
    courses: counter("courses"),
    /** Of all their courses; somebody who learns in two counts twice. */
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
    /** The section of the forum where questions about it go. */
    sectionId: integer("section_id").references(() => sections.id, { onDelete: "set null" }),
    /** From then on it is there for everybody. */
    opensAt: moment("opens_at").notNull(),
    minutes: integer("minutes").notNull(),
    lessons: integer("lessons").notNull(),
    videos: integer("videos").notNull(),
    exams: integer("exams").notNull(),
    /** What its certificate is called; null where it has none. */
    certificateName: text("certificate_name"),
    /** The exam that has to be passed for it; null where lessons are enough. */
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

/** A line of the captions; times are seconds of the video. */
export interface TranscriptLine {
  at: number;
  until: number;
  text: string;
}

export interface KeptSlide {
  /** The second of the video at which it shows; null where it says none. */
  at: number | null;
  title: string;
  source: string;
  html: string;
  image: PackImage | null;
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
    /** Its place in the course, from 1. */
    number: integer("number").notNull(),
    chapter: text("chapter").notNull(),
    title: text("title").notNull(),
    minutes: integer("minutes").notNull(),
    /** Empty for a lesson to read. */
    videos: jsonb("videos").$type<KeptVideo[]>().notNull(),
    /** Of its video; 0 without one. */
    seconds: integer("seconds").notNull(),
    width: integer("width").notNull(),
    height: integer("height").notNull(),
    poster: jsonb("poster").$type<PackImage>(),
    /** Storage name of the captions; null without. */
    captions: text("captions"),
    transcript: jsonb("transcript").$type<TranscriptLine[]>().notNull(),
    slides: jsonb("slides").$type<KeptSlide[]>().notNull(),
    source: text("source").notNull(),
    html: text("html").notNull(),
    plays: counter("plays"),
    /** As of resources, with plays. */
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

/** Recordings that lecturers handed in: the operator puts them into the pack, with captions and slides. */
export const videoUploads = pgTable(
  "video_uploads",
  {
    id: serial("id").primaryKey(),
    courseId: ofCourse(),
    /** The lesson that it is for; null for one that is still to be placed. */
    lessonId: integer("lesson_id").references(() => lessons.id, { onDelete: "set null" }),
    accountId: ofAccount(),
    /** Its name in the store. */
    fileName: text("file_name").notNull(),
    originalName: text("original_name").notNull(),
    /** The media type with its codecs. */
    type: text("type").notNull(),
    bytes: integer("bytes").notNull(),
    seconds: integer("seconds").notNull(),
    width: integer("width").notNull(),
    height: integer("height").notNull(),
    note: text("note").notNull().default(""),
    /** What its sender tells it from others by; empty where it came in one form. */
    mark: text("mark").notNull().default(""),
    createdAt: now(),
  },
  (table) => [
    index("video_uploads_course").on(table.courseId, table.id.desc()),
    index("video_uploads_account").on(table.accountId, table.id),
  ],
);

/** Recordings on their way, piece by piece: what is there of each lies in the store by its name. */
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
    /** How many of them are there: the next piece begins here. */
    received: integer("received").notNull().default(0),
    note: text("note").notNull().default(""),
    mark: text("mark").notNull(),
    /** When the last piece came: one that nobody goes on with is given up. */
    heardAt: moment("heard_at").notNull(),
    createdAt: now(),
  },
  (table) => [
    index("video_uploads_begun_account").on(table.accountId, table.courseId),
    index("video_uploads_begun_heard").on(table.heardAt),
  ],
);

/** Topics that speak of a lesson, by the links in their text. */
export const lessonTopics = pgTable(
  "lesson_topics",
  {
    lessonId: integer("lesson_id")
      .notNull()
      .references(() => lessons.id, { onDelete: "cascade" }),
    topicId: integer("topic_id")
      .notNull()
      .references(() => topics.id, { onDelete: "cascade" }),
    /** The second of the video that the link leads to; null where it says none. */
    at: integer("at"),
  },
  (table) => [
    primaryKey({ columns: [table.lessonId, table.topicId] }),
    index("lesson_topics_topic").on(table.topicId),
  ],
);

/** Who learns in a course, and how far they are: kept by the writes of their lessons. */
export const courseLearners = pgTable(
  "course_learners",
  {
    accountId: ofAccount(),
    courseId: ofCourse(),
    /** The lesson that was studied last; null where only an exam was begun. */
    lessonId: integer("lesson_id"),
    lessonsDone: counter("lessons_done"),
    /** When every lesson was done for the first time. */
    finishedAt: moment("finished_at"),
    startedAt: moment("started_at").notNull(),
    studiedAt: moment("studied_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.courseId] }),
    index("course_learners_course").on(table.courseId, table.studiedAt.desc(), table.accountId),
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
    /** Seconds of its video. */
    position: integer("position").notNull(),
    /** When the position was so: what was so before changes nothing, however late it comes. */
    at: moment("at").notNull(),
    /** Seconds of its video that were played, never more than the gateway's clock had room for. */
    watched: integer("watched").notNull().default(0),
    /** When the gateway last heard of it being studied, by its own clock; null for one that was marked alone. */
    heardAt: moment("heard_at"),
    /** When it was learned: watched, or read for long enough. */
    doneAt: moment("done_at"),
    /** When its learner marked it by hand, which counts for nothing else. */
    markedAt: moment("marked_at"),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.lessonId] })],
);

/** What somebody did in all: what top students and exam masters are read from. */
export const studyTotals = pgTable(
  "study_totals",
  {
    accountId: integer("account_id")
      .primaryKey()
      .references(() => accounts.id, { onDelete: "cascade" }),
    courses: counter("courses"),
    finished: counter("finished"),
    lessonsDone: counter("lessons_done"),
    /** Minutes of the lessons that are done, by their plan. */
    minutes: counter("minutes"),
    certificates: counter("certificates"),
    examsPassed: counter("exams_passed"),
    /** The sum of the best results at the exams that were passed, in percent. */
    percents: counter("percents"),
    /** They agreed to be shown to others. */
    listed: boolean("listed").notNull().default(false),
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
