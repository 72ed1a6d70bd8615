/** Pieces of content that were edited in the browser, with all their versions. */
import type { ContentBody } from "contract/content/kinds/bodies";
import type { ContentKind } from "contract/content/kinds/words";
import type { ContentState } from "contract/content/transitions";
import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { accounts } from "./accounts";
import { moment, now } from "./columns";

/** What a later pack has different from a piece that was edited in the browser. */
export interface PackConflict {
  pack: string;
  /** The pack's version; null where the pack no longer names the piece. */
  body: ContentBody | null;
  html: string[];
  fingerprint: string | null;
}

export const contentPieces = pgTable(
  "content_pieces",
  {
    kind: text("kind").$type<ContentKind>().notNull(),
    /** The id or number of the piece, as in its address. */
    key: text("key").notNull(),
    state: text("state").$type<ContentState>().notNull(),
    /** The title of its newest version. */
    title: text("title").notNull(),
    /** The number of its newest version. */
    version: integer("version").notNull(),
    /** The version that visitors see, or saw last; null before it was published. */
    publishedVersion: integer("published_version"),
    publishAt: moment("publish_at"),
    publishVersion: integer("publish_version"),
    withdrawAt: moment("withdraw_at"),
    /** Who scheduled it. */
    scheduledById: integer("scheduled_by_id").references(() => accounts.id, { onDelete: "set null" }),
    /** The secret of the address at which its newest version is shown. */
    previewKey: text("preview_key").notNull(),
    /** Packs do not write it: it was edited in the browser, and nobody has taken a pack's version since. */
    held: text("held", { enum: ["browser", "pack"] }).notNull(),
    /** The fingerprint that the piece has in the pack it comes from; null for a piece of the browser's own. */
    packFingerprint: text("pack_fingerprint"),
    conflict: jsonb("conflict").$type<PackConflict>(),
    conflictAt: moment("conflict_at"),
    editedById: integer("edited_by_id").references(() => accounts.id, { onDelete: "set null" }),
    editedAt: moment("edited_at").notNull(),
    createdAt: now(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.key] }),
    index("content_pieces_edited").on(table.kind, table.editedAt.desc(), table.key),
    index("content_pieces_scheduled")
      .on(table.kind, table.key)
      .where(sql`${table.publishAt} is not null or ${table.withdrawAt} is not null`),
  ],
);

export const contentVersions = pgTable(
  "content_versions",
  {
    kind: text("kind").$type<ContentKind>().notNull(),
    key: text("key").notNull(),
    version: integer("version").notNull(),
    /** What was typed; a draft may lack fields. */
    body: jsonb("body").$type<ContentBody>().notNull(),
    /** Its texts, rendered when it was saved. */
    html: jsonb("html").$type<string[]>().notNull(),
    origin: text("origin", { enum: ["typed", "pack", "restored"] }).notNull(),
    /** Null for a version of a pack, and after the end of the account. */
    byId: integer("by_id").references(() => accounts.id, { onDelete: "set null" }),
    why: text("why").notNull().default(""),
    createdAt: now(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.key, table.version] })],
);
