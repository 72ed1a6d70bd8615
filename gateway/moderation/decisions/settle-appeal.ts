import { eq } from "drizzle-orm";
import { accounts, appeals, moderationLog } from "../../database/schema";
import { found, Refusal } from "../../server/refusal";
import type { Act, ActOutcome } from "../batches/act";
import { checkMayDecide } from "./may-decide";
import { takeBack } from "./take-back";

/** Decides on an appeal; upholding it takes back the contested decision. Throws ALREADY_DECIDED, with by whom. */
export const settleAppeal = (upheld: boolean): Act => ({
  kind: "appeal",
  async act(database, id, work): Promise<ActOutcome> {
    const [row] = await database.select().from(appeals).where(eq(appeals.id, id)).for("update");
    const appeal = found(row, "APPEAL_NOT_FOUND");
    await checkMayDecide(database, work.operator, appeal);
    // Checked after `checkMayDecide`, so that only operators who may decide learn who did.
    if (appeal.decidedAt) {
      const [by] = await database
        .select({ nickname: accounts.nickname })
        .from(accounts)
        .where(eq(accounts.id, appeal.decidedById ?? 0));
      const how = appeal.upheld ? "成立" : "不成立";
      throw new Refusal("ALREADY_DECIDED", undefined, `已由 ${by?.nickname ?? "其他版主"} 处理：${how}`);
    }
    const [entry] = await database.select().from(moderationLog).where(eq(moderationLog.id, appeal.logId));
    const none = { tids: [], values: null };
    const { values, ...back } = upheld
      ? await takeBack(database, found(entry, "APPEAL_NOT_FOUND"), work)
      : none;
    const { operator, at, reason } = work;
    await database
      .update(appeals)
      .set({ upheld, decidedAt: at, decidedById: operator.id, answer: reason?.text ?? "" })
      .where(eq(appeals.id, id));
    return {
      sectionId: appeal.sectionId,
      personId: appeal.accountId,
      ...back,
      before: { log: appeal.logId },
      after: { upheld },
      undo: { log: appeal.logId, taken: values !== null, ...values },
      tell: { accountIds: [appeal.accountId] },
    };
  },
});
