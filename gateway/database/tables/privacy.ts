/** The policies as they ever stood, who agreed to which, and the archives of people's data that they asked for. */
import { index, integer, pgTable, primaryKey, serial, text } from "drizzle-orm/pg-core";
import { accounts } from "./accounts";
import { bytes, counter, location, moment, now } from "./columns";

/** Every version of a policy that was ever in force: a ledger that names a version can show its text. */
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
    /** From where: the network address and the browser, as they named themselves. */
    address: text("address").notNull().default(""),
    userAgent: text("user_agent").notNull().default(""),
    createdAt: now(),
  },
  (table) => [index("consent_records_account").on(table.accountId, table.id.desc())],
);

/** Where people came from (spec 3.5, access record; spec 4, traffic record). Guests have no account. */
export const accessRecords = pgTable(
  "access_records",
  {
    id: serial("id").primaryKey(),
    accountId: integer("account_id").references(() => accounts.id, { onDelete: "cascade" }),
    visitorId: text("visitor_id").notNull().default(""),
    accessSource: text("access_source").notNull().default(""),
    /** 1 for an account made less than 3 s before, else 0; null for guests. */
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

/** One a person: asking again replaces it. */
export const dataExports = pgTable(
  "data_exports",
  {
    accountId: integer("account_id")
      .primaryKey()
      .references(() => accounts.id, { onDelete: "cascade" }),
    /** Random; its address, and the key of its job. */
    key: text("key").notNull().unique(),
    askedAt: moment("asked_at").notNull(),
    /** Null while it is packed, and for ever where that failed. */
    readyAt: moment("ready_at"),
    /** When it is deleted, whatever became of it. */
    expiresAt: moment("expires_at").notNull(),
    /** Of the whole archive. */
    bytes: counter("bytes"),
    location: location(),
  },
  (table) => [
    index("data_exports_expiry").on(table.expiresAt),
    index("data_exports_location").on(table.location.op("text_pattern_ops")),
  ],
);

/** An archive's content, cut as attachments are. `number` counts from 0. */
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
