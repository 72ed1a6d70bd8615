import type { CallRequest, CallResponse } from "contract";
import { openStatuses } from "contract/feedback/constants";
import { asc, desc, inArray, notInArray } from "drizzle-orm";
import { pageOf } from "../database/pages";
import { complaints, suggestions } from "../database/schema";
import { peopleByIds } from "../people/cards";
import type { CallContext } from "../server/context";
import { complaintRecord, productsAsked, suggestionRecord } from "./records";

/** Suggestions or complaints of everybody, with their authors. */
export async function listAdvice(
  { database }: CallContext,
  { kind, open, page: requestedPage, size }: CallRequest<"adviceInbox">,
): Promise<CallResponse<"adviceInbox">> {
  const table = kind === "suggestion" ? suggestions : complaints;
  const statuses = [...openStatuses];
  const where = open ? inArray(table.status, statuses) : notInArray(table.status, statuses);
  const total = await database.$count(table, where);
  const { offset, page, pages } = pageOf(total, requestedPage, size);
  const order = open ? asc(table.id) : desc(table.id);
  const read = async () => {
    if (kind === "suggestion") {
      const rows = await database
        .select()
        .from(suggestions)
        .where(where)
        .orderBy(order)
        .limit(size)
        .offset(offset);
      const asked = await productsAsked(database, rows);
      return rows.map((row) => ({
        accountId: row.accountId as number | null,
        record: suggestionRecord(row, asked.get(row.productId ?? 0)),
      }));
    }
    const rows = await database
      .select()
      .from(complaints)
      .where(where)
      .orderBy(order)
      .limit(size)
      .offset(offset);
    return rows.map((row) => ({ accountId: row.accountId, record: complaintRecord(row) }));
  };
  const rows = await read();
  const people = await peopleByIds(
    database,
    rows.map(({ accountId }) => accountId),
  );
  return {
    items: rows.map(({ accountId, record }) => ({
      ...record,
      person: (accountId !== null && people.get(accountId)) || null,
    })),
    page,
    pages,
    total,
  };
}
