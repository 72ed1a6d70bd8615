/** Stored files and the operator's documents. */
import { jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { bytes, moment, now } from "./columns";

/** Stored files. The name is the SHA-256 of the bytes plus the type's ending, so a name never changes its content. */
export const files = pgTable("files", {
  name: text("name").primaryKey(),
  type: text("type").notNull(),
  content: bytes("content").notNull(),
  createdAt: now(),
});

export const policies = pgTable("policies", {
  id: text("id").primaryKey(),
  title: text("title").notNull(),
  version: text("version").notNull(),
  source: text("source").notNull(),
  html: text("html").notNull(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
});

/** Small documents of the operator's: navigation, footer, configuration, banners. */
export const documents = pgTable("documents", {
  key: text("key").primaryKey(),
  value: jsonb("value").notNull(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
});
