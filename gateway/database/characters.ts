import { type AnyColumn, type SQL, sql } from "drizzle-orm";

/**
 * Whether a column holds a text somewhere: the rows that have all its characters come off an index (gin over the
 * column's characters, `regexp_split_to_array(column, '')`), and only these are compared.
 */
export function holdsText(column: SQL | AnyColumn, text: string): SQL {
  const characters = sql.join(
    [...new Set(text)].map((character) => sql`${character}`),
    sql`, `,
  );
  return sql`(regexp_split_to_array(${column}, '') @> array[${characters}]::text[] and position(${text}::text in ${column}) > 0)`;
}
