/** People's actions on topics, posts and other people, and their own lists (我的清单) and kept searches. */
import type { OwnListKind, OwnListNews } from "contract/own-lists/constants";
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
import { counter, longId, longSerial, moment, now } from "./columns";
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
    postId: longId("post_id")
      .notNull()
      .references(() => posts.id, { onDelete: "cascade" }),
    /**
     * Whether the author got a notice; false when they muted notices of likes or blocked this person.
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
    topicId: longId("topic_id")
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

/** The further fields of a draft: a topic's section, class and tags, or the person whom a reply answers. */
interface DraftFields {
  fid: string;
  classId: string;
  tags: string;
  parent?: string;
}

export const drafts = pgTable(
  "drafts",
  {
    id: longSerial("id").primaryKey(),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    target: text("target").notNull(),
    title: text("title").notNull().default(""),
    content: text("content").notNull().default(""),
    /** The other fields, as typed. Null for a reply to the topic itself. */
    fields: jsonb("fields").$type<DraftFields>(),
    /** Grows with every save, so that a tab with an older revision gets a conflict. */
    revision: counter("revision"),
    savedAt: moment("saved_at").notNull().defaultNow(),
    /** The time of deletion. The person can restore it for a while. */
    deletedAt: moment("deleted_at"),
  },
  (table) => [
    uniqueIndex("drafts_target").on(table.accountId, table.target).where(sql`${table.deletedAt} is null`),
    index("drafts_deleted").on(table.deletedAt).where(sql`${table.deletedAt} is not null`),
  ],
);

/** The last 20 versions of drafts. */
export const draftVersions = pgTable(
  "draft_versions",
  {
    id: longSerial("id").primaryKey(),
    draftId: longId("draft_id")
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

/** Texts that need a moderator's review, and the decisions. */
export const reviewItems = pgTable(
  "review_items",
  {
    id: longSerial("id").primaryKey(),
    postId: longId("post_id")
      .notNull()
      .references(() => posts.id, { onDelete: "cascade" }),
    /** The section of its topic and its author, for reading the queue. Triggers update them (migration 0000). */
    sectionId: integer("section_id").references(() => sections.id),
    authorId: integer("author_id").references(() => accounts.id),
    /** Whether it is a topic's own text. */
    ofTopic: boolean("of_topic").notNull().default(false),
    /** The sensitive words that caused the review; empty when the section's pre-review did. */
    words: text("words").array().notNull(),
    createdAt: now(),
    /** The time of leaving the queue without a decision. Others still do not see the text. */
    ignoredAt: moment("ignored_at"),
    /** The moderator who claimed it; `claimedUntil` is the end of the claim. */
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
      index("review_items_refused").on(table.authorId).where(sql`${table.decision} in ('refuse', 'discard')`),
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
    postId: longId("post_id")
      .notNull()
      .references(() => posts.id, { onDelete: "cascade" }),
    reason: text("reason").notNull(),
    text: text("text").notNull().default(""),
    /** The case, whose reports are decided together. */
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
    topicId: longId("topic_id")
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
 * Notices for people, such as replies, mentions and invitations. The message centre shows them, and the badge counts
 * the unread ones.
 */
export const notifications = pgTable(
  "notifications",
  {
    id: longSerial("id").primaryKey(),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: ["system", "forum", "inner"] }).notNull(),
    event: text("event").notNull(),
    actorId: integer("actor_id").references(() => accounts.id, { onDelete: "cascade" }),
    topicId: longId("topic_id").references(() => topics.id, { onDelete: "cascade" }),
    postId: longId("post_id").references(() => posts.id, { onDelete: "cascade" }),
    /** The change of the reader's own profile that was decided. */
    changeId: integer("change_id").references(() => profileChanges.id, { onDelete: "cascade" }),
    /**
     * A product that the reader follows or has in a list, with a new version of a resource, a new notice or a change of
     * its state. For news of a list `words` names the list.
     */
    productId: integer("product_id").references(() => products.id, { onDelete: "cascade" }),
    versionId: integer("version_id").references(() => resourceVersions.id, { onDelete: "cascade" }),
    noticeNumber: text("notice_number").references(() => productNotices.number, { onDelete: "cascade" }),
    /** A row of `product_state_changes`. */
    stateChangeId: integer("state_change_id"),
    /** The row of the log with a moderator's action on the reader's text or account, and its reason. */
    logId: longId("log_id"),
    /** An activity with news about the reader's sign-up or team; `words` is the text. */
    activityId: integer("activity_id").references(() => activities.id, { onDelete: "cascade" }),
    words: text("words"),
    /** An announcement; `words` is its kind. */
    announcementId: integer("announcement_id"),
    /** Groups the likes of one post into one unread notice; null for other notices. */
    groupKey: text("group_key"),
    /** The number of people in the notice; `actorId` is the latest. */
    actors: integer("actors").notNull().default(1),
    createdAt: now(),
    readAt: moment("read_at"),
  },
  (table) => [
    index("notifications_account").on(table.accountId, table.createdAt.desc()),
    uniqueIndex("notifications_group")
      .on(table.accountId, table.groupKey)
      .where(sql`${table.readAt} is null`),
    // Each list of the message centre has its own index, so that deep pages are fast.
    index("notifications_kind").on(table.accountId, table.kind, table.createdAt.desc(), table.id.desc()),
    index("notifications_event").on(table.accountId, table.event, table.createdAt.desc(), table.id.desc()),
    index("notifications_unread")
      .on(table.accountId, table.kind, table.createdAt.desc(), table.id.desc())
      .where(sql`${table.readAt} is null`),
  ],
);

export const ownLists = pgTable(
  "own_lists",
  {
    id: longId("id").primaryKey().generatedByDefaultAsIdentity(),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    position: integer("position").notNull(),
    /** The kinds of news of its things that its owner is told of. */
    told: text("told").array().$type<OwnListNews[]>().notNull(),
    /** The secret in the address at which everybody may read it; null while it is not shared. */
    shareKey: text("share_key").unique(),
    /** The latest news of one of its things; null before any. */
    newsAt: moment("news_at"),
    /** Up to when its owner has seen the news. */
    seenAt: moment("seen_at").notNull(),
    /** The key of the form that made it, so that posting it twice makes one list. */
    submissionId: text("submission_id"),
    /** The keys of the last forms that added something, the last first, so that posting one twice adds once. */
    lastAddition: text("last_addition"),
    updatedAt: moment("updated_at").notNull().defaultNow(),
    createdAt: now(),
  },
  (table) => [
    index("own_lists_account").on(table.accountId, table.position),
    uniqueIndex("own_lists_submission").on(table.accountId, table.submissionId),
  ],
);

export const ownListItems = pgTable(
  "own_list_items",
  {
    id: longId("id").primaryKey().generatedByDefaultAsIdentity(),
    listId: longId("list_id")
      .notNull()
      .references(() => ownLists.id, { onDelete: "cascade" }),
    kind: text("kind").$type<OwnListKind>().notNull(),
    /** The product, resource or topic. */
    targetId: longId("target_id").notNull(),
    /** The order number of a part; empty for the product without one, and for other kinds. */
    number: text("number").notNull().default(""),
    quantity: integer("quantity").notNull().default(1),
    note: text("note").notNull().default(""),
    position: integer("position").notNull(),
    createdAt: now(),
  },
  (table) => [
    uniqueIndex("own_list_items_once").on(table.listId, table.kind, table.targetId, table.number),
    index("own_list_items_target").on(table.kind, table.targetId).where(sql`${table.kind} <> 'topic'`),
  ],
);

/** Addresses of searches and filtered lists that a member keeps under a name. */
export const ownSearches = pgTable(
  "own_searches",
  {
    id: longId("id").primaryKey().generatedByDefaultAsIdentity(),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** Path and query on this site, without the shell. */
    address: text("address").notNull(),
    createdAt: now(),
  },
  (table) => [uniqueIndex("own_searches_address").on(table.accountId, table.address)],
);
