/** Stored files, the operator's documents, and what came from another community. */
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
} from "drizzle-orm/pg-core";
import { accounts } from "./accounts";
import { bytes, counter, location, longId, moment, now } from "./columns";
import { posts } from "./forum";

/** An entry of an archive's directory. */
export interface ArchiveEntry {
  name: string;
  bytes: number;
}

/**
 * Stored files. The name is made of the SHA-256 of the bytes and the type's ending, so the content of a name never
 * changes. The content of an attachment is not here but in `filePieces`. A file with a `location` has its content
 * outside of the database.
 */
export const files = pgTable(
  "files",
  {
    name: text("name").primaryKey(),
    type: text("type").notNull(),
    content: bytes("content").notNull(),
    location: location(),
    /**
     * For files of a content pack and documents of its editors: the size, which is set after the last piece, and the
     * SHA-256 of the whole file.
     */
    bytes: integer("bytes"),
    sha256: text("sha256"),
    /** The first 2,000 entries of an operator's ZIP; null for other files. */
    entries: jsonb("entries").$type<ArchiveEntry[]>(),
    /** The size of a pack's picture in pixels; null for others. */
    width: integer("width"),
    height: integer("height"),
    /** The last time at which it was stored or a text used it. Files that are unused for long are deleted. */
    neededAt: moment("needed_at").notNull().defaultNow(),
    createdAt: now(),
  },
  (table) => [
    index("files_needed").on(table.neededAt),
    index("files_location").on(table.location.op("text_pattern_ops")),
  ],
);

/**
 * Objects in a folder or bucket that no row names any more. Triggers of the tables with a `location` write them in the
 * transaction that deletes or moves the row. A job removes the objects later.
 */
export const removedObjects = pgTable("removed_objects", {
  location: text("location").primaryKey(),
  removedAt: moment("removed_at").notNull().defaultNow(),
});

/**
 * The contents of attachments and of a pack's files, in pieces, so that a whole file is never in memory. `number`
 * counts from 0.
 */
export const filePieces = pgTable(
  "file_pieces",
  {
    fileName: text("file_name")
      .notNull()
      .references(() => files.name, { onDelete: "cascade" }),
    number: integer("number").notNull(),
    content: bytes("content").notNull(),
  },
  (table) => [primaryKey({ columns: [table.fileName, table.number] })],
);

/** Smaller versions of a pack's pictures, each a stored file. */
export const imageVariants = pgTable(
  "image_variants",
  {
    fileName: text("file_name")
      .notNull()
      .references(() => files.name, { onDelete: "cascade" }),
    width: integer("width").notNull(),
    height: integer("height").notNull(),
    variantName: text("variant_name")
      .notNull()
      .references(() => files.name),
  },
  (table) => [
    primaryKey({ columns: [table.fileName, table.width] }),
    index("image_variants_variant").on(table.variantName),
  ],
);

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

/** Sensitive words, from content packs and administrators. */
export const sensitiveWords = pgTable("sensitive_words", {
  word: text("word").primaryKey(),
  /**
   * `refuse` rejects the text, `review` needs a moderator's review first, `replace` puts asterisks or `replacement`
   * in place of the word.
   */
  level: text("level", { enum: ["refuse", "review", "replace"] }).notNull(),
  replacement: text("replacement"),
  /** The time of an administrator's change. Then a content pack does not change the word. */
  editedAt: moment("edited_at"),
  /** The time of removal by an administrator. The row stays, so that no content pack adds the word again. */
  removedAt: moment("removed_at"),
});

/** Pictures and attachments that people uploaded. `files` has their contents. */
export const uploads = pgTable(
  "uploads",
  {
    id: serial("id").primaryKey(),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: ["image", "attachment"] }).notNull(),
    fileName: text("file_name")
      .notNull()
      .references(() => files.name),
    /** The name of the person's file. */
    originalName: text("original_name").notNull(),
    bytes: integer("bytes").notNull(),
    /** Pixels; null for attachments. */
    width: integer("width"),
    height: integer("height"),
    downloads: counter("downloads"),
    createdAt: now(),
  },
  (table) => [
    index("uploads_account").on(table.accountId, table.createdAt.desc()),
    index("uploads_file").on(table.fileName),
  ],
);

/**
 * The attachments that a post's text links to, updated with the text. People who may read the post may download them.
 */
export const postAttachments = pgTable(
  "post_attachments",
  {
    postId: longId("post_id")
      .notNull()
      .references(() => posts.id, { onDelete: "cascade" }),
    uploadId: integer("upload_id")
      .notNull()
      .references(() => uploads.id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.postId, table.uploadId] }),
    index("post_attachments_upload").on(table.uploadId),
  ],
);

/**
 * Folded searches, with the number of people in the seven days before the last search. A search is shown to others only
 * when enough people made it.
 */
export const searchQueries = pgTable(
  "search_queries",
  {
    text: text("text").primaryKey(),
    people: counter("people"),
    lastAt: moment("last_at").notNull().defaultNow(),
  },
  (table) => [
    index("search_queries_people").on(table.people.desc(), table.lastAt.desc()),
    index("search_queries_text").on(table.text.op("text_pattern_ops")),
    index("search_queries_last_at").on(table.lastAt),
  ],
);

/** Anonymous marks of people who searched for a text in the last seven days. */
export const searchMarks = pgTable(
  "search_marks",
  {
    text: text("text").notNull(),
    mark: text("mark").notNull(),
    at: moment("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.text, table.mark] }), index("search_marks_at").on(table.at)],
);

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
