/**
 * Requests to the operator: suggestions, complaints and closures of accounts; and proofs of contacts.
 */

import type { FeedbackStatus } from "contract/feedback/constants";
import { isNotNull, sql } from "drizzle-orm";
import { index, integer, jsonb, type PgColumn, pgTable, serial, text } from "drizzle-orm/pg-core";
import { accounts } from "./accounts";
import { moment, now } from "./columns";

/** A step of an operator's work. `by` is the operator's account, which the author does not see. */
export interface ServiceStep {
  status: FeedbackStatus;
  answer: string;
  /** ISO 8601. */
  at: string;
  by: number;
  /** The key of the form, so that posting it twice makes one step. */
  key?: string;
}

/** What administrators did with it among themselves: its author never gets it. */
export interface AdviceDeed {
  did: "note" | "assign" | "due";
  by: number;
  /** ISO 8601. */
  at: string;
  /** The key of the form, so that posting it twice does it once. */
  key: string;
  /** The note, or the reason of another date. */
  text: string;
  /** To whom it was given; null when it was freed. */
  to: number | null;
  /** ISO 8601. */
  dueAt: string | null;
}

/** Without a final answer: those that have a date and wait in the inbox. */
const isOpen = (status: PgColumn) => sql`${status} in ('received', 'working')`;

/** The columns that suggestions and complaints share. */
const askedColumns = () => ({
  /** The number that the author gets for questions about it. */
  number: text("number").notNull().unique(),
  contact: text("contact").notNull().default(""),
  answer: text("answer").notNull().default(""),
  steps: jsonb("steps").$type<ServiceStep[]>().notNull().default([]),
  submissionId: text("submission_id").unique(),
  /** The time by which it is to be answered; only that of a question is promised to its author. */
  dueAt: moment("due_at"),
  /** The account of the administrator who works on it; the end of the account frees it. */
  assigneeId: integer("assignee_id"),
  /** When the assignee was told that it is overdue, and when all administrators were. */
  remindedAt: moment("reminded_at"),
  escalatedAt: moment("escalated_at"),
  /** The administrators' notes and moves, oldest first. */
  deeds: jsonb("deeds").$type<AdviceDeed[]>().notNull().default([]),
  createdAt: now(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
});

export const suggestions = pgTable(
  "suggestions",
  {
    id: serial("id").primaryKey(),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    type: text("type").notNull(),
    text: text("text").notNull(),
    /** The product that a question to an engineer is about; products are never deleted. */
    productId: integer("product_id"),
    /** Storage names of pictures. */
    images: text("images").array().notNull().default(sql`'{}'::text[]`),
    status: text("status", { enum: ["received", "working", "adopted", "answered"] })
      .notNull()
      .default("received"),
    ...askedColumns(),
  },
  (table) => [
    index("suggestions_account").on(table.accountId, table.id.desc()),
    index("suggestions_status").on(table.status, table.id.desc()),
    index("suggestions_due").on(table.dueAt, table.id).where(isOpen(table.status)),
    index("suggestions_assignee").on(table.assigneeId).where(isNotNull(table.assigneeId)),
  ],
);

/**
 * Complaints and reports to the operator (spec 2.7), with the parameters of the complaint frame. `accountId` is null
 * for guests.
 */
export const complaints = pgTable(
  "complaints",
  {
    id: serial("id").primaryKey(),
    accountId: integer("account_id").references(() => accounts.id, { onDelete: "set null" }),
    appId: text("app_id").notNull(),
    sceneId: text("scene_id").notNull(),
    subSceneId: text("sub_scene_id").notNull(),
    deviceId: text("device_id").notNull().default(""),
    businessKey: text("business_key").notNull(),
    contentTitle: text("content_title").notNull().default(""),
    postId: text("post_id").notNull().default(""),
    postUrl: text("post_url").notNull().default(""),
    reason: text("reason").notNull(),
    text: text("text").notNull(),
    status: text("status", { enum: ["received", "working", "closed"] })
      .notNull()
      .default("received"),
    ...askedColumns(),
  },
  (table) => [
    index("complaints_account").on(table.accountId, table.id.desc()),
    index("complaints_status").on(table.status, table.id.desc()),
    index("complaints_due").on(table.dueAt, table.id).where(isOpen(table.status)),
    index("complaints_assignee").on(table.assigneeId).where(isNotNull(table.assigneeId)),
  ],
);

/** Answers that administrators keep for suggestions and complaints. */
export const cannedReplies = pgTable("canned_replies", {
  id: integer("id").primaryKey().generatedByDefaultAsIdentity(),
  kind: text("kind", { enum: ["suggestion", "complaint"] }).notNull(),
  title: text("title").notNull(),
  text: text("text").notNull(),
  /** Counts its changes. */
  version: integer("version").notNull().default(1),
  /** Who changed it last. */
  byId: integer("by_id")
    .notNull()
    .references(() => accounts.id),
  submissionId: text("submission_id").unique(),
  createdAt: now(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
});

/**
 * Proofs that a person owns a contact (spec 4, contact change). Their uuids connect the steps of a flow. Each is valid
 * for one purpose, one session and one use.
 */
export const contactProofs = pgTable(
  "contact_proofs",
  {
    /** A hash of the uuid, which only the browser has. */
    uuidHash: text("uuid_hash").primaryKey(),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    /** The session that got the proof. */
    sessionHash: text("session_hash").notNull(),
    purpose: text("purpose", {
      enum: ["identity", "change", "export", "close", "show", "password", "unlink"],
    }).notNull(),
    channel: text("channel", { enum: ["phone", "email"] }).notNull(),
    contact: text("contact").notNull(),
    createdAt: now(),
    expiresAt: moment("expires_at").notNull(),
    usedAt: moment("used_at"),
  },
  (table) => [index("contact_proofs_account").on(table.accountId, table.createdAt)],
);

/**
 * Requests to close an account. A closure waits 15 days, and is then executed unless the person cancels it. The row
 * stays after the closure.
 */
export const accountClosures = pgTable(
  "account_closures",
  {
    id: serial("id").primaryKey(),
    /** The receipt's number. */
    number: text("number").notNull().unique(),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    requestedAt: now(),
    effectiveAt: moment("effective_at").notNull(),
    cancelledAt: moment("cancelled_at"),
    doneAt: moment("done_at"),
    /** The numbers of removed and anonymised rows by kind. */
    summary: jsonb("summary").$type<Record<string, number>>(),
  },
  (table) => [
    index("account_closures_due")
      .on(table.effectiveAt)
      .where(sql`${table.cancelledAt} is null and ${table.doneAt} is null`),
  ],
);
