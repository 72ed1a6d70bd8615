import { type AnyColumn, asc, type SQL, sql } from "drizzle-orm";

/** A place in a list by time, latest first: before or after the row that it names. */
export interface Place {
  before?: string | undefined;
  after?: string | undefined;
}

/** The name of a row's place. */
export const placeOf = ({ at, id }: { at: Date; id: number }): string => `${at.getTime()}_${id}`;

/**
 * The condition and order that read a stretch of a list off its index, however deep it lies. What comes
 * before a place is read upwards from it: `inOrder` turns it round.
 */
export function stretch(
  at: AnyColumn,
  id: AnyColumn,
  { before, after }: Place,
): { where: SQL | undefined; orderBy: SQL[] } {
  const cursor = before ?? after;
  const [time = 0, row = 0] = cursor?.split("_").map(Number) ?? [];
  const key = sql`(to_timestamp(${time}::float8 / 1000), ${row}::int)`;
  if (before === undefined && after !== undefined) {
    return { where: sql`(${at}, ${id}) > ${key}`, orderBy: [sql`${at} asc nulls first`, asc(id)] };
  }
  return {
    where: before === undefined ? undefined : sql`(${at}, ${id}) < ${key}`,
    orderBy: [sql`${at} desc nulls last`, sql`${id} desc nulls last`],
  };
}

/**
 * Puts a stretch of at most `size` rows, for which one more was asked, in the list's order and says what lies
 * beside it. Before the first row of a list that was asked for from its top there is nothing.
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
  return { shown: pageRows, newer, older };
}
