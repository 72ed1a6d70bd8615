import { eq } from "drizzle-orm";
import { accounts, innerMessages, messageReports } from "../../database/schema";
import { found, Refusal } from "../../server/refusal";
import type { Act, ActOutcome } from "../batches/act";

/** Decides on the report of a private message. Only administrators can. Throws ALREADY_DECIDED, with by whom. */
export const settleMessage = (upheld: boolean): Act => ({
  kind: "message",
  async act(database, id, { operator, reason, at }): Promise<ActOutcome> {
    const [row] = await database.select().from(messageReports).where(eq(messageReports.id, id)).for("update");
    const report = found(row, "CASE_NOT_FOUND");
    if (report.closedAt) {
      const [by] = await database
        .select({ nickname: accounts.nickname })
        .from(accounts)
        .where(eq(accounts.id, report.decidedById ?? 0));
      const how = report.upheld ? "成立" : "不成立";
      throw new Refusal("ALREADY_DECIDED", undefined, `已由 ${by?.nickname ?? "其他管理员"} 处理：${how}`);
    }
    const [message] = await database
      .select({ senderId: innerMessages.senderId })
      .from(innerMessages)
      .where(eq(innerMessages.id, report.messageId));
    const { senderId } = found(message, "CASE_NOT_FOUND");
    // Nobody decides on their own report, nor on a report of themselves.
    if (operator.id === senderId || operator.id === report.accountId) throw new Refusal("OWN_CONTENT");
    await database
      .update(messageReports)
      .set({ closedAt: at, decidedById: operator.id, upheld, answer: reason?.text ?? "" })
      .where(eq(messageReports.id, id));
    return {
      sectionId: null,
      personId: senderId,
      tids: [],
      before: { upheld: null },
      after: { upheld },
      tell: { accountIds: [report.accountId] },
    };
  },
});
