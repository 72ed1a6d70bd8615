import type { AppealableAction } from "contract/moderation/appeals/actions";
import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "../../database/open";
import { accounts, appeals, moderationLog, penalties, topics } from "../../database/schema";
import { stateOf } from "../../forum/states/visibility";
import { firstPost } from "../../forum/writing/permalinks";
import { found, Refusal } from "../../server/refusal";
import type { Act, Acted, Work } from "../batches/act";
import { penalise } from "../penalties/penalise";
import { changeText, lockedPost } from "../topics/bin";
import { checkMayDecide } from "./may-decide";

type Entry = typeof moderationLog.$inferSelect;

/** The post that a row of the log is about: of a topic its first. */
async function postOf(database: Database, { targetKind, targetId }: Entry): Promise<number> {
  const id = found(targetId ?? undefined, "POST_NOT_FOUND");
  return targetKind === "topic" ? (await firstPost(database, id)).id : id;
}

/** In which state a text must be for a decision to be taken back, and how. */
const backwards = {
  hide: ["hidden", "show"],
  hidePost: ["hidden", "show"],
  recycle: ["recycled", "recover"],
  recyclePost: ["recycled", "recover"],
  discard: ["recycled", "recover"],
} as const;

/** Takes back what was decided, where it still stands. @returns the topics whose pages are not what they were */
async function takeBack(database: Database, entry: Entry, work: Work): Promise<number[]> {
  const action = entry.action as AppealableAction;
  if (action === "warn") {
    // The warning that this row is about: nothing else was written for the person at that moment.
    const { personId, at } = entry;
    const one = and(
      ...[eq(penalties.accountId, personId ?? 0), eq(penalties.kind, "warning")],
      ...[eq(penalties.createdAt, at), isNull(penalties.liftedAt)],
    );
    await database.update(penalties).set({ liftedAt: work.at, liftedById: work.operator.id }).where(one);
    return [];
  }
  if (action === "mute" || action === "ban") {
    const [person] = await database
      .select()
      .from(accounts)
      .where(eq(accounts.id, entry.personId ?? 0));
    const until = action === "mute" ? person?.mutedUntil : person?.bannedUntil;
    if (until && until > work.at) await penalise("lift").act(database, entry.personId ?? 0, work);
    return [];
  }
  const text = await lockedPost(database, await postOf(database, entry));
  if (action === "close") {
    await database.update(topics).set({ closed: false }).where(eq(topics.id, text.topic.id));
    return [text.topic.id];
  }
  const [state, back] = backwards[action];
  if (stateOf(text.post.floor === 1 ? text.topic : text.post) !== state) return [];
  return (await changeText(database, text, back, work)).tids;
}

/** Decides on an appeal; an upheld one takes back what it was about. Throws ALREADY_DECIDED, with by whom. */
export const settleAppeal = (upheld: boolean): Act => ({
  kind: "appeal",
  async act(database, id, work): Promise<Acted> {
    const [row] = await database.select().from(appeals).where(eq(appeals.id, id)).for("update");
    const appeal = found(row, "APPEAL_NOT_FOUND");
    if (appeal.decidedAt) {
      const [by] = await database
        .select({ nickname: accounts.nickname })
        .from(accounts)
        .where(eq(accounts.id, appeal.decidedById ?? 0));
      const how = appeal.upheld ? "成立" : "不成立";
      throw new Refusal("ALREADY_DECIDED", undefined, `已由 ${by?.nickname ?? "其他版主"} 处理：${how}`);
    }
    await checkMayDecide(database, work.operator, appeal);
    const [entry] = await database.select().from(moderationLog).where(eq(moderationLog.id, appeal.logId));
    const tids = upheld ? await takeBack(database, found(entry, "APPEAL_NOT_FOUND"), work) : [];
    const { operator, at, reason } = work;
    await database
      .update(appeals)
      .set({ upheld, decidedAt: at, decidedById: operator.id, answer: reason?.text ?? "" })
      .where(eq(appeals.id, id));
    return {
      ...{ sectionId: appeal.sectionId, personId: appeal.accountId, tids },
      before: { log: appeal.logId },
      after: { upheld },
      tell: { accountIds: [appeal.accountId] },
    };
  },
});
