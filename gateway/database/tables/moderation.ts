/** Moderators' actions, their log, and their effects on people, texts and sections. */

import type { ContentKind } from "contract/content/kinds/words";
import type {
  LogAction,
  LogTarget,
  LogValues,
  ModerationOptions,
  TopicMark,
} from "contract/moderation/actions";
import type { CaseStatus, RightName, RightValue } from "contract/moderation/constants";
import type { PenaltyKind } from "contract/moderation/penalties";
import type { StaffRoleName } from "contract/roles/constants";
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
import { counter, longId, moment, now } from "./columns";
import { posts, sections, topics } from "./forum";

/**
 * The moderators' reasons. They are not in the log, which has only a hash of each: a reason can be erased, but the log
 * never changes.
 */
export const moderationReasons = pgTable(
  "moderation_reasons",
  {
    id: serial("id").primaryKey(),
    text: text("text").notNull(),
  },
  (table) => [
    // The characters of reasons, for searching the log by a part of a reason.
    index("moderation_reasons_characters").using("gin", sql`regexp_split_to_array(lower(${table.text}), '')`),
  ],
);

/** Batches: one posted form that applies one action to one or more targets. */
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
    /** The number of finished items; `refused` counts the refused ones. */
    done: counter("done"),
    refused: counter("refused"),
    /** The batch that this one undoes. */
    undoesId: integer("undoes_id"),
    /** The id of the form, so that posting it twice makes one batch. */
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

/** The outcome of each target of a batch, written in the transaction of the change. */
export const moderationItems = pgTable(
  "moderation_items",
  {
    batchId: integer("batch_id")
      .notNull()
      .references(() => moderationBatches.id, { onDelete: "cascade" }),
    position: integer("position").notNull(),
    targetId: longId("target_id").notNull(),
    /** "done", "undone" after an undo restored it, or the code of a refusal; null while it waits. */
    outcome: text("outcome"),
    /** The message of the refusal when it says more than its code. */
    message: text("message"),
    /** The earlier values of the columns, for an undo. */
    before: jsonb("before").$type<LogValues>(),
  },
  (table) => [
    primaryKey({ columns: [table.batchId, table.targetId] }),
    index("moderation_items_position").on(table.batchId, table.position),
  ],
);

/**
 * The log of moderation. Each row contains the hash of the previous row of its chain. It has only ids, states and
 * hashes, because texts may have to be erased. A trigger refuses every change.
 */
export const moderationLog = pgTable(
  "moderation_log",
  {
    id: longId("id").primaryKey().generatedByDefaultAsIdentity(),
    /**
     * The section whose chain the row belongs to, 0 for the site's; null for a row of a release that had one chain for
     * everything.
     */
    chain: integer("chain"),
    at: moment("at").notNull(),
    /** Null when something expired by itself. */
    operatorId: integer("operator_id"),
    action: text("action").$type<LogAction>().notNull(),
    /** Null when the action belongs to no section. */
    sectionId: integer("section_id"),
    targetKind: text("target_kind").$type<LogTarget>().notNull(),
    targetId: longId("target_id"),
    /** The affected person. */
    personId: integer("person_id"),
    batchId: integer("batch_id"),
    before: jsonb("before").$type<LogValues>().notNull(),
    after: jsonb("after").$type<LogValues>().notNull(),
    reasonId: integer("reason_id"),
    /** SHA-256 of the reason, in hexadecimal digits; empty without one. */
    reasonDigest: text("reason_digest").notNull().default(""),
    previousHash: text("previous_hash").notNull(),
    /** SHA-256 of all columns above, in hexadecimal digits. */
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
    index("moderation_log_chain").on(table.chain, table.id),
  ],
);

/**
 * The last rows that chains of the log had at some time, so that rows cut off a chain's end are missed. The checkpoints
 * are a chain themselves. A trigger refuses every change.
 */
export const moderationLogCheckpoints = pgTable("moderation_log_checkpoints", {
  id: integer("id").primaryKey(),
  at: moment("at").notNull(),
  /** As in the log. */
  chain: integer("chain"),
  /** The last row of the chain, and its hash. */
  logId: longId("log_id").notNull().unique(),
  logHash: text("log_hash").notNull(),
  previousHash: text("previous_hash").notNull(),
  /** SHA-256 of all columns above, in hexadecimal digits. */
  hash: text("hash").notNull(),
});

/** Marks on topics that expire. */
export const topicMarkExpiries = pgTable(
  "topic_mark_expiries",
  {
    topicId: longId("topic_id")
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

/** The old sections of moved topics. Their lists still link to the topic. */
export const topicPointers = pgTable(
  "topic_pointers",
  {
    sectionId: integer("section_id")
      .notNull()
      .references(() => sections.id, { onDelete: "cascade" }),
    topicId: longId("topic_id")
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
    topicId: longId("topic_id")
      .notNull()
      .references(() => topics.id, { onDelete: "cascade" }),
    position: integer("position").notNull(),
    until: moment("until"),
  },
  (table) => [primaryKey({ columns: [table.sectionId, table.topicId] })],
);

/** Earlier versions of sections' descriptions and rules. */
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
    /** The time of its replacement. */
    createdAt: now(),
  },
  (table) => [index("section_versions_section").on(table.sectionId, table.id.desc())],
);

/** A person's own rights in a section, which override the section's rights. */
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

/** The roles of editors, lecturers and analysts; administrators are marked in `accounts`, moderators have `moderators`. */
export const staffRoles = pgTable(
  "staff_roles",
  {
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    role: text("role").$type<StaffRoleName>().notNull(),
    /** The kinds of content that an editor edits. */
    kinds: text("kinds").array().$type<ContentKind[]>().notNull().default(sql`'{}'::text[]`),
    /** The product classes to which an editor's role is narrowed, with all beneath; empty for all. */
    classes: integer("classes").array().notNull().default(sql`'{}'::integer[]`),
    /** The courses of which a lecturer writes drafts; those that they began themselves come to them. */
    courses: integer("courses").array().notNull().default(sql`'{}'::integer[]`),
    /** The end of the role, from which it counts no more; null without one. */
    until: moment("until"),
    /** Who granted or changed it last. */
    setById: integer("set_by_id").references(() => accounts.id, { onDelete: "set null" }),
    /** When that was. */
    createdAt: now(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.role] }),
    index("staff_roles_role").on(table.role, table.accountId),
    index("staff_roles_until").on(table.until).where(sql`${table.until} is not null`),
  ],
);

/** Warnings, mutes and bans, including expired and lifted ones. */
export const penalties = pgTable(
  "penalties",
  {
    id: serial("id").primaryKey(),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    kind: text("kind").$type<PenaltyKind>().notNull(),
    reason: text("reason").notNull(),
    /** 0 means for ever; null for a warning. */
    days: integer("days"),
    /** The end; null for a permanent penalty or a warning. */
    until: moment("until"),
    /** Null when three warnings caused it. */
    byId: integer("by_id").references(() => accounts.id),
    createdAt: now(),
    liftedAt: moment("lifted_at"),
    liftedById: integer("lifted_by_id").references(() => accounts.id),
  },
  (table) => [
    index("penalties_account").on(table.accountId, table.id.desc()),
    // A person has at most one mute and one ban at a time.
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

/** Moderators' notes about a person. */
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
  /** An address, or a network in the form address/bits. */
  network: text("network").notNull().unique(),
  reason: text("reason").notNull(),
  /** Null means for ever. */
  until: moment("until"),
  byId: integer("by_id")
    .notNull()
    .references(() => accounts.id),
  createdAt: now(),
});

/** The network addresses of posts, stored for 180 days, for administrators. */
export const postAddresses = pgTable(
  "post_addresses",
  {
    postId: longId("post_id")
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

/** Cases: all reports of one post, which moderators decide together. */
export const reportCases = pgTable(
  "report_cases",
  {
    id: serial("id").primaryKey(),
    postId: longId("post_id")
      .notNull()
      .references(() => posts.id, { onDelete: "cascade" }),
    topicId: longId("topic_id")
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
    /** A copy from the first report. It stays after edits and recycling, but not after erasure. */
    title: text("title").notNull(),
    source: text("source").notNull(),
    html: text("html").notNull(),
    /** SHA-256 of the text. A settled text cannot be reported again until somebody edits it. */
    textDigest: text("text_digest").notNull(),
    reports: counter("reports"),
    /** Moderators' notes about the case. */
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

/** Appeals of authors against a decision: one for each decision, within 15 days. */
export const appeals = pgTable(
  "appeals",
  {
    id: serial("id").primaryKey(),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    /** The kind of decision: on a post, or a penalty. */
    kind: text("kind", { enum: ["post", "penalty"] }).notNull(),
    targetId: longId("target_id").notNull(),
    /** The row of the log with the decision. */
    logId: longId("log_id").notNull(),
    /** The moderator who decided. Another moderator handles the appeal, if there is one. */
    deciderId: integer("decider_id"),
    /** Null when the decision belongs to no section. */
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
