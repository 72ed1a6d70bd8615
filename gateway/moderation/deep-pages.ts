import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { pageOf } from "../database/pages";
import { keep } from "../server/answers";
import { idsAt, listKey, positionsSeconds, type SortedList, sorted } from "../server/list-positions";
import { countUpTo } from "./scope";

/** A list of the moderation area: its rows and their order. */
export interface IdList extends SortedList {
  /** The column whose values identify the rows, if it is not their id. */
  name?: SQL;
}

/** The page of the list to read, and its size. */
interface PageRequest {
  page: number;
  size: number;
}

/** A list ends after so many rows; a moderator narrows it to find more. */
const longest = 20_000;
/** Shorter lists are counted at every request; in longer ones nobody notices a count that is a minute old. */
const countedAnew = 100;
/** The number of rows between two anchors of a list. */
const anchorSpacing = 40;

const rowsOf = async <Row>(database: Database, query: SQL): Promise<Row[]> =>
  ((await database.execute(query)) as unknown as { rows: Row[] }).rows;

/** How many rows the list has: exact up to a hundred, above that at most a minute old, and at most 20,000. */
async function totalOf(database: Database, list: IdList): Promise<number> {
  const few = await countUpTo(database, sql`select 1 from ${list.from} where ${list.where}`, countedAnew);
  if (few < countedAnew) return few;
  const keeping = { seconds: positionsSeconds };
  const now = () => new Date();
  return keep({ database, now }, listKey("moderated total", list), keeping, async () => {
    const [row] = await rowsOf<{ total: number }>(
      database,
      sql`select count(*)::int as total from (select 1 from ${list.from} where ${list.where} limit ${longest}) as counted`,
    );
    return row?.total ?? 0;
  });
}

/** The ids of one page of a list; the caller then reads the rows by these ids. */
export async function idPage(database: Database, list: IdList, request: PageRequest) {
  const total = await totalOf(database, list);
  const { offset, page, pages } = pageOf(total, request.page, request.size);
  const ids = await idsAt(
    database,
    list,
    { spacing: anchorSpacing, longest },
    { offset, limit: request.size },
  );
  return { ids, total, page, pages };
}

/** The first rows of a list across its pages, and how many rows there are now. */
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

/** The rows in the order of these ids. */
export function inOrder<Row>(ids: number[], rows: Row[], idOf: (row: Row) => number): Row[] {
  const byId = new Map(rows.map((row) => [idOf(row), row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
