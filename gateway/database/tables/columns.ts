import { customType, integer, text, timestamp } from "drizzle-orm/pg-core";

/** A moment, to the millisecond: what a JavaScript Date can hold. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date", precision: 3 });
export const now = () => moment("created_at").notNull().defaultNow();
/** Kept by the writes that change it, never counted on a read, whose cost would grow with the forum. */
export const counter = (name: string) => integer(name).notNull().default(0);
export const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });
/** A text-search document: written as segmented tokens by gateway/search, never read back. */
export const searchDocument = customType<{ data: string }>({ dataType: () => "tsvector" });
/** Where a content lies that is outside of the database, as `folder:KEY` or `s3:KEY`; null where it is in it. */
export const location = () => text("location");
