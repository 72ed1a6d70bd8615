/** What came from another community's database, by its ids there. */
import { sql } from "drizzle-orm";
import { bigint, boolean, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { longId } from "./columns";

/**
 * The new id of each imported row, by its old one: for old addresses, links among old texts, and later runs of the
 * import. Without a foreign key: the row stays when its target is removed, so that a later run does not bring it again.
 */
export const importedIds = pgTable(
  "imported_ids",
  {
    /** The name of the imported board. */
    source: text("source").notNull(),
    kind: text("kind").notNull(),
    oldId: bigint("old_id", { mode: "number" }).notNull(),
    newId: longId("new_id").notNull(),
    /** The new topic of a post, or the new post of a file. */
    parentId: longId("parent_id"),
    /** Whether it is written. Posts get their ids before their texts, which link to each other. */
    written: boolean("written").notNull().default(true),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.oldId, table.source] }),
    index("imported_ids_waiting").on(table.source, table.kind, table.oldId).where(sql`not ${table.written}`),
  ],
);
