/** Exams of courses, attempts at them, learning paths, and certificates. */
import type { NameShown, QuestionType } from "contract/training/constants";
import { examWaitDefault } from "contract/training/constants";
import { sql } from "drizzle-orm";
import {
  boolean,
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
import { counter, longId, longSerial, moment, now } from "./columns";
import { type AskedQuestion, courses, ofAccount, ofCourse, type QuestionSource } from "./training";

/** A question with the right answer. An attempt stores a copy of its questions. */
export interface KeptQuestion extends AskedQuestion {
  type: QuestionType;
  points: number;
}

/** A question of an exam's bank, with its texts as they are typed; those that an earlier release stored have none. */
export interface BankQuestion extends KeptQuestion {
  source?: QuestionSource;
}

export const exams = pgTable(
  "exams",
  {
    id: integer("id").primaryKey(),
    courseId: ofCourse(),
    title: text("title").notNull(),
    summary: text("summary").notNull().default(""),
    minutes: integer("minutes").notNull(),
    /** The number of questions in an attempt. */
    draw: integer("draw").notNull(),
    /** The percentage of points for passing. */
    pass: integer("pass").notNull(),
    /** The number of allowed attempts; 0 without a limit. */
    attempts: integer("attempts").notNull(),
    /** Minutes between the first failed attempt and the next one. Each further failure doubles them. */
    wait: integer("wait").notNull().default(examWaitDefault),
    questions: jsonb("questions").$type<BankQuestion[]>().notNull(),
    /** The number of people who started it; `passed` counts those who passed it. */
    takers: counter("takers"),
    passed: counter("passed"),
    fingerprint: text("fingerprint").notNull(),
    delistedAt: moment("delisted_at"),
    updatedAt: moment("updated_at").notNull().defaultNow(),
    createdAt: now(),
  },
  (table) => [index("exams_course").on(table.courseId, table.id)],
);

/** A person's results in an exam: the number of attempts, and the best result. */
export const examResults = pgTable(
  "exam_results",
  {
    accountId: ofAccount(),
    examId: integer("exam_id")
      .notNull()
      .references(() => exams.id, { onDelete: "cascade" }),
    taken: counter("taken"),
    /** In percent; null before the first attempt is graded. */
    best: integer("best"),
    passed: boolean("passed").notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.examId] })],
);

/** Attempts with copies of their questions, so that no load changes them. */
export const examAttempts = pgTable(
  "exam_attempts",
  {
    id: longSerial("id").primaryKey(),
    accountId: ofAccount(),
    examId: integer("exam_id")
      .notNull()
      .references(() => exams.id, { onDelete: "cascade" }),
    courseId: ofCourse(),
    examTitle: text("exam_title").notNull(),
    courseTitle: text("course_title").notNull(),
    state: text("state", { enum: ["running", "marked"] }).notNull(),
    questions: jsonb("questions").$type<KeptQuestion[]>().notNull(),
    pass: integer("pass").notNull(),
    total: integer("total").notNull(),
    startedAt: moment("started_at").notNull(),
    endsAt: moment("ends_at").notNull(),
    endedAt: moment("ended_at"),
    points: integer("points").notNull().default(0),
    percent: integer("percent").notNull().default(0),
    passed: boolean("passed").notNull().default(false),
  },
  (table) => [
    uniqueIndex("exam_attempts_running")
      .on(table.accountId, table.examId)
      .where(sql`${table.state} = 'running'`),
    index("exam_attempts_due").on(table.endsAt).where(sql`${table.state} = 'running'`),
    index("exam_attempts_account").on(table.accountId, table.id.desc()),
  ],
);

export const examAnswers = pgTable(
  "exam_answers",
  {
    attemptId: longId("attempt_id")
      .notNull()
      .references(() => examAttempts.id, { onDelete: "cascade" }),
    number: integer("number").notNull(),
    answer: jsonb("answer").$type<string[]>().notNull(),
    /** The time of the answer. An older answer that arrives later changes nothing. */
    at: moment("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.attemptId, table.number] })],
);

/** A course of a learning path, and the courses of the path that are to be finished before it. */
export interface PathStep {
  course: number;
  needs: number[];
}

/** Series of courses. Rows that left the pack have `delistedAt`; certificates still name them. */
export const learningPaths = pgTable("learning_paths", {
  id: integer("id").primaryKey(),
  position: integer("position").notNull(),
  title: text("title").notNull(),
  summary: text("summary").notNull().default(""),
  audience: text("audience").notNull().default(""),
  intro: text("intro").notNull().default(""),
  courses: jsonb("courses").$type<PathStep[]>().notNull(),
  /** The name of its certificate; null without one. */
  certificateName: text("certificate_name"),
  fingerprint: text("fingerprint").notNull(),
  delistedAt: moment("delisted_at"),
});

/** Certificates with copies of all shown values, so that later changes of the course do not affect them. */
export const certificates = pgTable(
  "certificates",
  {
    id: serial("id").primaryKey(),
    publicId: text("public_id").notNull(),
    /** Null once the account is closed. */
    accountId: integer("account_id").references(() => accounts.id, { onDelete: "set null" }),
    /** The course; null for a certificate of a learning path. */
    courseId: integer("course_id").references(() => courses.id, { onDelete: "cascade" }),
    /** The learning path, which is never deleted; null for a certificate of a course. */
    pathId: integer("path_id"),
    name: text("name").notNull(),
    /** The nickname on the day of issue. */
    holder: text("holder").notNull(),
    /** The holder's real name, if they gave it; `nameShown` says who sees it. */
    realName: text("real_name").notNull().default(""),
    nameShown: text("name_shown").$type<NameShown>().notNull().default("nickname"),
    course: text("course").notNull(),
    className: text("class_name").notNull(),
    levelName: text("level_name").notNull(),
    lessons: integer("lessons").notNull(),
    minutes: integer("minutes").notNull(),
    /** The minutes that the holder studied by the gateway's clock; null before they were kept. */
    studiedMinutes: integer("studied_minutes"),
    lecturers: jsonb("lecturers").$type<string[]>().notNull(),
    exam: text("exam").notNull().default(""),
    percent: integer("percent"),
    issuer: text("issuer").notNull(),
    issuedAt: moment("issued_at").notNull(),
    revokedAt: moment("revoked_at"),
    revokedReason: text("revoked_reason").notNull().default(""),
    closedAt: moment("closed_at"),
  },
  (table) => [
    uniqueIndex("certificates_public").on(table.publicId),
    // Once per path is kept by the lock with which paths/issue.ts begins.
    uniqueIndex("certificates_holder").on(table.accountId, table.courseId),
  ],
);
