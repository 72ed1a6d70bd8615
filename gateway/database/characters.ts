import { type AnyColumn, type SQL, sql } from "drizzle-orm";

/**
 * The condition that a column contains a text. A GIN index over the column's characters
 * (`regexp_split_to_array(column, '')`) finds the rows with all characters of the text, and only these are compared.
 */
export function holdsText(column: SQL | AnyColumn, text: string): SQL {
  const characters = sql.join(
    [...new Set(text)].map((character) => sql`${character}`),
    sql`, `,
  );
  return sql`(regexp_split_to_array(${column}, '') @> array[${characters}]::text[] and position(${text}::text in ${column}) > 0)`;
}
