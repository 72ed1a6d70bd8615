/** Exams of courses, attempts at them, and the certificates that they are for. */
import type { QuestionType } from "contract/training/constants";
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
import { counter, moment, now } from "./columns";
import { ofAccount, ofCourse } from "./training";

/** A question with what is right: an attempt keeps those that were drawn for it. */
export interface KeptQuestion {
  type: QuestionType;
  html: string;
  options: { letter: string; html: string }[];
  points: number;
  /** Letters, `true` or `false`, or the spellings that are right. */
  answer: string[];
  /** HTML. */
  why: string;
}

export const exams = pgTable(
  "exams",
  {
    id: integer("id").primaryKey(),
    courseId: ofCourse(),
    title: text("title").notNull(),
    summary: text("summary").notNull().default(""),
    minutes: integer("minutes").notNull(),
    /** Questions that an attempt has. */
    draw: integer("draw").notNull(),
    /** In percent of the points. */
    pass: integer("pass").notNull(),
    /** 0 without a limit. */
    attempts: integer("attempts").notNull(),
    /** Minutes between the first try that failed and the next; each further one doubles them. */
    wait: integer("wait").notNull().default(examWaitDefault),
    questions: jsonb("questions").$type<KeptQuestion[]>().notNull(),
    /** People who began it, and who passed it. */
    takers: counter("takers"),
    passed: counter("passed"),
    fingerprint: text("fingerprint").notNull(),
    delistedAt: moment("delisted_at"),
    updatedAt: moment("updated_at").notNull().defaultNow(),
    createdAt: now(),
  },
  (table) => [index("exams_course").on(table.courseId, table.id)],
);

/** How somebody stands at an exam: how often they began it, and their best. */
export const examResults = pgTable(
  "exam_results",
  {
    accountId: ofAccount(),
    examId: integer("exam_id")
      .notNull()
      .references(() => exams.id, { onDelete: "cascade" }),
    taken: counter("taken"),
    /** In percent; null before an attempt is marked. */
    best: integer("best"),
    passed: boolean("passed").notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.examId] })],
);

/** Attempts keep all that they were made of: no load changes one. */
export const examAttempts = pgTable(
  "exam_attempts",
  {
    id: serial("id").primaryKey(),
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
    attemptId: integer("attempt_id")
      .notNull()
      .references(() => examAttempts.id, { onDelete: "cascade" }),
    number: integer("number").notNull(),
    answer: jsonb("answer").$type<string[]>().notNull(),
    /** When it was answered: an older answer that comes late changes nothing. */
    at: moment("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.attemptId, table.number] })],
);

/** Certificates say what was so on the day: nothing is read from the course when one is shown. */
export const certificates = pgTable(
  "certificates",
  {
    id: serial("id").primaryKey(),
    publicId: text("public_id").notNull(),
    /** Null once the account is closed. */
    accountId: integer("account_id").references(() => accounts.id, { onDelete: "set null" }),
    courseId: ofCourse(),
    name: text("name").notNull(),
    holder: text("holder").notNull(),
    course: text("course").notNull(),
    className: text("class_name").notNull(),
    levelName: text("level_name").notNull(),
    lessons: integer("lessons").notNull(),
    minutes: integer("minutes").notNull(),
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
    uniqueIndex("certificates_holder").on(table.accountId, table.courseId),
  ],
);
