/**
 * What people ask of the operator: suggestions, complaints, proofs of who they are, and the end of an
 * account.
 */

import type { FeedbackStatus } from "contract/feedback/constants";
import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, serial, text } from "drizzle-orm/pg-core";
import { accounts } from "./accounts";
import { moment, now } from "./columns";

/** What an operator decided, in order; `by` is the operator's account. The author sees all but that. */
export interface ServiceStep {
  status: FeedbackStatus;
  answer: string;
  /** ISO 8601. */
  at: string;
  by: number;
}

/** What suggestions and complaints have alike: how they are asked about and answered. */
const askedColumns = () => ({
  /** What its author is given to ask by. */
  number: text("number").notNull().unique(),
  contact: text("contact").notNull().default(""),
  answer: text("answer").notNull().default(""),
  steps: jsonb("steps").$type<ServiceStep[]>().notNull().default([]),
  submissionId: text("submission_id").unique(),
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
  ],
);

/**
 * Complaints and reports to the operator (spec 2.7), with what the complaint frame was told. Guests have no
 * account.
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
  ],
);

/**
 * That a session's person has just shown that a contact is theirs (spec 4, contact change): the uuids that
 * steps of a flow are joined by. Each is for one purpose, one session and one use.
 */
export const contactProofs = pgTable(
  "contact_proofs",
  {
    /** Only a digest of the uuid that the browser has. */
    uuidHash: text("uuid_hash").primaryKey(),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    /** The session that it was given to. */
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
 * An account that its person ends: asked for, waiting 15 days, taken back or carried out. It outlives what it
 * speaks of.
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
    /** How many of what was removed and anonymised. */
    summary: jsonb("summary").$type<Record<string, number>>(),
  },
  (table) => [
    index("account_closures_due")
      .on(table.effectiveAt)
      .where(sql`${table.cancelledAt} is null and ${table.doneAt} is null`),
  ],
);
