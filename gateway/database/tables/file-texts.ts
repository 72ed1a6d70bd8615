/** The texts of the operator's documents, read from their files: anything here can be read again. */
import type { FileTextState } from "contract/resources/constants";
import { index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { moment, now, searchDocument } from "./columns";
import { files } from "./site";

/** The reading of one stored file. Files with the same content are one file, and so are read once. */
export const fileTexts = pgTable(
  "file_texts",
  {
    id: integer("id").primaryKey().generatedByDefaultAsIdentity(),
    fileName: text("file_name")
      .notNull()
      .references(() => files.name, { onDelete: "cascade" }),
    state: text("state").$type<FileTextState>().notNull().default("waiting"),
    /** The number of pages of the file; 0 until it was opened. */
    pages: integer("pages").notNull().default(0),
    /** The pages from the first on that have been read: where an interrupted reading continues. */
    readPages: integer("read_pages").notNull().default(0),
    /** The version of the pages' search documents (gateway/search/index/document.ts). */
    documentVersion: integer("document_version").notNull(),
    /** The end of the reading; null while it waits. */
    readAt: moment("read_at"),
    createdAt: now(),
  },
  (table) => [
    uniqueIndex("file_texts_file").on(table.fileName),
    index("file_texts_version").on(table.documentVersion),
  ],
);

/** The text of each page that has any. `page` counts from 1, as browsers do. */
export const fileTextPages = pgTable(
  "file_text_pages",
  {
    id: integer("id").primaryKey().generatedByDefaultAsIdentity(),
    textId: integer("text_id")
      .notNull()
      .references(() => fileTexts.id, { onDelete: "cascade" }),
    page: integer("page").notNull(),
    text: text("text").notNull(),
    search: searchDocument("search"),
  },
  (table) => [
    uniqueIndex("file_text_pages_page").on(table.textId, table.page),
    index("file_text_pages_search").using("gin", table.search),
  ],
);
