import { eq } from "drizzle-orm";
import type { Database } from "../../database/open";
import { innerMessages, messageReports } from "../../database/schema";
import { found, Refusal } from "../../server/refusal";
import type { ActOutcome, Work } from "../batches/act";
import { checkUnchanged, type Done, isMoment } from "./done";

/** Reopens the report of a private message. */
export async function messageWaitsAgain(
  database: Database,
  id: number,
  done: Done,
  { operator }: Work,
): Promise<ActOutcome> {
  const [row] = await database.select().from(messageReports).where(eq(messageReports.id, id)).for("update");
  const report = found(row, "CASE_NOT_FOUND");
  checkUnchanged(isMoment(report.closedAt, done.at));
  const [message] = await database
    .select({ senderId: innerMessages.senderId })
    .from(innerMessages)
    .where(eq(innerMessages.id, report.messageId));
  const { senderId } = found(message, "CASE_NOT_FOUND");
  if (operator.id === senderId || operator.id === report.accountId) throw new Refusal("OWN_CONTENT");
  await database
    .update(messageReports)
    .set({ closedAt: null, decidedById: null, upheld: null, answer: "" })
    .where(eq(messageReports.id, id));
  return {
    kind: "message",
    sectionId: null,
    personId: senderId,
    tids: [],
    before: { upheld: report.upheld },
    after: { upheld: null },
    tell: { accountIds: [report.accountId] },
  };
}
