/** Sections, topics, posts and tags. Counters are columns kept by the writes that change them. */
import { sql } from "drizzle-orm";
import { type AnyPgColumn, boolean, index, integer, pgTable, primaryKey, serial, text, uniqueIndex } from "drizzle-orm/pg-core";
import { counter, moment, now } from "./columns";
import { accounts } from "./accounts";

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
