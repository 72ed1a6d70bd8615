/** Accounts, their sessions, and the codes and messages that prove a contact. */
import { seenKindNames } from "contract/moderation/see-as/constants";
import { sql } from "drizzle-orm";
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  serial,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
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
    /** Until then the person cannot write; the year 9999 means for ever. */
    mutedUntil: moment("muted_until"),
    /** Until then the person cannot sign in; the year 9999 means for ever. */
    bannedUntil: moment("banned_until"),
    topics: counter("topics"),
    posts: counter("posts"),
    followers: counter("followers"),
    following: counter("following"),
    /** The number of favourites, including topics that are deleted or hidden now. */
    favorites: counter("favorites"),
    /** The likes of the account's visible posts. */
    likesReceived: counter("likes_received"),
    /** The account's answers that are accepted now. */
    answersAccepted: counter("answers_accepted"),
    /** Whether others see the favourites on the person's home page. */
    favoritesPublic: boolean("favorites_public").notNull().default(false),
    /** The versions of policies that the person agrees to now, by policy id: the result of `consentRecords`. */
    signedPolicies: jsonb("signed_policies").$type<Record<string, string>>().notNull().default({}),
    /** Whether the profile has everything that spec 5.7 requires. Every write of one of these values updates it. */
    profileComplete: boolean("profile_complete").notNull().default(false),
    nicknameChangedAt: moment("nickname_changed_at"),
    /** Events for which the person wants no notices. */
    mutedNotices: text("muted_notices").array().notNull().default(sql`'{}'::text[]`),
    /** How often the portal mails the unread notices. */
    digest: text("digest", { enum: ["off", "daily", "weekly"] })
      .notNull()
      .default("off"),
    digestSentAt: moment("digest_sent_at"),
    /** The time at which a requested closure takes effect; null without a request. */
    closingAt: moment("closing_at"),
    /** Set when the account was closed. Its remaining data is anonymous. */
    closedAt: moment("closed_at"),
    /** The last day, in Beijing time, on which the person was there; null before the first one after an upgrade. */
    lastSeenDay: date("last_seen_day", { mode: "string" }),
    createdAt: now(),
  },
  (table) => [
    uniqueIndex("accounts_nickname").on(table.nicknameFolded),
    // For `like 'prefix%'`: the previous index supports it only with the C collation.
    index("accounts_nickname_prefix").on(table.nicknameFolded.op("text_pattern_ops")),
    uniqueIndex("accounts_phone").on(table.phone),
    uniqueIndex("accounts_email").on(sql`lower(${table.email})`),
    // The nickname's characters, for a search by any part of a nickname.
    index("accounts_nickname_characters").using(
      "gin",
      sql`regexp_split_to_array(${table.nicknameFolded}, '')`,
    ),
    index("accounts_administrators").on(table.id).where(sql`${table.admin}`),
    index("accounts_digest").on(table.digestSentAt).where(sql`${table.digest} <> 'off'`),
    // The orders of the list of members, which its filters by days and numbers of posts use too.
    index("accounts_joined")
      .on(table.createdAt.desc(), table.id.desc())
      .where(sql`${table.closedAt} is null`),
    index("accounts_seen")
      .on(table.lastSeenDay.desc(), table.id.desc())
      .where(sql`${table.closedAt} is null`),
    index("accounts_posts").on(table.posts.desc(), table.id.desc()).where(sql`${table.closedAt} is null`),
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
    /** The last time at which the person confirmed their identity again; null if never after the sign-in. */
    confirmedAt: moment("confirmed_at"),
    /** Set when the session was pushed out by a newer one or revoked: it answers 401 from then on. */
    endedAt: moment("ended_at"),
    /**
     * As whom an administrator sees pages until a time, and the person's account; null when as themselves. It is no
     * reference, because it lives for minutes and whoever is gone by then is seen as nobody.
     */
    seeAs: text("see_as", { enum: seenKindNames }),
    seeAsAccountId: integer("see_as_account_id"),
    seeAsUntil: moment("see_as_until"),
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
    /** The account and session that requested the code and may use it; empty for visitors. */
    holder: text("holder").notNull().default(""),
    codeHash: text("code_hash").notNull(),
    tries: counter("tries"),
    createdAt: now(),
    expiresAt: moment("expires_at").notNull(),
    usedAt: moment("used_at"),
  },
  (table) => [index("verification_codes_recipient").on(table.recipient, table.createdAt)],
);

/** Mail and SMS without a configured sender. Only loopback clients can read them, at /gateway/outbox. */
export const outbox = pgTable("outbox", {
  id: serial("id").primaryKey(),
  channel: text("channel", { enum: ["phone", "email"] }).notNull(),
  recipient: text("recipient").notNull(),
  subject: text("subject").notNull(),
  text: text("text").notNull(),
  createdAt: now(),
});
