import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { pageOf } from "../database/pages";
import { keep } from "../server/answers";
import { idsAt, listKey, positionsSeconds, type SortedList, sorted } from "../server/list-positions";
import { countUpTo } from "./scope";

/** A list of the moderation area: which rows, and in which order. */
export interface IdList extends SortedList {
  /** The column that names the rows, where it is not their id. */
  name?: SQL;
}

/** Which of its pages is wanted, of how many things. */
interface PageRequest {
  page: number;
  size: number;
}

/** A list goes no further than this: whoever looks for something narrows it. */
const longest = 20_000;
/** Shorter lists are counted for everybody who looks; of longer ones nobody sees whether one is missing. */
const countedAnew = 100;
/** Every how many rows a list has an anchor. */
const anchorSpacing = 40;

const rowsOf = async <Row>(database: Database, query: SQL): Promise<Row[]> =>
  ((await database.execute(query)) as unknown as { rows: Row[] }).rows;

/** How many rows there are: up to a hundred as it is, of more as it was within the last minute, up to 20,000. */
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

/** The ids of one page of a list; whoever shows them reads their rows by these ids alone. */
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
