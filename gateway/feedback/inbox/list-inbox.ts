import type { CallRequest, CallResponse } from "contract";
import { openStatuses } from "contract/feedback/constants";
import {
  and,
  asc,
  desc,
  eq,
  exists,
  ilike,
  inArray,
  isNull,
  lte,
  not,
  notInArray,
  or,
  sql,
} from "drizzle-orm";
import { likeContaining } from "../../database/like";
import type { Database } from "../../database/open";
import { pageOf } from "../../database/pages";
import { accounts, complaints, suggestions } from "../../database/schema";
import { isAdministrator } from "../../moderation/administrators/administrators";
import { isNamed } from "../../moderation/members/filter";
import { peopleByIds } from "../../people/cards";
import { accountOf, type CallContext } from "../../server/context";
import { complaintRecord, productsAsked, suggestionRecord } from "../records";

type Table = typeof suggestions | typeof complaints;
type Request = CallRequest<"adviceInbox">;

/** Work of somebody who is no administrator any more is nobody's. */
function isOf(database: Database, table: Table, assignee: string, ownId: number) {
  if (assignee !== "nobody") return eq(table.assigneeId, assignee === "mine" ? ownId : Number(assignee));
  const standing = database
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, table.assigneeId), isAdministrator, isNull(accounts.closedAt)));
  return or(isNull(table.assigneeId), not(exists(standing)));
}

const isOverdue = (table: Table, at: Date) =>
  and(inArray(table.status, [...openStatuses]), lte(table.dueAt, at));

function conditionOf(context: CallContext, table: Table, request: Request) {
  const { database } = context;
  const { number, open, type, status, text, user, assignee, overdue } = request;
  if (number !== undefined) return eq(table.number, number);
  const pattern = likeContaining(text);
  const typeColumn = "type" in table ? table.type : table.reason;
  return and(
    open ? inArray(table.status, [...openStatuses]) : notInArray(table.status, [...openStatuses]),
    type === undefined ? undefined : eq(typeColumn, type),
    status === undefined ? undefined : sql`${table.status} = ${status}`,
    text === ""
      ? undefined
      : or(ilike(table.text, pattern), ilike(table.answer, pattern), ilike(table.number, pattern)),
    user === ""
      ? undefined
      : inArray(table.accountId, database.select({ id: accounts.id }).from(accounts).where(isNamed(user))),
    assignee === undefined ? undefined : isOf(database, table, assignee, accountOf(context).id),
    overdue ? isOverdue(table, context.now()) : undefined,
  );
}

/**
 * Open ones that are overdue come first, by their dates; then the oldest. Others latest first. The overdue ones alone are
 * in the order of their index.
 */
function orderOf(table: Table, { open, overdue }: Request, at: Date) {
  if (overdue) return [asc(table.dueAt), asc(table.id)];
  if (!open) return [desc(table.id)];
  return [
    sql`case when ${table.dueAt} <= ${at.toISOString()}::timestamptz then ${table.dueAt} end asc nulls last`,
    asc(table.id),
  ];
}

interface Found {
  row: Pick<
    typeof suggestions.$inferSelect,
    "assigneeId" | "remindedAt" | "escalatedAt" | "deeds" | "dueAt"
  > & { accountId: number | null };
  record: ReturnType<typeof suggestionRecord>;
}

/** Suggestions or complaints of everybody, with their authors and what administrators did with them. */
export async function listAdvice(
  context: CallContext,
  request: Request,
): Promise<CallResponse<"adviceInbox">> {
  const { database } = context;
  const { number, size } = request;
  const ofComplaints = number === undefined ? request.kind === "complaint" : number.startsWith("TS");
  const table = ofComplaints ? complaints : suggestions;
  const where = conditionOf(context, table, request);
  const total = await database.$count(table, where);
  const { offset, page, pages } = pageOf(total, request.page, size);
  const order = orderOf(table, request, context.now());
  const read = async (): Promise<Found[]> => {
    if (ofComplaints) {
      const rows = await database
        .select()
        .from(complaints)
        .where(where)
        .orderBy(...order)
        .limit(size)
        .offset(offset);
      return rows.map((row) => ({ row, record: complaintRecord(row) }));
    }
    const rows = await database
      .select()
      .from(suggestions)
      .where(where)
      .orderBy(...order)
      .limit(size)
      .offset(offset);
    const asked = await productsAsked(database, rows);
    return rows.map((row) => ({ row, record: suggestionRecord(row, asked.get(row.productId ?? 0)) }));
  };
  const rows = await read();
  const people = await peopleByIds(
    database,
    rows.flatMap(({ row }) => [
      row.accountId,
      row.assigneeId,
      ...row.deeds.flatMap(({ by, to }) => [by, to]),
    ]),
  );
  const personOf = (id: number | null) => (id !== null && people.get(id)) || null;
  return {
    items: rows.map(({ row, record }) => ({
      ...record,
      person: personOf(row.accountId),
      dueAt: row.dueAt?.toISOString() ?? null,
      assignee: personOf(row.assigneeId),
      remindedAt: row.remindedAt?.toISOString() ?? null,
      escalatedAt: row.escalatedAt?.toISOString() ?? null,
      deeds: row.deeds.map(({ did, by, at, text, to, dueAt }) => ({
        did,
        at,
        text,
        dueAt,
        by: personOf(by),
        to: personOf(to),
      })),
    })),
    page,
    pages,
    total,
  };
}
