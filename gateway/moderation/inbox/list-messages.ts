import type { CallRequest, CallResponse } from "contract";
import { pageSize } from "contract/base/limits";
import type { ReportedMessage } from "contract/moderation/inbox/calls";
import { asc, desc, eq, isNotNull, isNull } from "drizzle-orm";
import { pageOf } from "../../database/pages";
import { innerMessages, messageReports } from "../../database/schema";
import { peopleByIds } from "../../people/cards";
import type { CallContext } from "../../server/context";
import { found } from "../../server/refusal";

/** Reported messages: those that wait the oldest first, others the latest. */
export async function listReportedMessages(
  { database }: CallContext,
  { open, page: wanted }: CallRequest<"reportedMessageList">,
): Promise<CallResponse<"reportedMessageList">> {
  const where = open ? isNull(messageReports.closedAt) : isNotNull(messageReports.closedAt);
  const total = await database.$count(messageReports, where);
  const { offset, page, pages } = pageOf(total, wanted);
  const rows = await database
    .select({
      report: messageReports,
      message: { text: innerMessages.text, senderId: innerMessages.senderId, at: innerMessages.createdAt },
    })
    .from(messageReports)
    .innerJoin(innerMessages, eq(innerMessages.id, messageReports.messageId))
    .where(where)
    .orderBy(open ? asc(messageReports.id) : desc(messageReports.id))
    .limit(pageSize)
    .offset(offset);
  const people = await peopleByIds(
    database,
    rows.flatMap(({ report, message }) => [report.accountId, report.decidedById, message.senderId]),
  );
  const items = rows.map(
    ({ report, message }): ReportedMessage => ({
      ...{ id: report.id, note: report.text, upheld: report.upheld, answer: report.answer },
      reason: report.reason as ReportedMessage["reason"],
      ...{ text: message.text, sentAt: message.at.toISOString(), at: report.createdAt.toISOString() },
      sender: found(people.get(message.senderId), "USER_NOT_FOUND"),
      reporter: found(people.get(report.accountId), "USER_NOT_FOUND"),
      decidedBy: (report.decidedById !== null && people.get(report.decidedById)) || null,
    }),
  );
  return { items, page, pages, total };
}
