import { type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { Database } from "../database/open";
import { keep } from "./answers";

/** A list that is read in pages, however many: which rows, and in which order. */
export interface SortedList {
  /** The table, with whatever the conditions join to it. */
  from: SQL;
  where: SQL;
  /** What it is sorted by, with its type, before the id; null for the id alone. */
  key: { column: SQL; type: string } | null;
  id: SQL;
  descending: boolean;
}

interface AnchorOptions {
  /** Every how many rows the list has an anchor. */
  spacing: number;
  /** Rows beyond these have none. */
  longest?: number;
}

interface Anchor {
  value: string | null;
  id: number;
}

/** Nobody minds that a page in the deep of a long list is as it was within this minute. */
const keptSeconds = 60;

const dialect = new PgDialect();

/** The order of a list, as the indexes have it: otherwise PostgreSQL would sort instead of walking an index. */
export const orderOf = ({ key, id, descending }: SortedList): SQL => {
  // Lists by id alone have an index with the latest first, which is read backwards where nulls would come first.
  const way = descending ? sql` desc nulls last` : key ? sql`` : sql` nulls first`;
  return key ? sql`${key.column}${way}, ${id}${way}` : sql`${id}${way}`;
};

/** What is kept of a list for a minute, by all that it is read with. */
export function keptOf<Value>(
  database: Database,
  list: SortedList,
  what: string,
  load: () => Promise<Value>,
): Promise<Value> {
  const { sql: text, params } = dialect.sqlToQuery(
    sql`${list.from} where ${list.where} order by ${orderOf(list)}`,
  );
  return keep({ database, now: () => new Date() }, [what, text, params], { seconds: keptSeconds }, load);
}

export const rowsOf = async <Row>(database: Database, query: SQL): Promise<Row[]> =>
  ((await database.execute(query)) as unknown as { rows: Row[] }).rows;

/**
 * The condition for what stands after position `offset` (a multiple of the spacing) of a list: its walk down the index
 * starts there instead of at the top, so that a page costs the same at any depth. The anchors of a list are read in one
 * go; null when the list has become shorter than that.
 */
export async function afterAnchor(
  database: Database,
  list: SortedList,
  { spacing, longest }: AnchorOptions,
  offset: number,
): Promise<SQL | null> {
  const { key, id, descending } = list;
  const most = longest === undefined ? sql`` : sql` limit ${longest}`;
  const anchors = await keptOf(database, list, `anchors ${spacing}`, () =>
    rowsOf<Anchor>(
      database,
      sql`select value, id from (
        select value, id, row_number() over () as place from (
          select ${key ? sql`${key.column}::text` : sql`null::text`} as value, ${id} as id
          from ${list.from} where ${list.where} order by ${orderOf(list)}${most}
        ) as listed
      ) as numbered where place % ${spacing} = 0 order by place`,
    ),
  );
  const anchor = anchors[offset / spacing - 1];
  if (!anchor) return null;
  const beyond = descending ? sql`<` : sql`>`;
  if (!key) return sql`${id} ${beyond} ${anchor.id}::int`;
  return sql`(${key.column}, ${id}) ${beyond} (${anchor.value}::${sql.raw(key.type)}, ${anchor.id}::int)`;
}
