/** What moderators do, the record of it, and what it leaves on people, texts and sections. */
import type {
  LogAction,
  LogTarget,
  LogValues,
  ModerationOptions,
  TopicMark,
} from "contract/moderation/actions";
import type { CaseStatus, RightName, RightValue } from "contract/moderation/constants";
import type { PenaltyKind } from "contract/moderation/penalties";
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
import { posts, sections, topics } from "./forum";

/**
 * Why something was done, in the moderator's words. Beside the log, which keeps a digest of it: words can be
 * destroyed, the log never changes.
 */
export const moderationReasons = pgTable(
  "moderation_reasons",
  {
    id: serial("id").primaryKey(),
    text: text("text").notNull(),
  },
  (table) => [
    // Its characters: the log is searched for what reasons hold.
    index("moderation_reasons_characters").using("gin", sql`regexp_split_to_array(lower(${table.text}), '')`),
  ],
);

/** One form that was posted: the same thing done to one or many. */
export const moderationBatches = pgTable(
  "moderation_batches",
  {
    id: serial("id").primaryKey(),
    operatorId: integer("operator_id")
      .notNull()
      .references(() => accounts.id),
    action: text("action").$type<LogAction>().notNull(),
    options: jsonb("options").$type<ModerationOptions>().notNull(),
    reasonId: integer("reason_id").references(() => moderationReasons.id),
    total: integer("total").notNull(),
    /** Items that are done, and those that were refused. */
    done: counter("done"),
    refused: counter("refused"),
    /** The batch that this one undoes. */
    undoesId: integer("undoes_id"),
    /** One form posted twice is one batch. */
    submissionId: text("submission_id"),
    createdAt: now(),
    finishedAt: moment("finished_at"),
    undoneAt: moment("undone_at"),
  },
  (table) => [
    uniqueIndex("moderation_batches_submission").on(table.operatorId, table.submissionId),
    index("moderation_batches_operator").on(table.operatorId, table.id.desc()),
  ],
);

/** What became of each thing of a batch. An outcome is written with the change itself. */
export const moderationItems = pgTable(
  "moderation_items",
  {
    batchId: integer("batch_id")
      .notNull()
      .references(() => moderationBatches.id, { onDelete: "cascade" }),
    position: integer("position").notNull(),
    targetId: integer("target_id").notNull(),
    /** "done", "undone" once an undo put it back, or the code of the refusal; null while it waits. */
    outcome: text("outcome"),
    /** The refusal's sentence where it says more than its code. */
    message: text("message"),
    /** Columns as they were: what an undo puts back. */
    before: jsonb("before").$type<LogValues>(),
  },
  (table) => [
    primaryKey({ columns: [table.batchId, table.targetId] }),
    index("moderation_items_position").on(table.batchId, table.position),
  ],
);

/**
 * Who did what to whom, newest last, each row bound to the one before by its digest. Only ids, states and
 * digests: no words that somebody may have to destroy. A trigger refuses every change.
 */
export const moderationLog = pgTable(
  "moderation_log",
  {
    id: integer("id").primaryKey(),
    at: moment("at").notNull(),
    /** Null where something ended by itself. */
    operatorId: integer("operator_id"),
    action: text("action").$type<LogAction>().notNull(),
    /** Null where it concerns no section. */
    sectionId: integer("section_id"),
    targetKind: text("target_kind").$type<LogTarget>().notNull(),
    targetId: integer("target_id"),
    /** Whom it concerns. */
    personId: integer("person_id"),
    batchId: integer("batch_id"),
    before: jsonb("before").$type<LogValues>().notNull(),
    after: jsonb("after").$type<LogValues>().notNull(),
    reasonId: integer("reason_id"),
    /** SHA-256 of the reason, in hexadecimal digits; empty without one. */
    reasonDigest: text("reason_digest").notNull().default(""),
    previousHash: text("previous_hash").notNull(),
    /** SHA-256 of all of the above, in hexadecimal digits. */
    hash: text("hash").notNull(),
  },
  (table) => [
    index("moderation_log_section").on(table.sectionId, table.id.desc()),
    index("moderation_log_section_action").on(table.sectionId, table.action, table.id.desc()),
    index("moderation_log_section_person").on(table.sectionId, table.personId, table.id.desc()),
    index("moderation_log_operator").on(table.operatorId, table.id.desc()),
    index("moderation_log_person").on(table.personId, table.id.desc()),
    index("moderation_log_action").on(table.action, table.id.desc()),
    index("moderation_log_reason").on(table.reasonId, table.id.desc()),
    index("moderation_log_batch").on(table.batchId, table.id.desc()),
    index("moderation_log_target").on(table.targetKind, table.targetId, table.id.desc()),
    index("moderation_log_at").on(table.at),
  ],
);

/** Marks on a topic that end by themselves. */
export const topicMarkExpiries = pgTable(
  "topic_mark_expiries",
  {
    topicId: integer("topic_id")
      .notNull()
      .references(() => topics.id, { onDelete: "cascade" }),
    mark: text("mark").$type<TopicMark>().notNull(),
    until: moment("until").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.topicId, table.mark] }),
    index("topic_mark_expiries_until").on(table.until),
  ],
);

/** Where a moved topic stood: its old section's list still leads to it. */
export const topicPointers = pgTable(
  "topic_pointers",
  {
    sectionId: integer("section_id")
      .notNull()
      .references(() => sections.id, { onDelete: "cascade" }),
    topicId: integer("topic_id")
      .notNull()
      .references(() => topics.id, { onDelete: "cascade" }),
    createdAt: now(),
  },
  (table) => [primaryKey({ columns: [table.sectionId, table.topicId] })],
);

/** Topics that a section's page recommends, in their order. */
export const recommendedTopics = pgTable(
  "recommended_topics",
  {
    sectionId: integer("section_id")
      .notNull()
      .references(() => sections.id, { onDelete: "cascade" }),
    topicId: integer("topic_id")
      .notNull()
      .references(() => topics.id, { onDelete: "cascade" }),
    position: integer("position").notNull(),
    until: moment("until"),
  },
  (table) => [primaryKey({ columns: [table.sectionId, table.topicId] })],
);

/** What a section's description and rules were before each change. */
export const sectionVersions = pgTable(
  "section_versions",
  {
    id: serial("id").primaryKey(),
    sectionId: integer("section_id")
      .notNull()
      .references(() => sections.id, { onDelete: "cascade" }),
    editorId: integer("editor_id")
      .notNull()
      .references(() => accounts.id),
    summary: text("summary").notNull(),
    rulesSource: text("rules_source").notNull(),
    /** When it was replaced. */
    createdAt: now(),
  },
  (table) => [index("section_versions_section").on(table.sectionId, table.id.desc())],
);

/** What a person alone may or may not do in a section, against the section's own rule. */
export const sectionRights = pgTable(
  "section_rights",
  {
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    sectionId: integer("section_id")
      .notNull()
      .references(() => sections.id, { onDelete: "cascade" }),
    right: text("right").$type<RightName>().notNull(),
    value: text("value").$type<Exclude<RightValue, "default">>().notNull(),
    setById: integer("set_by_id")
      .notNull()
      .references(() => accounts.id),
    createdAt: now(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.sectionId, table.right] }),
    index("section_rights_section").on(table.sectionId),
  ],
);

/** Warnings, mutes and bans, those that ended or were lifted too. */
export const penalties = pgTable(
  "penalties",
  {
    id: serial("id").primaryKey(),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    kind: text("kind").$type<PenaltyKind>().notNull(),
    reason: text("reason").notNull(),
    /** 0 for good; null for a warning. */
    days: integer("days"),
    /** When it ends; null for good, or for a warning. */
    until: moment("until"),
    /** Null where three warnings made it. */
    byId: integer("by_id").references(() => accounts.id),
    createdAt: now(),
    liftedAt: moment("lifted_at"),
    liftedById: integer("lifted_by_id").references(() => accounts.id),
  },
  (table) => [
    index("penalties_account").on(table.accountId, table.id.desc()),
    // One mute and one ban a person stand at a time.
    uniqueIndex("penalties_standing")
      .on(table.accountId, table.kind)
      .where(sql`${table.liftedAt} is null and ${table.kind} <> 'warning'`),
    index("penalties_until")
      .on(table.until)
      .where(sql`${table.liftedAt} is null and ${table.until} is not null`),
    index("penalties_latest").on(table.kind, table.id.desc()),
    index("penalties_holding")
      .on(table.id.desc())
      .where(sql`${table.liftedAt} is null and ${table.kind} <> 'warning'`),
  ],
);

/** What moderators tell one another of a person. */
export const personNotes = pgTable(
  "person_notes",
  {
    id: serial("id").primaryKey(),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    byId: integer("by_id")
      .notNull()
      .references(() => accounts.id),
    text: text("text").notNull(),
    createdAt: now(),
  },
  (table) => [index("person_notes_account").on(table.accountId, table.id.desc())],
);

/** Networks from which nobody registers or writes. */
export const addressBans = pgTable("address_bans", {
  id: serial("id").primaryKey(),
  /** An address, or a network as address/bits. */
  network: text("network").notNull().unique(),
  reason: text("reason").notNull(),
  /** Null for good. */
  until: moment("until"),
  byId: integer("by_id")
    .notNull()
    .references(() => accounts.id),
  createdAt: now(),
});

/** From where a post was written; kept for 180 days, for administrators. */
export const postAddresses = pgTable(
  "post_addresses",
  {
    postId: integer("post_id")
      .primaryKey()
      .references(() => posts.id, { onDelete: "cascade" }),
    address: text("address").notNull(),
    createdAt: now(),
  },
  (table) => [
    index("post_addresses_created").on(table.createdAt),
    index("post_addresses_address").on(table.address, table.postId),
  ],
);

/** All that is reported of one post, decided together. */
export const reportCases = pgTable(
  "report_cases",
  {
    id: serial("id").primaryKey(),
    postId: integer("post_id")
      .notNull()
      .references(() => posts.id, { onDelete: "cascade" }),
    topicId: integer("topic_id")
      .notNull()
      .references(() => topics.id, { onDelete: "cascade" }),
    sectionId: integer("section_id")
      .notNull()
      .references(() => sections.id),
    authorId: integer("author_id")
      .notNull()
      .references(() => accounts.id),
    status: text("status").$type<CaseStatus>().notNull().default("waiting"),
    assigneeId: integer("assignee_id").references(() => accounts.id),
    /** The text as it was when it was first reported: outlives edits and the bin, not destroying. */
    title: text("title").notNull(),
    source: text("source").notNull(),
    html: text("html").notNull(),
    /** SHA-256 of the text: one that was settled is not reported again until it is edited. */
    textDigest: text("text_digest").notNull(),
    reports: counter("reports"),
    /** What moderators tell one another. */
    notes: jsonb("notes").$type<{ byId: number; text: string; at: string }[]>().notNull().default([]),
    createdAt: now(),
    decidedAt: moment("decided_at"),
    decidedById: integer("decided_by_id").references(() => accounts.id),
    answer: text("answer").notNull().default(""),
  },
  (table) => [
    uniqueIndex("report_cases_open").on(table.postId).where(sql`${table.decidedAt} is null`),
    index("report_cases_post").on(table.postId, table.id.desc()),
    index("report_cases_status").on(table.status, table.id.desc()),
    index("report_cases_section").on(table.sectionId, table.status, table.id.desc()),
    index("report_cases_author").on(table.authorId, table.id.desc()),
    index("report_cases_waiting").on(table.id).where(sql`${table.decidedAt} is null`),
    index("report_cases_waiting_section")
      .on(table.sectionId, table.id)
      .where(sql`${table.decidedAt} is null`),
    index("report_cases_assignee").on(table.assigneeId, table.status, table.id.desc()),
  ],
);

/** An author's word against what was decided: once, within 15 days. */
export const appeals = pgTable(
  "appeals",
  {
    id: serial("id").primaryKey(),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    /** Against what: a decision on a post, or a penalty. */
    kind: text("kind", { enum: ["post", "penalty"] }).notNull(),
    targetId: integer("target_id").notNull(),
    /** The row of the log that it is about. */
    logId: integer("log_id").notNull(),
    /** Who decided: the appeal goes to somebody else, if there is one. */
    deciderId: integer("decider_id"),
    /** Null where it concerns no section. */
    sectionId: integer("section_id").references(() => sections.id),
    text: text("text").notNull(),
    createdAt: now(),
    decidedAt: moment("decided_at"),
    decidedById: integer("decided_by_id").references(() => accounts.id),
    upheld: boolean("upheld"),
    answer: text("answer").notNull().default(""),
  },
  (table) => [
    uniqueIndex("appeals_once").on(table.accountId, table.logId),
    index("appeals_open").on(table.sectionId, table.id).where(sql`${table.decidedAt} is null`),
  ],
);
