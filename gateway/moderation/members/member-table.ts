import type { CallRequest, CallResponse } from "contract";
import { subtractTime } from "contract/base/time";
import type { LogValues } from "contract/moderation/actions";
import {
  type MemberFilter,
  tableMinutes,
  tableRowsAtOnce,
  tableRowsMax,
} from "contract/moderation/members/fields";
import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { accounts, moderationLog, moderationReasons } from "../../database/schema";
import { transact } from "../../database/transact";
import { accountOf, type CallContext } from "../../server/context";
import { found, Refusal } from "../../server/refusal";
import { inOrder } from "../deep-pages";
import { readOperator } from "../operator";
import { countUpTo } from "../scope";
import { writeLog } from "../write-log";
import { isAfter, isMemberOf, loggedFilter, membersFound } from "./filter";
import { readMembers } from "./list-members";

const action = "exportMembers";

/** What a row of the log says about a table, beside the number of members. */
const logged = (filter: MemberFilter, contacts: boolean): LogValues => ({
  ...loggedFilter(filter),
  contacts,
});

/**
 * Enters a table in the site's chain of the log, before anything of it can be read. Throws NOT_PERMITTED when the caller
 * was dismissed meanwhile.
 */
export async function recordTable(
  context: CallContext,
  { contacts, reason, ...filter }: CallRequest<"recordMemberTable">,
): Promise<CallResponse<"recordMemberTable">> {
  const at = context.now();
  const operatorId = accountOf(context).id;
  return transact(context.database, async (database) => {
    if (!(await readOperator(database, operatorId)).admin) throw new Refusal("NOT_PERMITTED");
    const { from, where } = membersFound(database, filter, { order: "joined", at });
    const total = await countUpTo(database, sql`select 1 from ${from} where ${where}`, tableRowsMax);
    const [words] = await database.insert(moderationReasons).values({ text: reason }).returning();
    const table = await writeLog(database, {
      at,
      operatorId,
      action,
      targetKind: "person",
      targetId: null,
      after: { ...logged(filter, contacts), members: total },
      reason: found(words, "SERVER_ERROR"),
    });
    return { table, total };
  });
}

/**
 * The number of members that the log gives for a table. Throws MEMBER_TABLE_ENDED unless the caller entered this very
 * table in the log a short time ago.
 */
async function checkRecorded(
  database: Database,
  { table, operatorId, at, is }: { table: number; operatorId: number; at: Date; is: LogValues },
): Promise<number> {
  const [row] = await database
    .select({ after: moderationLog.after })
    .from(moderationLog)
    .where(
      and(
        eq(moderationLog.id, table),
        eq(moderationLog.operatorId, operatorId),
        eq(moderationLog.action, action),
        gt(moderationLog.at, subtractTime(at, tableMinutes, "minute")),
      ),
    );
  const { members, ...after } = row?.after ?? {};
  const names = new Set([...Object.keys(after), ...Object.keys(is)]);
  if (!row || [...names].some((name) => after[name] !== is[name])) throw new Refusal("MEMBER_TABLE_ENDED");
  return Number(members);
}

/**
 * A part of a table in the order of the members' numbers; contacts only if the log says so. All parts together have as
 * many members as the log says, whoever has joined since.
 */
export async function readTable(
  context: CallContext,
  { table, contacts, after, ...filter }: CallRequest<"memberTable">,
): Promise<CallResponse<"memberTable">> {
  const { database } = context;
  const at = context.now();
  const operatorId = accountOf(context).id;
  const most = await checkRecorded(database, { table, operatorId, at, is: logged(filter, contacts) });
  const where = isMemberOf(database, filter, at);
  const before =
    after === 0
      ? 0
      : await countUpTo(
          database,
          sql`select 1 from ${accounts} where ${where} and ${accounts.id} <= ${after}`,
          most,
        );
  const size = Math.min(tableRowsAtOnce, most - before);
  const rows = await database
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(where, isAfter(after)))
    .orderBy(asc(accounts.id))
    .limit(size);
  const ids = rows.map(({ id }) => id);
  const members = inOrder(ids, await readMembers(database, ids, at), ({ person }) => person.uid);
  return {
    items: contacts ? members : members.map((member) => ({ ...member, phone: "", email: "" })),
    next: ids.length < size || before + size >= most ? null : (ids.at(-1) ?? null),
  };
}
