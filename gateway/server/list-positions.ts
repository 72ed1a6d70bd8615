import { type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { Database } from "../database/open";
import { keep } from "./answers";

/** A list that is sorted by a column and the id, or by the id alone, in the order of an index. */
export interface SortedList {
  /** The table, with whatever the conditions join to it. */
  from: SQL;
  where: SQL;
  /** The column that the list is sorted by before the id, with its type; null for the id alone. */
  key: { column: SQL; type: string } | null;
  id: SQL;
  descending: boolean;
}

/** The settings for deep pages of a list. */
interface Depth {
  /** The number of rows between two anchors. Before the first anchor, rows are skipped by an offset. */
  spacing: number;
  /** The maximal number of rows of the list. */
  longest?: number;
}

interface Anchor {
  value: string | null;
  id: number;
}

/** The seconds for which anchors are cached: a deep page may be this old. */
export const positionsSeconds = 60;

const dialect = new PgDialect();

/** The order of the indexes: without `nulls last` PostgreSQL would sort instead of reading an index. */
export const sorted = ({ key, id, descending }: SortedList): SQL => {
  // Lists by id alone have a descending index, which is read backwards with `nulls first`.
  const way = descending ? sql` desc nulls last` : key ? sql`` : sql` nulls first`;
  return key ? sql`${key.column}${way}, ${id}${way}` : sql`${id}${way}`;
};

/** The same list read from its end. */
const reversed = ({ key, id, descending }: SortedList): SQL => {
  const way = descending ? sql` nulls first` : key ? sql` desc` : sql` desc nulls last`;
  return key ? sql`${key.column}${way}, ${id}${way}` : sql`${id}${way}`;
};

const rowsOf = async <Row>(database: Database, query: SQL): Promise<Row[]> =>
  ((await database.execute(query)) as unknown as { rows: Row[] }).rows;

/** The cache key of a list: the text and values of its query. */
export function listKey(what: string, list: SortedList) {
  const { sql: text, params } = dialect.sqlToQuery(
    sql`${list.from} where ${list.where} order by ${sorted(list)}`,
  );
  return [what, text, params] as const;
}

/**
 * The condition for rows after position `offset`, a multiple of the spacing; null when the list is shorter. All anchors
 * of a list are read by one query and cached for a minute.
 */
async function afterAnchor(
  database: Database,
  list: SortedList,
  { spacing, longest }: Depth,
  offset: number,
): Promise<SQL | null> {
  const { key, id, descending } = list;
  const keeping = { seconds: positionsSeconds };
  const now = () => new Date();
  const anchors = await keep({ database, now }, listKey("list anchors", list), keeping, () =>
    rowsOf<Anchor>(
      database,
      sql`select value, id from (
        select value, id, row_number() over () as place from (
          select ${key ? sql`${key.column}::text` : sql`null::text`} as value, ${id} as id
          from ${list.from} where ${list.where} order by ${sorted(list)} limit ${longest ?? null}::bigint
        ) as listed
      ) as numbered where place % ${spacing} = 0 order by place`,
    ),
  );
  const anchor = anchors[offset / spacing - 1];
  if (!anchor) return null;
  const beyond = descending ? sql`<` : sql`>`;
  if (!key) return sql`${id} ${beyond} ${anchor.id}::bigint`;
  return sql`(${key.column}, ${id}) ${beyond} (${anchor.value}::${sql.raw(key.type)}, ${anchor.id}::bigint)`;
}

/** A stretch of a list by its positions. */
interface Stretch {
  offset: number;
  limit: number;
  /** The exact number of rows, if known. Then the list can be read from its end when that is nearer. */
  count?: number;
}

/**
 * The ids of a stretch of a list, at the same cost at any depth: they are read from an index, from the nearer end or
 * from the nearest anchor before the stretch.
 */
export async function idsAt(
  database: Database,
  list: SortedList,
  depth: Depth,
  { offset, limit, count }: Stretch,
): Promise<number[]> {
  const { from, where, id } = list;
  const read = async (order: SQL, start: number, most: number, condition = sql`true`) => {
    const rows = await rowsOf<{ id: number }>(
      database,
      sql`select ${id} as id from ${from} where ${where} and ${condition}
        order by ${order} limit ${most} offset ${start}`,
    );
    return rows.map((row) => row.id);
  };
  const { spacing } = depth;
  if (count !== undefined) {
    const most = Math.min(limit, Math.max(0, count - offset));
    const behind = count - offset - most;
    if (offset > behind && behind < spacing) return (await read(reversed(list), behind, most)).reverse();
  }
  const spare = offset % spacing;
  const after = offset < spacing ? null : await afterAnchor(database, list, depth, offset - spare);
  return after ? read(sorted(list), spare, limit, after) : read(sorted(list), offset, limit);
}
