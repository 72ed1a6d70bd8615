/** Sections, topics, posts and tags. Writes update the counter columns. */

import type { Highlight } from "contract/forum/constants";
import type { PinScope } from "contract/moderation/actions";
import type { SectionRights } from "contract/moderation/constants";
import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  date,
  doublePrecision,
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
import { counter, longId, longSerial, moment, now, searchDocument } from "./columns";

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
  /** The template of a question in this section, in Markdown. */
  questionTemplate: text("question_template").notNull().default(""),
  /** Whether the section and everything in it answer 404. */
  closed: boolean("closed").notNull().default(false),
  /** Whether nobody can post in it. Its topics stay readable. */
  postingClosed: boolean("posting_closed").notNull().default(false),
  /** Whether it is missing in lists of sections. It is readable by its address. */
  unlisted: boolean("unlisted").notNull().default(false),
  /** The authors whose texts need a review before publication. */
  preReview: text("pre_review", { enum: ["none", "newcomers", "all"] })
    .notNull()
    .default("none"),
  /** Whether it has a recycle bin. Without one, deleted texts are destroyed. */
  recycleBin: boolean("recycle_bin").notNull().default(true),
  /** The rights to act in it. An action without an entry is allowed to everyone. */
  rights: jsonb("rights").$type<SectionRights>().notNull().default({}),
  /** Whether lists of the whole site, the search and feeds include its topics. */
  listed: boolean("listed")
    .notNull()
    .generatedAlwaysAs(
      sql`not closed and not unlisted and coalesce(rights ->> 'view', 'everyone') = 'everyone'`,
    ),
  /** The time of a change of texts, classes or moderators in the portal. Then a content pack does not change them. */
  editedAt: moment("edited_at"),
  /** The time of a change of name, icon or template in the portal. Then a content pack does not change them. */
  namedAt: moment("named_at"),
  /** The time of a change of group or order in the portal. Then a content pack does not change them. */
  placedAt: moment("placed_at"),
  /** Since when it is archived: readable, `postingClosed` too, and apart from the others in lists; null if it is not. */
  archivedAt: moment("archived_at"),
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
    /** Whether new topics cannot use it. Its topics stay. */
    closed: boolean("closed").notNull().default(false),
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
    /** The end of the appointment, from which it counts no more; null without one. */
    until: moment("until"),
  },
  (table) => [
    primaryKey({ columns: [table.sectionId, table.accountId] }),
    index("moderators_account").on(table.accountId),
    index("moderators_until").on(table.until).where(sql`${table.until} is not null`),
  ],
);

/**
 * The columns that decide who sees a text. Topics and posts share them and one rule (queries/visibility).
 */
const stateColumns = () => ({
  deletedAt: moment("deleted_at"),
  /** The moderator who recycled it; null when its author deleted it. */
  recycledById: integer("recycled_by_id").references(() => accounts.id),
  /** The moderator's reason for hiding or recycling it, for its author. */
  stateReason: text("state_reason"),
  /** Set while a moderator hides it: its author and moderators still see it. */
  hiddenAt: moment("hidden_at"),
  /**
   * Until a text with `pending` is approved, only its author and moderators see it.
   */
  review: text("review", { enum: ["approved", "pending", "refused"] })
    .notNull()
    .default("approved"),
  /** Whether everyone may see it. */
  listed: boolean("listed")
    .notNull()
    .generatedAlwaysAs(sql`deleted_at is null and hidden_at is null and review = 'approved'`),
});

export const topics = pgTable(
  "topics",
  {
    id: longSerial("id").primaryKey(),
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
    /** Where it is pinned; null if nowhere. A trigger updates `pinned` and `digest` (migration 0000). */
    pinScope: text("pin_scope").$type<PinScope>(),
    digest: boolean("digest").notNull().default(false),
    /** 1 to 3; 0 for none. */
    digestLevel: integer("digest_level").notNull().default(0),
    /** The colour of its title in lists. */
    highlight: text("highlight").$type<Highlight>(),
    closed: boolean("closed").notNull().default(false),
    /** Solved means an answer was accepted, or the asker ended the question with a reason. */
    solved: boolean("solved").notNull().default(false),
    acceptedPostId: longId("accepted_post_id").references((): AnyPgColumn => posts.id),
    /** A moderator's seal on the topic, by its name; null for none. */
    stamp: text("stamp"),
    /** A moderator's small icon before the title, by its name; null for none. */
    icon: text("icon"),
    /** The section that a moderator moved the topic from last. */
    movedFromId: integer("moved_from_id").references(() => sections.id),
    movedAt: moment("moved_at"),
    /**
     * The order of the hot list. It grows with replies, likes, favourites, views, and the time of posting.
     */
    heat: doublePrecision("heat").notNull().default(0),
    solvedReason: text("solved_reason"),
    views: counter("views"),
    /** Visible replies: floors after the first, and nested replies. */
    replies: counter("replies"),
    likes: counter("likes"),
    favorites: counter("favorites"),
    /** The highest used floor, which never decreases. The next reply gets the following number. */
    lastFloor: counter("last_floor"),
    lastReplyAt: moment("last_reply_at").notNull().defaultNow(),
    lastReplierId: integer("last_replier_id").references(() => accounts.id),
    /**
     * The times that order lists: of the last reply or bump, and of the publication. A trigger sets them to
     * `lastReplyAt` and `createdAt`, unless a moderator changes them (migration 0000).
     */
    activeAt: moment("active_at"),
    publishedAt: moment("published_at"),
    /** The original topic, when this one was closed as a duplicate. */
    duplicateOfId: longId("duplicate_of_id").references((): AnyPgColumn => topics.id),
    /**
     * Triggers increase it whenever something on its pages changes (migration 0000), but not for views and heat.
     */
    version: counter("version"),
    submissionId: text("submission_id"),
    createdAt: now(),
    ...stateColumns(),
    search: searchDocument("search"),
  },
  (table) => {
    const live = sql`${table.listed}`;
    const recommended = sql`${table.digest} and ${live}`;
    const filters = [table.classId, table.digest, table.solved] as const;
    return [
      uniqueIndex("topics_submission").on(table.authorId, table.submissionId),
      // With the columns after the id, the index alone can apply filters.
      index("topics_reply").on(table.activeAt.desc(), table.id.desc(), table.sectionId).where(live),
      index("topics_new").on(table.publishedAt.desc(), table.id.desc(), table.sectionId).where(live),
      index("topics_views").on(table.views.desc(), table.id.desc(), table.sectionId).where(live),
      index("topics_heat").on(table.heat.desc(), table.id.desc(), table.sectionId).where(live),
      index("topics_section_reply")
        .on(table.sectionId, table.activeAt.desc(), table.id.desc(), ...filters)
        .where(live),
      index("topics_section_new")
        .on(table.sectionId, table.publishedAt.desc(), table.id.desc(), ...filters)
        .where(live),
      index("topics_section_views")
        .on(table.sectionId, table.views.desc(), table.id.desc(), ...filters)
        .where(live),
      index("topics_digest").on(table.activeAt.desc(), table.id.desc(), table.sectionId).where(recommended),
      index("topics_digest_new")
        .on(table.publishedAt.desc(), table.id.desc(), table.sectionId)
        .where(recommended),
      index("topics_digest_views")
        .on(table.views.desc(), table.id.desc(), table.sectionId)
        .where(recommended),
      // All states, because a person's own list includes topics that only they see.
      index("topics_author").on(
        table.authorId,
        table.publishedAt.desc(),
        table.id.desc(),
        table.listed,
        table.sectionId,
      ),
      index("topics_author_unlisted").on(table.authorId).where(sql`not ${live}`),
      index("topics_pinned").on(table.sectionId).where(sql`${table.pinned} and ${live}`),
      index("topics_pinned_wide")
        .on(table.pinScope)
        .where(sql`${table.pinScope} in ('group', 'site') and ${live}`),
      // For recycle bins and moderators' searches by section.
      index("topics_recycled")
        .on(table.sectionId, table.deletedAt.desc(), table.id.desc())
        .where(sql`${table.recycledById} is not null`),
      index("topics_hidden")
        .on(table.sectionId, table.id.desc())
        .where(sql`${table.hiddenAt} is not null and ${table.deletedAt} is null`),
      index("topics_recycled_by")
        .on(table.recycledById, table.deletedAt.desc(), table.id.desc())
        .where(sql`${table.recycledById} is not null`),
      index("topics_recycled_latest")
        .on(table.deletedAt.desc(), table.id.desc())
        .where(sql`${table.recycledById} is not null`),
      index("topics_moderated").on(table.sectionId, table.id.desc()).where(sql`${table.deletedAt} is null`),
      // For administrators, whose lists are of all sections.
      index("topics_moderated_latest").on(table.id.desc()).where(sql`${table.deletedAt} is null`),
      index("topics_in_review")
        .on(table.id.desc(), table.sectionId)
        .where(sql`${table.review} <> 'approved' and ${table.deletedAt} is null`),
      index("topics_marked")
        .on(table.id.desc(), table.sectionId, table.digest, table.closed, table.pinScope)
        .where(
          sql`(${table.digest} or ${table.closed} or ${table.pinScope} is not null) and ${table.deletedAt} is null`,
        ),
      index("topics_created").on(table.createdAt),
      index("topics_search").using("gin", table.search),
    ];
  },
);

/**
 * The numbers of listed topics by section, class, digest and solved state, for the totals of filtered lists. Triggers
 * on `topics` update them (at the end of the first migration), so that no write can forget it.
 */
export const topicCounts = pgTable(
  "topic_counts",
  {
    sectionId: integer("section_id")
      .notNull()
      .references(() => sections.id, { onDelete: "cascade" }),
    /** 0 for topics without a class. */
    classId: integer("class_id").notNull(),
    digest: boolean("digest").notNull(),
    solved: boolean("solved").notNull(),
    topics: counter("topics"),
  },
  (table) => [primaryKey({ columns: [table.sectionId, table.classId, table.digest, table.solved] })],
);

export const posts = pgTable(
  "posts",
  {
    id: longSerial("id").primaryKey(),
    topicId: longId("topic_id")
      .notNull()
      .references(() => topics.id),
    authorId: integer("author_id")
      .notNull()
      .references(() => accounts.id),
    /** 1 for the topic's own text; null for a nested reply. It is set at writing and never reused. */
    floor: integer("floor"),
    /** The floor's post that a nested reply belongs to; null for floors. */
    parentId: longId("parent_id").references((): AnyPgColumn => posts.id),
    /** The nested reply's position under its floor, from 1. */
    depthNumber: integer("depth_number"),
    /** The person that a nested reply answers, when it does not answer the floor itself. */
    replyToId: integer("reply_to_id").references(() => accounts.id),
    source: text("source").notNull(),
    html: text("html").notNull(),
    likes: counter("likes"),
    /** The number of nested replies of this floor, including deleted ones. */
    depthTotal: counter("depth_total"),
    submissionId: text("submission_id"),
    createdAt: now(),
    editedAt: moment("edited_at"),
    /** The moderator who edited the text last; null when its author did. */
    editedById: integer("edited_by_id").references(() => accounts.id),
    ...stateColumns(),
    search: searchDocument("search"),
    /**
     * The post that moderators moved from this floor to another topic: this row keeps the floor's number and leads
     * there. Posts are never removed from the table, so it has no foreign key.
     */
    movedToId: longId("moved_to_id"),
    /** The section whose recycle bin it is in, for reading the bin. Triggers update it (migration 0000). */
    binSectionId: integer("bin_section_id").references(() => sections.id),
  },
  (table) => [
    uniqueIndex("posts_floor").on(table.topicId, table.floor),
    uniqueIndex("posts_depth").on(table.parentId, table.depthNumber),
    uniqueIndex("posts_submission").on(table.authorId, table.submissionId),
    index("posts_liked").on(table.topicId, table.likes.desc(), table.floor).where(sql`${table.floor} > 1`),
    index("posts_author").on(table.authorId, table.createdAt.desc()),
    index("posts_author_unlisted").on(table.authorId).where(sql`not ${table.listed}`),
    index("posts_recent").on(table.createdAt.desc()),
    index("posts_topic_author").on(table.topicId, table.authorId, table.floor),
    index("posts_recycled")
      .on(table.deletedAt.desc(), table.id.desc())
      .where(sql`${table.recycledById} is not null`),
    index("posts_recycled_by")
      .on(table.recycledById, table.deletedAt.desc(), table.id.desc())
      .where(sql`${table.recycledById} is not null`),
    index("posts_recycled_section")
      .on(table.binSectionId, table.deletedAt.desc(), table.id.desc())
      .where(sql`${table.recycledById} is not null`),
    index("posts_search").using("gin", table.search),
  ],
);

export const tags = pgTable(
  "tags",
  {
    id: serial("id").primaryKey(),
    name: text("name").notNull(),
    summary: text("summary").notNull().default(""),
    /** The tag's group on the tag map; empty for tags that are not on the map. */
    groupName: text("group_name").notNull().default(""),
    topics: counter("topics"),
    followers: counter("followers"),
  },
  (table) => [
    uniqueIndex("tags_name").on(sql`lower(${table.name})`),
    index("tags_name_characters").using("gin", sql`regexp_split_to_array(lower(${table.name}), '')`),
    // For suggestions by the beginning of a name.
    index("tags_prefix").on(sql`lower(${table.name}) text_pattern_ops`),
    index("tags_topics").on(table.topics.desc()),
    index("tags_followers").on(table.followers.desc(), table.id),
  ],
);

/**
 * The tags of topics. Triggers of the first migration copy the last three columns from the topic, so that one index
 * serves each order of a tag's topics.
 */
export const topicTags = pgTable(
  "topic_tags",
  {
    topicId: longId("topic_id")
      .notNull()
      .references(() => topics.id, { onDelete: "cascade" }),
    tagId: integer("tag_id")
      .notNull()
      .references(() => tags.id, { onDelete: "cascade" }),
    position: integer("position").notNull(),
    /** The topic's `activeAt`. */
    activeAt: moment("active_at").notNull().defaultNow(),
    listed: boolean("listed").notNull().default(true),
    /**
     * "solved" for a solved topic of any class, "open" for an unsolved question (a topic of the class 求助); null for
     * other topics.
     */
    question: text("question", { enum: ["solved", "open"] }),
  },
  (table) => [
    primaryKey({ columns: [table.topicId, table.tagId] }),
    index("topic_tags_tag").on(table.tagId, table.topicId.desc()),
    index("topic_tags_reply")
      .on(table.tagId, table.activeAt.desc(), table.topicId.desc())
      .where(sql`${table.listed}`),
  ],
);

/** Earlier versions of texts, for their authors and moderators. Only versions of floor 1 have a `title`. */
export const postVersions = pgTable(
  "post_versions",
  {
    id: longSerial("id").primaryKey(),
    postId: longId("post_id")
      .notNull()
      .references(() => posts.id, { onDelete: "cascade" }),
    editorId: integer("editor_id")
      .notNull()
      .references(() => accounts.id),
    title: text("title"),
    source: text("source").notNull(),
    /** The time of writing this version. */
    createdAt: now(),
  },
  (table) => [index("post_versions_post").on(table.postId, table.id.desc())],
);

/** A person's replies in topics of a tag, which show who knows about it. Writes update the counters. */
export const tagSkills = pgTable(
  "tag_skills",
  {
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    tagId: integer("tag_id")
      .notNull()
      .references(() => tags.id, { onDelete: "cascade" }),
    /** Visible replies in topics of the tag. */
    posts: counter("posts"),
    /** Accepted answers among them. */
    accepted: counter("accepted"),
    score: integer("score").notNull().generatedAlwaysAs(sql`posts + 10 * accepted`),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.tagId] }),
    index("tag_skills_tag").on(table.tagId, table.score.desc(), table.accountId),
  ],
);

/** Posts of a person on a day (UTC), including first floors. The hero rank adds up 30 days. */
export const dailyPosts = pgTable(
  "daily_posts",
  {
    day: date("day", { mode: "string" }).notNull(),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    posts: counter("posts"),
  },
  (table) => [primaryKey({ columns: [table.day, table.accountId] })],
);
