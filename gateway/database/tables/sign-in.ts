/** Signing in: company accounts by OpenID Connect, and second factors (authenticators, passkeys, recovery codes). */
import { bigint, boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { accounts, sessions } from "./accounts";
import { moment, now } from "./columns";

/** Linked company accounts. Only issuer and subject identify them, because people can choose their email and name. */
export const companyAccounts = pgTable(
  "company_accounts",
  {
    id: integer("id").primaryKey().generatedByDefaultAsIdentity(),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    issuer: text("issuer").notNull(),
    subject: text("subject").notNull(),
    /** The provider's name for the person at the last sign-in. Only that person may see it. */
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
    /** The provider's id of its own session; empty if it has none. */
    sid: text("sid").notNull().default(""),
  },
  (table) => [index("company_sessions_account").on(table.companyAccountId, table.sid)],
);

/** Used single-use values: states of sign-ins, and logout tokens. */
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

/** The authenticators, one for each account. An authenticator is on after its first right code. */
export const authenticators = pgTable("authenticators", {
  accountId: integer("account_id")
    .primaryKey()
    .references(() => accounts.id, { onDelete: "cascade" }),
  /** Encrypted by the data key (gateway/factors/data-key.ts). */
  secret: text("secret").notNull(),
  confirmedAt: moment("confirmed_at"),
  /** The time step of the last accepted code. Codes of this step and earlier ones are not accepted again. */
  lastStep: integer("last_step"),
  createdAt: now(),
});

export const passkeys = pgTable(
  "passkeys",
  {
    id: integer("id").primaryKey().generatedByDefaultAsIdentity(),
    accountId: owner(),
    /** The id that the browser gave it. */
    credentialId: text("credential_id").notNull().unique(),
    /** The host on which it was made. Browsers offer it only there. */
    host: text("host").notNull(),
    publicKey: text("public_key").notNull(),
    /** The passkey's own counter of uses. If it does not increase, the passkey was copied. */
    counter: bigint("counter", { mode: "number" }).notNull().default(0),
    transports: text("transports").array().notNull(),
    /** Whether it is synchronised to more than one device. */
    synced: boolean("synced").notNull().default(false),
    /** The name that the person gave it. */
    name: text("name").notNull(),
    createdAt: now(),
    usedAt: moment("used_at"),
  },
  (table) => [index("passkeys_account").on(table.accountId)],
);

/** Recovery codes. Each works once. They are random and long, so a plain digest is safe. */
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
 * Half-open sign-ins, which have passed the first factor but not the second one. The browser's cookie has a random
 * token; only its SHA-256 is stored. It opens only the page that asks for the second factor.
 */
export const halfSignIns = pgTable(
  "half_sign_ins",
  {
    tokenHash: text("token_hash").primaryKey(),
    accountId: owner(),
    /** A digest of the password hash at that time, so that a change of the password ends the sign-in. */
    passwordMark: text("password_mark").notNull(),
    createdAt: now(),
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [index("half_sign_ins_account").on(table.accountId)],
);

/** The challenges that passkeys must sign, one for each holder: a session, or a half-open sign-in. */
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
