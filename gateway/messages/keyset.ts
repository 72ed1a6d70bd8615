import { type AnyColumn, asc, type SQL, sql } from "drizzle-orm";

/** A position in a list by time, latest first: before or after the row that it names. */
export interface Place {
  before?: string | undefined;
  after?: string | undefined;
}

/** The name of a row's position. */
export const placeOf = ({ at, id }: { at: Date; id: number }): string => `${at.getTime()}_${id}`;

/**
 * The condition and order that read a page of a list from its index, at any depth. Newer rows are read in ascending
 * order; `turned` reverses them.
 */
export function stretch(
  at: AnyColumn,
  id: AnyColumn,
  { before, after }: Place,
): { where: SQL | undefined; orderBy: SQL[] } {
  const cursor = before ?? after;
  const [time = 0, row = 0] = cursor?.split("_").map(Number) ?? [];
  const key = sql`(to_timestamp(${time}::float8 / 1000), ${row}::bigint)`;
  if (before === undefined && after !== undefined) {
    return { where: sql`(${at}, ${id}) > ${key}`, orderBy: [sql`${at} asc nulls first`, asc(id)] };
  }
  return {
    where: before === undefined ? undefined : sql`(${at}, ${id}) < ${key}`,
    orderBy: [sql`${at} desc nulls last`, sql`${id} desc nulls last`],
  };
}

/**
 * Brings at most `size` rows, of which one more was read, into the list's order, with the positions of the newer and
 * older pages. A list read from its top has no newer page.
 */
export function turned<Row>(
  rows: Row[],
  size: number,
  { before, after }: { before?: unknown; after?: unknown },
  place: (row: Row) => string,
) {
  const upwards = before === undefined && after !== undefined;
  const more = rows.length > size;
  const pageRows = upwards ? rows.slice(0, size).reverse() : rows.slice(0, size);
  const [first, last] = [pageRows[0], pageRows.at(-1)];
  const newer = (upwards ? more : before !== undefined) && first !== undefined ? place(first) : null;
  const older = (upwards || more) && last !== undefined ? place(last) : null;
  return { visible: pageRows, newer, older };
}
