import { inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { moderationLog } from "../database/schema";

export type Row = typeof moderationLog.$inferSelect;

/** What one form did: the number of targets, and the latest of them. */
export interface Things {
  count: number;
  rows: Row[];
}

/** A row of the log page lists up to so many targets; the others are on a page of their own. */
const thingsMost = 20;

/** Which rows the log is searched for: those that the caller may see, about a person, before a day. */
export interface LogFilter {
  /** Null for all sections. */
  scope: number[] | null;
  /** The operator whose own rows are visible in every section; null for none. */
  own: number | null;
  person: number | undefined;
  until: Date | undefined;
}

/** The condition that a row, in the table with this alias, matches the filter. */
function isInFilter(name: SQL, { scope, own, person, until }: LogFilter): SQL {
  const inScope = scope === null ? sql`true` : sql`${name}.section_id = any(${sql.param(scope)}::int[])`;
  const mine = own === null ? sql`false` : sql`${name}.operator_id = ${own}::int`;
  const about = person === undefined ? sql`true` : sql`${name}.person_id = ${person}::int`;
  const early = until === undefined ? sql`true` : sql`${name}.at < ${until.toISOString()}::timestamptz`;
  return sql`(${inScope} or ${mine}) and ${about} and ${early}`;
}

const other = sql.raw("other");

/**
 * The condition that a row is the latest among those with which one form did one action. Rows of a batch share its id;
 * rows of an action beside a batch share the reason, which every form stores anew. It costs two index lookups for each
 * row.
 */
export function isLatestOfAct(filter: LogFilter): SQL {
  const { id, action, batchId, reasonId } = moderationLog;
  const later = sql`other.id > ${id} and other.action = ${action} and ${isInFilter(other, filter)}`;
  return sql`not exists (select 1 from ${moderationLog} as other where other.batch_id = ${batchId} and ${later})
    and not (${batchId} is null and exists (select 1 from ${moderationLog} as other
      where other.reason_id = ${reasonId} and other.batch_id is null and ${later}))`;
}

/** The targets of each row's action, latest first and including the row itself, by the row's id. */
export async function thingsOf(
  database: Database,
  rows: { row: Row }[],
  filter: LogFilter,
): Promise<Map<number, Things>> {
  if (rows.length === 0) return new Map();
  const ids = rows.map(({ row }) => row.id);
  const result = await database.execute(sql`
    select one.id as of, other.id, other.count
    from ${moderationLog} as one cross join lateral (
      select other.id, count(*) over ()::int as count
      from ${moderationLog} as other
      where other.action = one.action and ${isInFilter(other, filter)} and (
        other.batch_id = one.batch_id
        or (one.batch_id is null and other.batch_id is null and other.reason_id = one.reason_id))
      order by other.id desc limit ${thingsMost}) as other
    where one.id = any(${sql.param(ids)}::bigint[]) and other.count > 1
    order by one.id, other.id desc`);
  const found = (result as unknown as { rows: { of: number; id: number; count: number }[] }).rows;
  if (found.length === 0) return new Map();
  const logRows = await database
    .select()
    .from(moderationLog)
    .where(
      inArray(
        moderationLog.id,
        found.map(({ id }) => id),
      ),
    );
  const byId = new Map(logRows.map((row) => [row.id, row]));
  const things = new Map<number, Things>();
  for (const { of, id, count } of found) {
    const row = byId.get(id);
    const one = things.get(of) ?? { count, rows: [] };
    if (row) one.rows.push(row);
    things.set(of, one);
  }
  return things;
}
