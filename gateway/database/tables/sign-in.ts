/** Signing in: company accounts by OpenID Connect, and second factors (authenticators, passkeys, recovery codes). */
import { bigint, boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { accounts, sessions } from "./accounts";
import { moment, now } from "./columns";

/** Linked company accounts, known by issuer and subject: a mail or a name is something that a person can choose. */
export const companyAccounts = pgTable(
  "company_accounts",
  {
    id: integer("id").primaryKey().generatedByDefaultAsIdentity(),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    issuer: text("issuer").notNull(),
    subject: text("subject").notNull(),
    /** What the provider called the person at the last sign-in: only to be shown to that person. */
    label: text("label").notNull().default(""),
    createdAt: now(),
    usedAt: moment("used_at").notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("company_accounts_subject").on(table.issuer, table.subject),
    uniqueIndex("company_accounts_account").on(table.accountId, table.issuer),
  ],
);

/** Sessions that a company account began, so that the provider can end them. */
export const companySessions = pgTable(
  "company_sessions",
  {
    tokenHash: text("token_hash")
      .primaryKey()
      .references(() => sessions.tokenHash, { onDelete: "cascade" }),
    companyAccountId: integer("company_account_id")
      .notNull()
      .references(() => companyAccounts.id, { onDelete: "cascade" }),
    /** The provider's own name of its session; empty where it gave none. */
    sid: text("sid").notNull().default(""),
  },
  (table) => [index("company_sessions_account").on(table.companyAccountId, table.sid)],
);

/** Single-use values that were used: states of sign-ins, logout tokens. */
export const companySpent = pgTable(
  "company_spent",
  {
    /** A digest of the value. */
    key: text("key").primaryKey(),
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [index("company_spent_expiry").on(table.expiresAt)],
);

const owner = () =>
  integer("account_id")
    .notNull()
    .references(() => accounts.id, { onDelete: "cascade" });

/** One a person. It counts from its first right code on. */
export const authenticators = pgTable("authenticators", {
  accountId: integer("account_id")
    .primaryKey()
    .references(() => accounts.id, { onDelete: "cascade" }),
  /** Encrypted by the data key (gateway/factors/data-key.ts). */
  secret: text("secret").notNull(),
  confirmedAt: moment("confirmed_at"),
  /** The time step of the last code that was taken: that one and earlier ones are taken no more. */
  lastStep: integer("last_step"),
  createdAt: now(),
});

export const passkeys = pgTable(
  "passkeys",
  {
    id: integer("id").primaryKey().generatedByDefaultAsIdentity(),
    accountId: owner(),
    /** The browser's name for it. */
    credentialId: text("credential_id").notNull().unique(),
    /** The host that it was made on: browsers offer it there alone. */
    host: text("host").notNull(),
    publicKey: text("public_key").notNull(),
    /** How often it was used, by its own count; one that counts backwards is a copy. */
    counter: bigint("counter", { mode: "number" }).notNull().default(0),
    transports: text("transports").array().notNull(),
    /** Whether it is kept on more than one device. */
    synced: boolean("synced").notNull().default(false),
    /** What its person calls it. */
    name: text("name").notNull(),
    createdAt: now(),
    usedAt: moment("used_at"),
  },
  (table) => [index("passkeys_account").on(table.accountId)],
);

/** Each is good once. Random and long, so that a plain digest of it is safe. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    accountId: owner(),
    codeHash: text("code_hash").notNull(),
    usedAt: moment("used_at"),
    createdAt: now(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.codeHash] })],
);

/**
 * Sign-ins whose first factor was right and whose second one is not there yet. The browser's cookie holds a random
 * token; only its SHA-256 is stored. It opens nothing but the page that asks for the second factor.
 */
export const halfSignIns = pgTable(
  "half_sign_ins",
  {
    tokenHash: text("token_hash").primaryKey(),
    accountId: owner(),
    /** A digest of the password as it was then: a password that is changed meanwhile ends it. */
    passwordMark: text("password_mark").notNull(),
    createdAt: now(),
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [index("half_sign_ins_account").on(table.accountId)],
);

/** What a passkey has to sign next, one for each holder: a session, or a sign-in that waits. */
export const passkeyChallenges = pgTable(
  "passkey_challenges",
  {
    holder: text("holder").primaryKey(),
    accountId: owner(),
    challenge: text("challenge").notNull(),
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [index("passkey_challenges_account").on(table.accountId)],
);
