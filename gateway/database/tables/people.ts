/** What people do with topics, posts and one another. */
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
import { activities } from "./activities";
import { counter, moment, now } from "./columns";
import { posts, sections, topics } from "./forum";
import { reportCases } from "./moderation";
import { productNotices, products } from "./products";
import { profileChanges } from "./profiles";
import { resourceVersions } from "./resources";

export const likes = pgTable(
  "likes",
  {
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    postId: integer("post_id")
      .notNull()
      .references(() => posts.id, { onDelete: "cascade" }),
    /**
     * Whether the post's author was told; not where they want to hear nothing of likes, or of this person.
     */
    told: boolean("told").notNull().default(true),
    createdAt: now(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.postId] }),
    index("likes_post").on(table.postId, table.createdAt.desc()),
  ],
);

export const favorites = pgTable(
  "favorites",
  {
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    topicId: integer("topic_id")
      .notNull()
      .references(() => topics.id, { onDelete: "cascade" }),
    createdAt: now(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.topicId] }),
    index("favorites_latest").on(table.accountId, table.createdAt.desc(), table.topicId.desc()),
  ],
);

export const follows = pgTable(
  "follows",
  {
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: ["user", "section", "tag", "product"] }).notNull(),
    targetId: integer("target_id").notNull(),
    createdAt: now(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.kind, table.targetId] }),
    index("follows_target").on(table.kind, table.targetId, table.createdAt.desc()),
  ],
);

/** Products, resources, videos, courses and lessons that a person collects; topics are in `favorites`. */
export const collections = pgTable(
  "collections",
  {
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: ["product", "resource", "video", "course", "lesson"] }).notNull(),
    targetId: integer("target_id").notNull(),
    createdAt: now(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.kind, table.targetId] }),
    index("collections_latest").on(
      table.accountId,
      table.kind,
      table.createdAt.desc(),
      table.targetId.desc(),
    ),
  ],
);

/** What a draft keeps besides title and text: a topic's section, class and tags; whom a reply answers. */
interface DraftFields {
  fid: string;
  classId: string;
  tags: string;
  parent?: string;
}

export const drafts = pgTable(
  "drafts",
  {
    id: serial("id").primaryKey(),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    target: text("target").notNull(),
    title: text("title").notNull().default(""),
    content: text("content").notNull().default(""),
    /** The other fields, as typed. Null for a reply to the topic itself. */
    fields: jsonb("fields").$type<DraftFields>(),
    /** Goes up with every save: a tab that saves over one it has not seen is told. */
    revision: counter("revision"),
    savedAt: moment("saved_at").notNull().defaultNow(),
    /** When it was thrown away: it can be had back for a while. */
    deletedAt: moment("deleted_at"),
  },
  (table) => [
    uniqueIndex("drafts_target").on(table.accountId, table.target).where(sql`${table.deletedAt} is null`),
    index("drafts_deleted").on(table.deletedAt).where(sql`${table.deletedAt} is not null`),
  ],
);

/** What a draft was before: its last 20 versions. */
export const draftVersions = pgTable(
  "draft_versions",
  {
    id: serial("id").primaryKey(),
    draftId: integer("draft_id")
      .notNull()
      .references(() => drafts.id, { onDelete: "cascade" }),
    revision: integer("revision").notNull(),
    title: text("title").notNull(),
    content: text("content").notNull(),
    fields: jsonb("fields").$type<DraftFields>(),
    savedAt: moment("saved_at").notNull(),
  },
  (table) => [uniqueIndex("draft_versions_revision").on(table.draftId, table.revision)],
);

/** Texts that wait for a moderator, and what became of them. */
export const reviewItems = pgTable(
  "review_items",
  {
    id: serial("id").primaryKey(),
    postId: integer("post_id")
      .notNull()
      .references(() => posts.id, { onDelete: "cascade" }),
    /** Where its topic stands and who wrote it: what the queue is read by. Kept by triggers (migration 0008). */
    sectionId: integer("section_id").references(() => sections.id),
    authorId: integer("author_id").references(() => accounts.id),
    /** Whether it is a topic's own text. */
    ofTopic: boolean("of_topic").notNull().default(false),
    /** The words that asked for it; none where the section or its author's newness did. */
    words: text("words").array().notNull(),
    createdAt: now(),
    /** Out of the queue, and still not seen by others. */
    ignoredAt: moment("ignored_at"),
    /** Who is looking at it, until when. */
    claimedById: integer("claimed_by_id").references(() => accounts.id),
    claimedUntil: moment("claimed_until"),
    decidedAt: moment("decided_at"),
    decidedById: integer("decided_by_id").references(() => accounts.id),
    decision: text("decision", { enum: ["approve", "refuse", "discard"] }),
  },
  (table) => {
    const open = sql`${table.decidedAt} is null`;
    const waiting = sql`${open} and ${table.ignoredAt} is null`;
    const ignored = sql`${open} and ${table.ignoredAt} is not null`;
    return [
      uniqueIndex("review_items_open").on(table.postId).where(open),
      index("review_items_queue").on(table.ofTopic, table.createdAt, table.id).where(waiting),
      index("review_items_section")
        .on(table.sectionId, table.ofTopic, table.createdAt, table.id)
        .where(waiting),
      index("review_items_ignored").on(table.ofTopic, table.createdAt, table.id).where(ignored),
      index("review_items_words").using("gin", table.words).where(open),
      index("review_items_waiting_author").on(table.authorId, table.createdAt, table.id).where(open),
      index("review_items_author").on(table.authorId, table.id.desc()),
    ];
  },
);

export const reports = pgTable(
  "reports",
  {
    id: serial("id").primaryKey(),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    postId: integer("post_id")
      .notNull()
      .references(() => posts.id, { onDelete: "cascade" }),
    reason: text("reason").notNull(),
    text: text("text").notNull().default(""),
    /** Decided together with the others of its case. */
    caseId: integer("case_id").references(() => reportCases.id, { onDelete: "cascade" }),
    createdAt: now(),
    closedAt: moment("closed_at"),
  },
  (table) => [
    index("reports_case").on(table.caseId, table.id),
    index("reports_account").on(table.accountId, table.createdAt.desc()),
    uniqueIndex("reports_open").on(table.accountId, table.postId).where(sql`${table.closedAt} is null`),
  ],
);

export const invitations = pgTable(
  "invitations",
  {
    topicId: integer("topic_id")
      .notNull()
      .references(() => topics.id, { onDelete: "cascade" }),
    inviterId: integer("inviter_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    inviteeId: integer("invitee_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    createdAt: now(),
  },
  (table) => [primaryKey({ columns: [table.topicId, table.inviterId, table.inviteeId] })],
);

/**
 * What happened to a person: a reply, a mention, an invitation. Read by the message centre; counted in the
 * unread badge.
 */
export const notifications = pgTable(
  "notifications",
  {
    id: serial("id").primaryKey(),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: ["system", "forum", "inner"] }).notNull(),
    event: text("event").notNull(),
    actorId: integer("actor_id").references(() => accounts.id, { onDelete: "cascade" }),
    topicId: integer("topic_id").references(() => topics.id, { onDelete: "cascade" }),
    postId: integer("post_id").references(() => posts.id, { onDelete: "cascade" }),
    /** What became of a change of one's own information. */
    changeId: integer("change_id").references(() => profileChanges.id, { onDelete: "cascade" }),
    /** Of a product that the person follows: what is new, one of the two. */
    productId: integer("product_id").references(() => products.id, { onDelete: "cascade" }),
    versionId: integer("version_id").references(() => resourceVersions.id, { onDelete: "cascade" }),
    noticeNumber: text("notice_number").references(() => productNotices.number, { onDelete: "cascade" }),
    /** What a moderator did to one's text or account: the row of the log that says why. */
    logId: integer("log_id"),
    /** What happened to a sign-up of the reader's, or in their team, in words of its own. */
    activityId: integer("activity_id").references(() => activities.id, { onDelete: "cascade" }),
    words: text("words"),
    /** Likes of one post are one notice while it is unread; null for notices that stand alone. */
    groupKey: text("group_key"),
    /** How many people the notice speaks of; `actorId` is the latest. */
    actors: integer("actors").notNull().default(1),
    createdAt: now(),
    readAt: moment("read_at"),
  },
  (table) => [
    index("notifications_account").on(table.accountId, table.createdAt.desc()),
    uniqueIndex("notifications_group")
      .on(table.accountId, table.groupKey)
      .where(sql`${table.readAt} is null`),
    // The message centre's lists, each read off its own index at any depth.
    index("notifications_kind").on(table.accountId, table.kind, table.createdAt.desc(), table.id.desc()),
    index("notifications_event").on(table.accountId, table.event, table.createdAt.desc(), table.id.desc()),
    index("notifications_unread")
      .on(table.accountId, table.kind, table.createdAt.desc(), table.id.desc())
      .where(sql`${table.readAt} is null`),
  ],
);
