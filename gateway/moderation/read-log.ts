import type { CallRequest, CallResponse } from "contract";
import { startOf, startOfNextDay } from "contract/base/time";
import { and, desc, eq, gte, lt, or, type SQL, sql } from "drizzle-orm";
import { holdsText } from "../database/characters";
import type { Database } from "../database/open";
import { moderationLog, moderationReasons, sections } from "../database/schema";
import { peopleByIds } from "../people/cards";
import type { CallContext } from "../server/context";
import { isLatestOfAct, type LogFilter, type Row, type Things, thingsOf } from "./log-by-act";
import { inScope, personBy, scopeOf } from "./scope";
import { titleKey, titlesOf } from "./titles";

/**
 * An id above all rows before this moment. Ids and times are nearly in the same order: a writer has waited for its
 * chain's lock since the time that it writes. The bound saves a scan from the end of the log.
 */
const soonAfter = (moment: Date): SQL =>
  sql`coalesce((select id + 10000 from ${moderationLog} as later
    where later.at >= ${moment.toISOString()}::timestamptz order by later.at, later.id limit 1), 9223372036854775807)`;

/**
 * If more reasons than these hold a keyword, the keyword is common: the log is scanned from its end, where matches come
 * soon.
 */
const rareReasons = 500;

/** The reasons that contain a keyword; null when there are too many. */
async function reasonsHolding(database: Database, keyword: string): Promise<number[] | null> {
  const rows = await database
    .select({ id: moderationReasons.id })
    .from(moderationReasons)
    .where(holdsText(sql`lower(${moderationReasons.text})`, keyword))
    .limit(rareReasons + 1);
  return rows.length > rareReasons ? null : rows.map(({ id }) => id);
}

/**
 * Rows of the log that the caller may see, newest first: those of their sections and of their own actions;
 * administrators see all.
 */
export async function readLog(
  context: CallContext,
  request: CallRequest<"managementLog">,
): Promise<CallResponse<"managementLog">> {
  const { database, caller } = context;
  const { operator, action, fid, person, batch, from, to, before, limit, whole } = request;
  const keyword = request.keyword.toLowerCase();
  const scope = await scopeOf(context, fid);
  const own =
    caller.account && fid === undefined ? eq(moderationLog.operatorId, caller.account.id) : undefined;
  const ofPerson = person === "" ? undefined : ((await personBy(database, person)) ?? 0);
  const conditions: (SQL | undefined)[] = [
    action === undefined ? undefined : eq(moderationLog.action, action),
    batch === undefined ? undefined : eq(moderationLog.batchId, batch),
    from === undefined ? undefined : gte(moderationLog.at, startOf(from, "day")),
    to === undefined ? undefined : lt(moderationLog.at, startOfNextDay(to)),
    to === undefined ? undefined : lt(moderationLog.id, soonAfter(startOfNextDay(to))),
    before === undefined ? undefined : lt(moderationLog.id, before),
  ];
  if (operator !== "")
    conditions.push(eq(moderationLog.operatorId, (await personBy(database, operator)) ?? 0));
  if (ofPerson !== undefined) conditions.push(eq(moderationLog.personId, ofPerson));
  const filter: LogFilter = {
    scope,
    own: own ? (caller.account?.id ?? null) : null,
    person: ofPerson,
    until: to === undefined ? undefined : startOfNextDay(to),
  };
  if (whole) conditions.push(isLatestOfAct(filter));
  const reasons = keyword === "" ? null : await reasonsHolding(database, keyword);
  if (keyword !== "" && reasons === null)
    // A subquery, because a join would read all reasons first.
    conditions.push(sql`position(${keyword}::text in
      (select lower(text) from ${moderationReasons} where id = ${moderationLog.reasonId})) > 0`);
  const newest = (where: SQL | undefined) =>
    sql`(select id from ${moderationLog} where ${and(where, ...conditions)} order by id desc limit ${limit + 1})`;
  let condition: SQL;
  if (reasons) {
    const mine = and(
      sql`${moderationLog.reasonId} = reason.id`,
      or(inScope(moderationLog.sectionId, scope), own),
    );
    condition = sql`select latest.id from unnest(${sql.param(reasons)}::int[]) as reason (id)
      cross join lateral ${newest(mine)} as latest`;
  } else if (scope === null) condition = newest(sql`true`);
  else {
    // One index scan for each section and one for the caller's own actions, so that rare rows are found as fast as
    // common ones.
    const walks = scope.map((section) => newest(eq(moderationLog.sectionId, section)));
    condition = sql.join(own ? [...walks, newest(own)] : walks, sql` union `);
  }
  const listed = await database
    .select({ row: moderationLog, section: sections.name, reason: moderationReasons.text })
    .from(moderationLog)
    .leftJoin(sections, eq(sections.id, moderationLog.sectionId))
    .leftJoin(moderationReasons, eq(moderationReasons.id, moderationLog.reasonId))
    .where(sql`${moderationLog.id} in (${condition})`)
    .orderBy(desc(moderationLog.id))
    .limit(limit + 1);
  const rows = listed.slice(0, limit);
  const things = whole ? await thingsOf(database, rows, filter) : new Map<number, Things>();
  const all = [...rows.map(({ row }) => row), ...[...things.values()].flatMap(({ rows: some }) => some)];
  const people = await peopleByIds(
    database,
    all.flatMap(({ operatorId, personId }) => [operatorId, personId]),
  );
  const titles = await titlesOf(context, all);
  const toEntry = (row: Row) => ({
    id: row.id,
    targetKind: row.targetKind,
    targetId: row.targetId,
    before: row.before,
    after: row.after,
    text: titles.get(titleKey(row)) ?? null,
    person: (row.personId !== null && people.get(row.personId)) || null,
  });
  return {
    more: listed.length > limit,
    rows: rows.map(({ row, section, reason }) => ({
      ...toEntry(row),
      count: things.get(row.id)?.count ?? 1,
      things: (things.get(row.id)?.rows ?? []).map(toEntry),
      action: row.action,
      batch: row.batchId,
      at: row.at.toISOString(),
      operator: (row.operatorId !== null && people.get(row.operatorId)) || null,
      section: row.sectionId !== null && section !== null ? { fid: row.sectionId, name: section } : null,
      reason: reason ?? "",
    })),
  };
}
