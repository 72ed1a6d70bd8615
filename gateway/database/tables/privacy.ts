/** All versions of policies, the consents to them, and archives of personal data. */
import { index, integer, pgTable, primaryKey, serial, text } from "drizzle-orm/pg-core";
import { accounts } from "./accounts";
import { bytes, counter, location, longSerial, moment, now } from "./columns";

/** Every version of every policy, so that the text of each version in the ledger is available. */
export const policyVersions = pgTable(
  "policy_versions",
  {
    policyId: text("policy_id").notNull(),
    version: text("version").notNull(),
    title: text("title").notNull(),
    html: text("html").notNull(),
    since: moment("since").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.policyId, table.version] })],
);

/** The consent ledger: rows are added and never changed. */
export const consentRecords = pgTable(
  "consent_records",
  {
    id: serial("id").primaryKey(),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    policyId: text("policy_id").notNull(),
    version: text("version").notNull(),
    /** "1" accepted, "2" refused (spec 4), "0" withdrawn. */
    decision: text("decision", { enum: ["1", "2", "0"] }).notNull(),
    /** The network address; `userAgent` is the browser's own name. */
    address: text("address").notNull().default(""),
    userAgent: text("user_agent").notNull().default(""),
    createdAt: now(),
  },
  (table) => [index("consent_records_account").on(table.accountId, table.id.desc())],
);

/** Access records (spec 3.5) and traffic records (spec 4). `accountId` is null for guests. */
export const accessRecords = pgTable(
  "access_records",
  {
    id: longSerial("id").primaryKey(),
    accountId: integer("account_id").references(() => accounts.id, { onDelete: "cascade" }),
    visitorId: text("visitor_id").notNull().default(""),
    accessSource: text("access_source").notNull().default(""),
    /** 1 for an account that is younger than 3 s, else 0; null for guests. */
    firstLogin: integer("first_login"),
    loginTime: moment("login_time"),
    unloginCount: integer("unlogin_count"),
    createdAt: now(),
  },
  (table) => [
    index("access_records_latest").on(table.createdAt.desc()),
    index("access_records_account").on(table.accountId),
  ],
);

/** Data exports, at most one for each person: a new request replaces it. */
export const dataExports = pgTable(
  "data_exports",
  {
    accountId: integer("account_id")
      .primaryKey()
      .references(() => accounts.id, { onDelete: "cascade" }),
    /** A random key, which is part of its address and the key of its job. */
    key: text("key").notNull().unique(),
    askedAt: moment("asked_at").notNull(),
    /** Null until the archive is complete, also after a failure. */
    readyAt: moment("ready_at"),
    /** The time of its deletion. */
    expiresAt: moment("expires_at").notNull(),
    /** The size of the whole archive. */
    bytes: counter("bytes"),
    location: location(),
  },
  (table) => [
    index("data_exports_expiry").on(table.expiresAt),
    index("data_exports_location").on(table.location.op("text_pattern_ops")),
  ],
);

/** The content of archives in pieces. `number` counts from 0. */
export const exportPieces = pgTable(
  "export_pieces",
  {
    exportKey: text("export_key")
      .notNull()
      .references(() => dataExports.key, { onDelete: "cascade" }),
    number: integer("number").notNull(),
    content: bytes("content").notNull(),
  },
  (table) => [primaryKey({ columns: [table.exportKey, table.number] })],
);
