/** People's profiles (spec 3.3, 3.4), and changes that need a moderator's review. */
import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, serial, text, uniqueIndex } from "drizzle-orm/pg-core";
import { accounts } from "./accounts";
import { moment, now } from "./columns";

/**
 * Profiles, one row for each person, created when they first save something. Codes come from the definition lists;
 * empty means no answer.
 */
export const profiles = pgTable(
  "profiles",
  {
    accountId: integer("account_id")
      .primaryKey()
      .references(() => accounts.id, { onDelete: "cascade" }),
    /**
     * The storage name of the large version of `accounts.avatar`; null when the avatar has only one size.
     */
    largeAvatar: text("large_avatar"),
    /** "1", "2" or "3" (spec 9). */
    sex: text("sex").notNull().default(""),
    province: text("province").notNull().default(""),
    city: text("city").notNull().default(""),
    county: text("county").notNull().default(""),
    /** A developer type's id. */
    identity: text("identity").notNull().default(""),
    /** An identity type's code: engineer, student, teacher. */
    developtype: text("developtype").notNull().default(""),
    fullName: text("full_name").notNull().default(""),
    companyName: text("company_name").notNull().default(""),
    /** A second-level industry's id. */
    industry: text("industry").notNull().default(""),
    post: text("post").notNull().default(""),
    eduBackground: text("edu_background").notNull().default(""),
    school: text("school").notNull().default(""),
    /** The school is locked (spec 3.4, bindschool "Y"). */
    schoolBound: boolean("school_bound").notNull().default(false),
    leaMajor: text("lea_major").notNull().default(""),
    teaMajor: text("tea_major").notNull().default(""),
    /** A year; null without an answer. */
    entryDate: integer("entry_date"),
    /** Years, 0 to 999; null without an answer. */
    age: integer("age"),
    hobby: text("hobby").notNull().default(""),
    def1: text("def1").notNull().default(""),
    /** Ids of forum tags. */
    interestDirection: integer("interest_direction").array().notNull().default(sql`'{}'::integer[]`),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  // Filters of the list of members.
  (table) => [
    index("profiles_type").on(table.identity, table.developtype, table.accountId),
    index("profiles_region").on(table.province, table.city, table.accountId),
  ],
);

/** Changes that take effect after a moderator's review. A person has at most one waiting change of each kind. */
export const profileChanges = pgTable(
  "profile_changes",
  {
    id: serial("id").primaryKey(),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    /** Extended information, the avatar, or the nickname: the three check statuses of spec 3.4. */
    kind: text("kind", { enum: ["extended", "avatar", "nickname"] }).notNull(),
    before: jsonb("before").$type<Record<string, unknown>>().notNull(),
    after: jsonb("after").$type<Record<string, unknown>>().notNull(),
    /** The sensitive words that caused the review, if any. */
    words: text("words").array().notNull().default(sql`'{}'::text[]`),
    createdAt: now(),
    /** The time of leaving the queue without a decision. The change is still not in effect. */
    ignoredAt: moment("ignored_at"),
    /** The moderator who claimed it; `claimedUntil` is the end of the claim. */
    claimedById: integer("claimed_by_id").references(() => accounts.id),
    claimedUntil: moment("claimed_until"),
    decidedAt: moment("decided_at"),
    decidedById: integer("decided_by_id").references(() => accounts.id),
    approved: boolean("approved"),
    reason: text("reason"),
  },
  (table) => [
    uniqueIndex("profile_changes_open")
      .on(table.accountId, table.kind)
      .where(sql`${table.decidedAt} is null`),
    index("profile_changes_waiting").on(table.createdAt).where(sql`${table.decidedAt} is null`),
  ],
);
