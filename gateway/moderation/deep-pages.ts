import { type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { Database } from "../database/open";
import { pageOf } from "../database/pages";
import { keep } from "../server/answers";
import { countUpTo } from "./scope";

/** A list of the moderation area: which rows, and in which order. */
export interface IdList {
  /** The table, with whatever the conditions join to it. */
  from: SQL;
  where: SQL;
  /** The column that the list is sorted by before the id, with its type; null for the id alone. */
  key: { column: SQL; type: string } | null;
  id: SQL;
  descending: boolean;
  /** The column that names the rows, where it is not their id. */
  name?: SQL;
}

/** Which of its pages is wanted, of how many things. */
interface PageRequest {
  page: number;
  size: number;
}

interface Anchor {
  value: string | null;
  id: number;
}

/** A list goes no further than this: whoever looks for something narrows it. */
const longest = 20_000;
/** Shorter lists are counted for everybody who looks; of longer ones nobody sees whether one is missing. */
const countedAnew = 100;
/** Every how many rows a list has an anchor; nearer to its beginning, rows are counted off. */
const anchorSpacing = 40;
const keepSeconds = 60;

const dialect = new PgDialect();

const sorted = ({ key, id, descending }: IdList): SQL => {
  // Lists by id alone have an index with the latest first, which is read backwards where nulls would come first.
  const way = descending ? sql` desc nulls last` : key ? sql`` : sql` nulls first`;
  return key ? sql`${key.column}${way}, ${id}${way}` : sql`${id}${way}`;
};

const rowsOf = async <Row>(database: Database, query: SQL): Promise<Row[]> =>
  ((await database.execute(query)) as unknown as { rows: Row[] }).rows;

/** A list's counts and anchors, kept for a minute under the query's text. */
function cachedFor<Value>(
  database: Database,
  list: IdList,
  what: string,
  load: () => Promise<Value>,
): Promise<Value> {
  const { sql: text, params } = dialect.sqlToQuery(
    sql`${list.from} where ${list.where} order by ${sorted(list)}`,
  );
  return keep({ database, now: () => new Date() }, [what, text, params], { seconds: keepSeconds }, load);
}

/** How many rows there are: up to a hundred as it is, of more as it was within the last minute, up to 20,000. */
async function totalOf(database: Database, list: IdList): Promise<number> {
  const few = await countUpTo(database, sql`select 1 from ${list.from} where ${list.where}`, countedAnew);
  if (few < countedAnew) return few;
  return cachedFor(database, list, "moderated total", async () => {
    const [row] = await rowsOf<{ total: number }>(
      database,
      sql`select count(*)::int as total from (select 1 from ${list.from} where ${list.where} limit ${longest}) as counted`,
    );
    return row?.total ?? 0;
  });
}

/** The condition for what stands after position `offset`, a multiple of the spacing. */
async function after(database: Database, list: IdList, offset: number): Promise<SQL | null> {
  const { key, id, descending } = list;
  const anchors = await cachedFor(database, list, "moderated anchors", () =>
    rowsOf<Anchor>(
      database,
      sql`select value, id from (
        select value, id, row_number() over () as place from (
          select ${key ? sql`${key.column}::text` : sql`null::text`} as value, ${id} as id
          from ${list.from} where ${list.where} order by ${sorted(list)} limit ${longest}
        ) as listed
      ) as numbered where place % ${anchorSpacing} = 0 order by place`,
    ),
  );
  const anchor = anchors[offset / anchorSpacing - 1];
  if (!anchor) return null;
  const beyond = descending ? sql`<` : sql`>`;
  if (!key) return sql`${id} ${beyond} ${anchor.id}::int`;
  return sql`(${key.column}, ${id}) ${beyond} (${anchor.value}::${sql.raw(key.type)}, ${anchor.id}::int)`;
}

/**
 * The ids of one page of a list, which costs the same at any depth: they are read off an index from the nearest anchor
 * before it, and whoever shows them reads their rows by these ids alone.
 */
export async function idPage(database: Database, list: IdList, request: PageRequest) {
  const total = await totalOf(database, list);
  const { offset, page, pages } = pageOf(total, request.page, request.size);
  const spare = offset % anchorSpacing;
  const beyond = offset < anchorSpacing ? null : await after(database, list, offset - spare);
  const rows = await rowsOf<{ id: number }>(
    database,
    sql`select ${list.id} as id from ${list.from} where ${list.where} ${beyond ? sql`and ${beyond}` : sql``}
      order by ${sorted(list)} limit ${request.size} offset ${beyond ? spare : offset}`,
  );
  return { ids: rows.map(({ id }) => id), total, page, pages };
}

/** The first things of a list, whatever page they stand on, and how many there are at this moment. */
export async function firstIds(database: Database, list: IdList, most: number) {
  const column = list.name ?? list.id;
  const rows = await rowsOf<{ id: number }>(
    database,
    sql`select ${column} as id from ${list.from} where ${list.where} order by ${sorted(list)} limit ${most}`,
  );
  if (rows.length < most) return { ids: rows.map(({ id }) => id), total: rows.length };
  const total = await countUpTo(database, sql`select 1 from ${list.from} where ${list.where}`, longest);
  return { ids: rows.map(({ id }) => id), total };
}

/** Rows in the order of these ids. */
export function inOrder<Row>(ids: number[], rows: Row[], idOf: (row: Row) => number): Row[] {
  const byId = new Map(rows.map((row) => [idOf(row), row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
