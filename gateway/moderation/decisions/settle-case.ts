import { caseStatuses } from "contract/moderation/reports";
import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "../../database/open";
import { accounts, reportCases, reports } from "../../database/schema";
import { stateOf } from "../../forum/states/visibility";
import { notify } from "../../messages/notify";
import { found, Refusal } from "../../server/refusal";
import type { Act, Acted, Work } from "../batches/act";
import { checkMayAct } from "../operator";
import { changeText, lockedPost } from "../topics/bin";
import { writeLog } from "../write-log";

/** A case that is open, with its text, locked. Throws ALREADY_DECIDED with who settled it how. */
async function lockedCase(database: Database, id: number, work: Work, against: boolean) {
  const [known] = await database
    .select({ postId: reportCases.postId })
    .from(reportCases)
    .where(eq(reportCases.id, id));
  const text = await lockedPost(database, found(known, "CASE_NOT_FOUND").postId);
  const { operator } = work;
  const { sectionId } = text.topic;
  await checkMayAct(database, operator, { sectionId, authorId: text.post.authorId }, against);
  const [row] = await database.select().from(reportCases).where(eq(reportCases.id, id)).for("update");
  const held = found(row, "CASE_NOT_FOUND");
  if (held.decidedAt) {
    const [by] = await database
      .select({ nickname: accounts.nickname })
      .from(accounts)
      .where(eq(accounts.id, held.decidedById ?? 0));
    throw new Refusal(
      "ALREADY_DECIDED",
      undefined,
      `已由 ${by?.nickname ?? "其他版主"} 处理：${caseStatuses[held.status]}`,
    );
  }
  return { held, ...text };
}

/** Hides or recycles the text of a case, with its own row of the log; its author is told. */
async function actOnText(
  database: Database,
  text: Awaited<ReturnType<typeof lockedCase>>,
  action: "hide" | "recycle",
  work: Work,
): Promise<void> {
  const { before, after, sectionId, personId, tell } = await changeText(database, text, action, work);
  const isTopic = text.post.floor === 1;
  const logId = await writeLog(database, {
    ...{ at: work.at, operatorId: work.operator.id, sectionId, personId, before, after },
    action: isTopic ? action : action === "hide" ? "hidePost" : "recyclePost",
    targetKind: isTopic ? "topic" : "post",
    targetId: isTopic ? text.topic.id : text.post.id,
    reason: work.reason,
  });
  const { accountIds = [], ...about } = tell ?? {};
  await notify(database, accountIds, { event: "moderated", actorId: null, logId, at: work.at, ...about });
}

/** Settles a case: its text, its reports, and everybody who reported it is told. */
export const settleCase = (status: "upheld" | "rejected"): Act => ({
  kind: "case",
  async act(database, id, work): Promise<Acted> {
    const wanted = status === "upheld" ? work.options.value : "none";
    const text = await lockedCase(database, id, work, wanted === "hide" || wanted === "recycle");
    const { held, topic, post } = text;
    const reporters = await database
      .select({ id: reports.accountId })
      .from(reports)
      .where(eq(reports.caseId, id));
    // Nobody decides on their own report.
    if (reporters.some((reporter) => reporter.id === work.operator.id)) throw new Refusal("OWN_CONTENT");
    const state = stateOf(post.floor === 1 ? topic : post);
    const still = state === "listed" || state === "pending" || state === "refused";
    if (wanted === "hide" && still) await actOnText(database, text, "hide", work);
    if (wanted === "recycle" && (still || state === "hidden"))
      await actOnText(database, text, "recycle", work);
    await database
      .update(reportCases)
      .set({
        status,
        decidedAt: work.at,
        decidedById: work.operator.id,
        answer: work.reason?.text ?? "",
      })
      .where(eq(reportCases.id, id));
    await database
      .update(reports)
      .set({ closedAt: work.at })
      .where(and(eq(reports.caseId, id), isNull(reports.closedAt)));
    return {
      ...{ sectionId: topic.sectionId, personId: post.authorId, tids: wanted === "none" ? [] : [topic.id] },
      before: { status: held.status },
      after: { status, action: wanted ?? "none" },
      tell: { accountIds: reporters.map((reporter) => reporter.id), topicId: topic.id, postId: post.id },
    };
  },
});

/** Takes a case for the operator, or gives it back. */
export const assignCase: Act = {
  kind: "case",
  async act(database, id, work): Promise<Acted> {
    const { held, topic, post } = await lockedCase(database, id, work, false);
    const back = work.options.value === "back";
    if (back !== (held.assigneeId === work.operator.id)) throw new Refusal("ALREADY_SO");
    const assigneeId = back ? null : work.operator.id;
    await database
      .update(reportCases)
      .set({ assigneeId, status: back ? "waiting" : "working" })
      .where(eq(reportCases.id, id));
    return {
      ...{ sectionId: topic.sectionId, personId: post.authorId, tids: [] },
      before: { assigneeId: held.assigneeId },
      after: { assigneeId },
    };
  },
};
