import { bigint, bigserial, customType, integer, text, timestamp } from "drizzle-orm/pg-core";

/** A time with the precision of a JavaScript Date, one millisecond. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date", precision: 3 });
export const now = () => moment("created_at").notNull().defaultNow();
/**
 * An id of a table that a million members may fill, and a reference to one: 32 bits could run out within a decade. A
 * contract names such an id by `longId` (contract/base/fields.ts), others by `id`.
 */
export const longSerial = (name: string) => bigserial(name, { mode: "number" });
export const longId = (name: string) => bigint(name, { mode: "number" });
/** A counter that writes update. Reads do not count rows, because that cost would grow with the forum. */
export const counter = (name: string) => integer(name).notNull().default(0);
export const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });
/** A text-search document of lexemes from gateway/search. Queries only match it and do not read it. */
export const searchDocument = customType<{ data: string }>({ dataType: () => "tsvector" });
/** The location of a content outside of the database, as `folder:KEY` or `s3:KEY`; null if it is inside. */
export const location = () => text("location");
