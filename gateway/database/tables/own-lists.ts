/** Members' own lists (我的清单) of parts, resources and topics, and the searches that they keep. */
import type { OwnListKind, OwnListNews } from "contract/own-lists/constants";
import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { accounts } from "./accounts";
import { longId, moment, now } from "./columns";

export const ownLists = pgTable(
  "own_lists",
  {
    id: longId("id").primaryKey().generatedByDefaultAsIdentity(),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    position: integer("position").notNull(),
    /** The kinds of news of its things that its owner is told of. */
    told: text("told").array().$type<OwnListNews[]>().notNull(),
    /** The secret in the address at which everybody may read it; null while it is not shared. */
    shareKey: text("share_key").unique(),
    /** The latest news of one of its things; null before any. */
    newsAt: moment("news_at"),
    /** Up to when its owner has seen the news. */
    seenAt: moment("seen_at").notNull(),
    /** The key of the form that made it, so that posting it twice makes one list. */
    submissionId: text("submission_id"),
    /** The keys of the last forms that added something, the last first, so that posting one twice adds once. */
    lastAddition: text("last_addition"),
    updatedAt: moment("updated_at").notNull().defaultNow(),
    createdAt: now(),
  },
  (table) => [
    index("own_lists_account").on(table.accountId, table.position),
    uniqueIndex("own_lists_submission").on(table.accountId, table.submissionId),
  ],
);

export const ownListItems = pgTable(
  "own_list_items",
  {
    id: longId("id").primaryKey().generatedByDefaultAsIdentity(),
    listId: longId("list_id")
      .notNull()
      .references(() => ownLists.id, { onDelete: "cascade" }),
    kind: text("kind").$type<OwnListKind>().notNull(),
    /** The product, resource or topic. */
    targetId: longId("target_id").notNull(),
    /** The order number of a part; empty for the product without one, and for other kinds. */
    number: text("number").notNull().default(""),
    quantity: integer("quantity").notNull().default(1),
    note: text("note").notNull().default(""),
    position: integer("position").notNull(),
    createdAt: now(),
  },
  (table) => [
    uniqueIndex("own_list_items_once").on(table.listId, table.kind, table.targetId, table.number),
    index("own_list_items_target").on(table.kind, table.targetId).where(sql`${table.kind} <> 'topic'`),
  ],
);

/** Addresses of searches and filtered lists that a member keeps under a name. */
export const ownSearches = pgTable(
  "own_searches",
  {
    id: longId("id").primaryKey().generatedByDefaultAsIdentity(),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** Path and query on this site, without the shell. */
    address: text("address").notNull(),
    createdAt: now(),
  },
  (table) => [uniqueIndex("own_searches_address").on(table.accountId, table.address)],
);
