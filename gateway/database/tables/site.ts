/** Stored files and the operator's documents. */
import { index, integer, jsonb, pgTable, primaryKey, serial, text } from "drizzle-orm/pg-core";
import { accounts } from "./accounts";
import { bytes, counter, location, moment, now } from "./columns";
import { posts } from "./forum";

/**
 * Stored files. The name is the SHA-256 of the bytes plus the type's ending, so a name never changes its
 * content. An attachment's content is empty here: it lies in `filePieces`; and that of whatever lies outside of the
 * database (`location`) in neither.
 */
export const files = pgTable(
  "files",
  {
    name: text("name").primaryKey(),
    type: text("type").notNull(),
    content: bytes("content").notNull(),
    location: location(),
    /** Of a content pack's files: all bytes, set when the last piece is there, and their whole SHA-256. */
    bytes: integer("bytes"),
    sha256: text("sha256"),
    /** Pixels of a pack's picture; null for others. */
    width: integer("width"),
    height: integer("height"),
    /** When it was stored, written into a text, or last found in one: what has not been for long is deleted. */
    neededAt: moment("needed_at").notNull().defaultNow(),
    createdAt: now(),
  },
  (table) => [
    index("files_needed").on(table.neededAt),
    index("files_location").on(table.location.op("text_pattern_ops")),
  ],
);

/**
 * Objects in a folder or bucket that no row names any more, written by triggers of the tables that have a `location`, in the
 * transaction that deletes or moves the row: a job removes them some time later.
 */
export const removedObjects = pgTable("removed_objects", {
  location: text("location").primaryKey(),
  removedAt: moment("removed_at").notNull().defaultNow(),
});

/**
 * The content of an attachment or a pack's file, cut so that neither writing nor serving it takes all of it
 * at a time. `number` counts from 0.
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

/** A pack's picture at a smaller width, as a stored file of its own. */
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

/** Words that may not stand in a text, as an operator's pack gives them. */
export const sensitiveWords = pgTable("sensitive_words", {
  word: text("word").primaryKey(),
  /**
   * `refuse`: the text is not taken; `review`: a moderator looks at it first; `replace`: asterisks, or
   * `replacement`, stand in its place.
   */
  level: text("level", { enum: ["refuse", "review", "replace"] }).notNull(),
  replacement: text("replacement"),
  /** Written or changed by an administrator here: a content pack leaves it alone. */
  editedAt: moment("edited_at"),
  /** Taken off the list by an administrator here: the row stays, so that no content pack brings it back. */
  removedAt: moment("removed_at"),
});

/** What a person uploaded: a picture or an attachment. The bytes are in `files`. */
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
    /** The name that the person's file had. */
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
 * Which attachments a post's text links to: kept by the writes of the text. Who may read the post may
 * download them.
 */
export const postAttachments = pgTable(
  "post_attachments",
  {
    postId: integer("post_id")
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
 * What people searched for, folded, and how many of them did in the seven days before it was last asked for:
 * nothing of it is shown to anybody before that is several.
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

/** That somebody searched for a text in the last seven days, by a mark that names nobody. */
export const searchMarks = pgTable(
  "search_marks",
  {
    text: text("text").notNull(),
    mark: text("mark").notNull(),
    at: moment("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.text, table.mark] }), index("search_marks_at").on(table.at)],
);
