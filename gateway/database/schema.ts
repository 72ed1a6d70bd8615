import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";

/**
 * The gateway's tables, in the PostgreSQL dialect that PGlite and PostgreSQL share (design 2).
 * Counters are columns kept by the writes that change them, never counted on a read (design 9).
 */

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date", precision: 3 });
const now = () => moment("created_at").notNull().defaultNow();
const counter = (name: string) => integer(name).notNull().default(0);
const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

export const accounts = pgTable(
  "accounts",
  {
    id: serial("id").primaryKey(),
    /** The key in a content pack of a demo member; null for people who registered. */
    packKey: text("pack_key").unique(),
    nickname: text("nickname").notNull(),
    /** Folded (NFKC, lower case) so that look-alikes are one name. */
    nicknameFolded: text("nickname_folded").notNull(),
    phone: text("phone"),
    email: text("email"),
    passwordHash: text("password_hash"),
    /** A storage name in `files`, or null for the default avatar. */
    avatar: text("avatar"),
    intro: text("intro").notNull().default(""),
    admin: boolean("admin").notNull().default(false),
    mutedUntil: moment("muted_until"),
    topics: counter("topics"),
    posts: counter("posts"),
    followers: counter("followers"),
    following: counter("following"),
    createdAt: now(),
  },
  (table) => [
    uniqueIndex("accounts_nickname").on(table.nicknameFolded),
    uniqueIndex("accounts_phone").on(table.phone),
    uniqueIndex("accounts_email").on(sql`lower(${table.email})`),
  ],
);

/** Signed-in sessions. The cookie holds a random token; only its SHA-256 is stored. */
export const sessions = pgTable(
  "sessions",
  {
    tokenHash: text("token_hash").primaryKey(),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    csrfToken: text("csrf_token").notNull(),
    userAgent: text("user_agent").notNull().default(""),
    address: text("address").notNull().default(""),
    createdAt: now(),
    seenAt: moment("seen_at").notNull().defaultNow(),
    expiresAt: moment("expires_at").notNull(),
    /** Set when the session was pushed out by a newer one or revoked: it answers 401 from then on. */
    endedAt: moment("ended_at"),
  },
  (table) => [index("sessions_account").on(table.accountId, table.createdAt)],
);

/** One-time codes sent to a phone or an email. */
export const verificationCodes = pgTable(
  "verification_codes",
  {
    messageId: text("message_id").primaryKey(),
    purpose: text("purpose").notNull(),
    channel: text("channel", { enum: ["phone", "email"] }).notNull(),
    recipient: text("recipient").notNull(),
    codeHash: text("code_hash").notNull(),
    tries: counter("tries"),
    createdAt: now(),
    expiresAt: moment("expires_at").notNull(),
    usedAt: moment("used_at"),
  },
  (table) => [index("verification_codes_recipient").on(table.recipient, table.createdAt)],
);

/** Mail and SMS that no sender was configured for: readable at /gateway/outbox from loopback only. */
export const outbox = pgTable("outbox", {
  id: serial("id").primaryKey(),
  channel: text("channel", { enum: ["phone", "email"] }).notNull(),
  recipient: text("recipient").notNull(),
  subject: text("subject").notNull(),
  text: text("text").notNull(),
  createdAt: now(),
});

export const sections = pgTable("sections", {
  id: integer("id").primaryKey(),
  packKey: text("pack_key").notNull().unique(),
  groupName: text("group_name").notNull(),
  position: integer("position").notNull(),
  name: text("name").notNull(),
  summary: text("summary").notNull().default(""),
  icon: text("icon").notNull().default(""),
  rulesSource: text("rules_source").notNull().default(""),
  rulesHtml: text("rules_html").notNull().default(""),
  closed: boolean("closed").notNull().default(false),
  topics: counter("topics"),
  posts: counter("posts"),
  followers: counter("followers"),
});

export const topicClasses = pgTable(
  "topic_classes",
  {
    id: serial("id").primaryKey(),
    sectionId: integer("section_id")
      .notNull()
      .references(() => sections.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    position: integer("position").notNull(),
  },
  (table) => [uniqueIndex("topic_classes_name").on(table.sectionId, table.name)],
);

export const moderators = pgTable(
  "moderators",
  {
    sectionId: integer("section_id")
      .notNull()
      .references(() => sections.id, { onDelete: "cascade" }),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
  },
  (table) => [primaryKey({ columns: [table.sectionId, table.accountId] }), index("moderators_account").on(table.accountId)],
);

export const topics = pgTable(
  "topics",
  {
    id: serial("id").primaryKey(),
    packKey: text("pack_key").unique(),
    sectionId: integer("section_id")
      .notNull()
      .references(() => sections.id),
    classId: integer("class_id").references(() => topicClasses.id, { onDelete: "set null" }),
    authorId: integer("author_id")
      .notNull()
      .references(() => accounts.id),
    title: text("title").notNull(),
    pinned: boolean("pinned").notNull().default(false),
    digest: boolean("digest").notNull().default(false),
    closed: boolean("closed").notNull().default(false),
    /** Solved means an answer was accepted, or the asker ended the question with a reason. */
    solved: boolean("solved").notNull().default(false),
    acceptedPostId: integer("accepted_post_id").references((): AnyPgColumn => posts.id),
    solvedReason: text("solved_reason"),
    views: counter("views"),
    /** Replies that stand: floors after the first and depth replies, without deleted ones. */
    replies: counter("replies"),
    likes: counter("likes"),
    favorites: counter("favorites"),
    /** The highest floor given out; the next reply takes one more. Never goes down. */
    lastFloor: counter("last_floor"),
    lastReplyAt: moment("last_reply_at").notNull().defaultNow(),
    lastReplierId: integer("last_replier_id").references(() => accounts.id),
    submissionId: text("submission_id"),
    createdAt: now(),
    deletedAt: moment("deleted_at"),
  },
  (table) => {
    const live = sql`${table.deletedAt} is null`;
    return [
      uniqueIndex("topics_submission").on(table.authorId, table.submissionId),
      index("topics_reply").on(table.lastReplyAt.desc(), table.id.desc()).where(live),
      index("topics_new").on(table.createdAt.desc(), table.id.desc()).where(live),
      index("topics_views").on(table.views.desc(), table.id.desc()).where(live),
      index("topics_section_reply").on(table.sectionId, table.lastReplyAt.desc(), table.id.desc()).where(live),
      index("topics_section_new").on(table.sectionId, table.createdAt.desc(), table.id.desc()).where(live),
      index("topics_section_views").on(table.sectionId, table.views.desc(), table.id.desc()).where(live),
      index("topics_author").on(table.authorId, table.createdAt.desc()).where(live),
      index("topics_pinned").on(table.sectionId).where(sql`${table.pinned} and ${live}`),
      index("topics_digest").on(table.lastReplyAt.desc(), table.id.desc()).where(sql`${table.digest} and ${live}`),
    ];
  },
);

export const posts = pgTable(
  "posts",
  {
    id: serial("id").primaryKey(),
    topicId: integer("topic_id")
      .notNull()
      .references(() => topics.id),
    authorId: integer("author_id")
      .notNull()
      .references(() => accounts.id),
    /** 1 for the topic's own text; null for a reply beneath a floor. Given at write, never reused. */
    floor: integer("floor"),
    /** The floor's post that a depth reply stands beneath; null for floors. */
    parentId: integer("parent_id").references((): AnyPgColumn => posts.id),
    /** The depth reply's place beneath its floor, from 1. */
    depthNumber: integer("depth_number"),
    /** The person a depth reply answers, when that is not the floor itself. */
    replyToId: integer("reply_to_id").references(() => accounts.id),
    source: text("source").notNull(),
    html: text("html").notNull(),
    likes: counter("likes"),
    /** Depth replies given out beneath this floor, deleted ones counted. */
    depthTotal: counter("depth_total"),
    submissionId: text("submission_id"),
    createdAt: now(),
    editedAt: moment("edited_at"),
    deletedAt: moment("deleted_at"),
  },
  (table) => [
    uniqueIndex("posts_floor").on(table.topicId, table.floor),
    uniqueIndex("posts_depth").on(table.parentId, table.depthNumber),
    uniqueIndex("posts_submission").on(table.authorId, table.submissionId),
    index("posts_author").on(table.authorId, table.createdAt.desc()),
    index("posts_recent").on(table.createdAt.desc()),
  ],
);

export const tags = pgTable(
  "tags",
  {
    id: serial("id").primaryKey(),
    name: text("name").notNull(),
    topics: counter("topics"),
    followers: counter("followers"),
  },
  (table) => [uniqueIndex("tags_name").on(sql`lower(${table.name})`), index("tags_topics").on(table.topics.desc())],
);

export const topicTags = pgTable(
  "topic_tags",
  {
    topicId: integer("topic_id")
      .notNull()
      .references(() => topics.id, { onDelete: "cascade" }),
    tagId: integer("tag_id")
      .notNull()
      .references(() => tags.id, { onDelete: "cascade" }),
    position: integer("position").notNull(),
  },
  (table) => [primaryKey({ columns: [table.topicId, table.tagId] }), index("topic_tags_tag").on(table.tagId, table.topicId.desc())],
);

export const likes = pgTable(
  "likes",
  {
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    postId: integer("post_id")
      .notNull()
      .references(() => posts.id, { onDelete: "cascade" }),
    createdAt: now(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.postId] })],
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
    index("favorites_latest").on(table.accountId, table.createdAt.desc()),
  ],
);

export const follows = pgTable(
  "follows",
  {
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: ["user", "section", "tag"] }).notNull(),
    targetId: integer("target_id").notNull(),
    createdAt: now(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.kind, table.targetId] }),
    index("follows_target").on(table.kind, table.targetId, table.createdAt.desc()),
  ],
);

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
    savedAt: moment("saved_at").notNull().defaultNow(),
  },
  (table) => [uniqueIndex("drafts_target").on(table.accountId, table.target)],
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
    createdAt: now(),
    closedAt: moment("closed_at"),
  },
  (table) => [uniqueIndex("reports_open").on(table.accountId, table.postId).where(sql`${table.closedAt} is null`)],
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

/** What happened to a person: a reply, a mention, an invitation. Read by the message centre; counted in the unread badge. */
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
    createdAt: now(),
    readAt: moment("read_at"),
  },
  (table) => [
    index("notifications_account").on(table.accountId, table.createdAt.desc()),
    index("notifications_unread").on(table.accountId, table.kind).where(sql`${table.readAt} is null`),
  ],
);

/** Stored files. The name is the SHA-256 of the bytes plus the type's ending, so a name never changes its content. */
export const files = pgTable("files", {
  name: text("name").primaryKey(),
  type: text("type").notNull(),
  content: bytes("content").notNull(),
  createdAt: now(),
});

export const policies = pgTable("policies", {
  id: text("id").primaryKey(),
  title: text("title").notNull(),
  version: text("version").notNull(),
  source: text("source").notNull(),
  html: text("html").notNull(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
});

/** Small documents of the operator's: navigation, footer, configuration, banners. */
export const documents = pgTable("documents", {
  key: text("key").primaryKey(),
  value: jsonb("value").notNull(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
});
