import { inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { moderationLog } from "../database/schema";

export type Row = typeof moderationLog.$inferSelect;

/** One form's effect: the number of things, and the latest of them. */
export interface Things {
  count: number;
  rows: Row[];
}

/** So many of an action's things stand in its row of the log; the others stand on a page of their own. */
const thingsMost = 20;

/** What of an action's rows is looked for: those that the caller may see, of a person and up to a day. */
export interface LogFilter {
  /** Null for all sections. */
  scope: number[] | null;
  /** Whose rows are seen wherever they stand; null for nobody's. */
  own: number | null;
  person: number | undefined;
  until: Date | undefined;
}

/** Whether a row, by the name of its table in a query, is one of those that are looked for. */
function isInFilter(name: SQL, { scope, own, person, until }: LogFilter): SQL {
  const inScope = scope === null ? sql`true` : sql`${name}.section_id = any(${sql.param(scope)}::int[])`;
  const mine = own === null ? sql`false` : sql`${name}.operator_id = ${own}::int`;
  const about = person === undefined ? sql`true` : sql`${name}.person_id = ${person}::int`;
  const early = until === undefined ? sql`true` : sql`${name}.at < ${until.toISOString()}::timestamptz`;
  return sql`(${inScope} or ${mine}) and ${about} and ${early}`;
}

const other = sql.raw("other");

/**
 * Whether a row is the latest of what the same form did the same to: of its batch, or, of what was done beside one, of
 * its reason, which each form has of its own. Two looks into an index, for every row that is passed.
 */
export function isLatestOfAct(filter: LogFilter): SQL {
  const { id, action, batchId, reasonId } = moderationLog;
  const later = sql`other.id > ${id} and other.action = ${action} and ${isInFilter(other, filter)}`;
  return sql`not exists (select 1 from ${moderationLog} as other where other.batch_id = ${batchId} and ${later})
    and not (${batchId} is null and exists (select 1 from ${moderationLog} as other
      where other.reason_id = ${reasonId} and other.batch_id is null and ${later}))`;
}

/** The things of each of these rows' actions, the latest first, with the row itself; by the row. */
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
    where one.id = any(${sql.param(ids)}::int[]) and other.count > 1
    order by one.id, other.id desc`);
  const found = (result as unknown as { rows: { of: number; id: number; count: number }[] }).rows;
  if (found.length === 0) return new Map();
  const whole = await database
    .select()
    .from(moderationLog)
    .where(
      inArray(
        moderationLog.id,
        found.map(({ id }) => id),
      ),
    );
  const byId = new Map(whole.map((row) => [row.id, row]));
  const things = new Map<number, Things>();
  for (const { of, id, count } of found) {
    const row = byId.get(id);
    const one = things.get(of) ?? { count, rows: [] };
    if (row) one.rows.push(row);
    things.set(of, one);
  }
  return things;
}
