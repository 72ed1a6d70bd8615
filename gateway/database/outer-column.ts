import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

/**
 * A column of the selected table, inside a subquery among the selected fields. In a select of one table Drizzle writes
 * the columns of such fields without their table, so the subquery would read its own column of the same name.
 */
export const outerColumn = (column: PgColumn): SQL => sql`${column}`;
