/** Accounts, their sessions, and the codes and messages that prove a contact. */
import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, serial, text, uniqueIndex } from "drizzle-orm/pg-core";
import { counter, moment, now } from "./columns";

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
    /** While it lasts, the person writes nothing; the year 9999 for good. */
    mutedUntil: moment("muted_until"),
    /** While it lasts, the person cannot sign in; the year 9999 for good. */
    bannedUntil: moment("banned_until"),
    topics: counter("topics"),
    posts: counter("posts"),
    followers: counter("followers"),
    following: counter("following"),
    /** Topics that the account has among its favourites, whatever became of them. */
    favorites: counter("favorites"),
    /** Likes that the account's standing posts have. */
    likesReceived: counter("likes_received"),
    /** Answers of the account that are accepted at present. */
    answersAccepted: counter("answers_accepted"),
    /** Whether others see the favourites on the person's home page. */
    favoritesPublic: boolean("favorites_public").notNull().default(false),
    /**
     * The versions of policies that the person agrees to at present, by policy id: what `consentRecords` come
     * to.
     */
    signedPolicies: jsonb("signed_policies").$type<Record<string, string>>().notNull().default({}),
    /** Whether nothing that spec 5.7 asks for is missing: kept by the writes of what it is made of. */
    profileComplete: boolean("profile_complete").notNull().default(false),
    nicknameChangedAt: moment("nickname_changed_at"),
    /** Events that the person wants no notice of. */
    mutedNotices: text("muted_notices").array().notNull().default(sql`'{}'::text[]`),
    /** How often unread notices are sent by mail. */
    digest: text("digest", { enum: ["off", "daily", "weekly"] })
      .notNull()
      .default("off"),
    digestSentAt: moment("digest_sent_at"),
    /** When a closure that was asked for takes effect; null where none was. */
    closingAt: moment("closing_at"),
    /** Set when the account has ended: what remains of it is anonymous. */
    closedAt: moment("closed_at"),
    createdAt: now(),
  },
  (table) => [
    uniqueIndex("accounts_nickname").on(table.nicknameFolded),
    // For `like 'prefix%'`, which the one above serves under the C collation alone.
    index("accounts_nickname_prefix").on(table.nicknameFolded.op("text_pattern_ops")),
    uniqueIndex("accounts_phone").on(table.phone),
    uniqueIndex("accounts_email").on(sql`lower(${table.email})`),
    // The nickname's characters: whoever types some of them is found without reading every account.
    index("accounts_nickname_characters").using(
      "gin",
      sql`regexp_split_to_array(${table.nicknameFolded}, '')`,
    ),
    index("accounts_administrators").on(table.id).where(sql`${table.admin}`),
    index("accounts_digest").on(table.digestSentAt).where(sql`${table.digest} <> 'off'`),
    index("accounts_well_informed").on(table.answersAccepted.desc(), table.likesReceived.desc(), table.id),
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
    /** When the person last showed again who they are; null where that was when they signed in. */
    confirmedAt: moment("confirmed_at"),
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
    /** Who alone may use it: the account and session that asked for it; empty where nobody was signed in. */
    holder: text("holder").notNull().default(""),
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
