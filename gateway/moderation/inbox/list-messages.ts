import type { CallRequest, CallResponse } from "contract";
import type { ReportedMessage } from "contract/moderation/inbox/calls";
import { eq, inArray, sql } from "drizzle-orm";
import { innerMessages, messageReports } from "../../database/schema";
import { peopleByIds } from "../../people/cards";
import type { CallContext } from "../../server/context";
import { found } from "../../server/refusal";
import { type IdList, idPage, inOrder } from "../deep-pages";

/** Reported messages: open ones oldest first, settled ones latest first. */
export const messagesFound = (open: boolean): IdList => ({
  from: sql`${messageReports}`,
  id: sql`${messageReports.id}`,
  where: sql`${messageReports.closedAt} is ${open ? sql`null` : sql`not null`}`,
  key: null,
  descending: !open,
});

/** A page of reported messages, each without the rest of its conversation. */
export async function listReportedMessages(
  { database }: CallContext,
  { open, ...request }: CallRequest<"reportedMessageList">,
): Promise<CallResponse<"reportedMessageList">> {
  const { ids, total, page, pages } = await idPage(database, messagesFound(open), request);
  const rows = await database
    .select({
      report: messageReports,
      message: { text: innerMessages.text, senderId: innerMessages.senderId, at: innerMessages.createdAt },
    })
    .from(messageReports)
    .innerJoin(innerMessages, eq(innerMessages.id, messageReports.messageId))
    .where(inArray(messageReports.id, ids));
  const people = await peopleByIds(
    database,
    rows.flatMap(({ report, message }) => [report.accountId, report.decidedById, message.senderId]),
  );
  const items = inOrder(ids, rows, ({ report }) => report.id).map(
    ({ report, message }): ReportedMessage => ({
      id: report.id,
      note: report.text,
      upheld: report.upheld,
      answer: report.answer,
      reason: report.reason as ReportedMessage["reason"],
      text: message.text,
      sentAt: message.at.toISOString(),
      at: report.createdAt.toISOString(),
      sender: found(people.get(message.senderId), "USER_NOT_FOUND"),
      reporter: found(people.get(report.accountId), "USER_NOT_FOUND"),
      decidedBy: (report.decidedById !== null && people.get(report.decidedById)) || null,
    }),
  );
  return { items, page, pages, total };
}
