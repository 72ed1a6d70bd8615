/** Sign-in through the company's OpenID Connect provider: which company account is whose, and what it began. */
import { index, integer, pgTable, serial, text, uniqueIndex } from "drizzle-orm/pg-core";
import { accounts, sessions } from "./accounts";
import { moment, now } from "./columns";

/** Company accounts by what their provider alone decides: never by a mail or a name that a person can choose. */
export const companyAccounts = pgTable(
  "company_accounts",
  {
    id: serial("id").primaryKey(),
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

/** What the provider or the browser brought and may bring once: a sign-in's state, a logout token. */
export const companySpent = pgTable(
  "company_spent",
  {
    /** A digest. */
    key: text("key").primaryKey(),
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [index("company_spent_expiry").on(table.expiresAt)],
);
