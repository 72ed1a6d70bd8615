import { type AnyColumn, type SQL, sql } from "drizzle-orm";

/**
 * The condition that a column contains a text. A GIN index over the column's characters
 * (`regexp_split_to_array(column, '')`) finds the rows with all characters of the text, and only these are compared. In a small
 * table PostgreSQL reads all rows instead, so the cheaper comparison stands first.
 */
export function holdsText(column: SQL | AnyColumn, text: string): SQL {
  const characters = sql.join(
    [...new Set(text)].map((character) => sql`${character}`),
    sql`, `,
  );
  return sql`(position(${text}::text in ${column}) > 0 and regexp_split_to_array(${column}, '') @> array[${characters}]::text[])`;
}
