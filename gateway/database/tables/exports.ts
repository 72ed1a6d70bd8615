/** The archives of people's data that they asked for. */
import { index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { accounts } from "./accounts";
import { bytes, counter, moment } from "./columns";

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
  },
  (table) => [index("data_exports_expiry").on(table.expiresAt)],
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
