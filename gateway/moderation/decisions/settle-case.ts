import type { LogAction } from "contract/moderation/actions";
import { caseStatuses } from "contract/moderation/constants";
import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Database } from "../../database/open";
import { accounts, moderationLog, reportCases, reports } from "../../database/schema";
import { stateOf } from "../../forum/states/visibility";
import { found, Refusal } from "../../server/refusal";
import type { Act, ActOutcome, Work } from "../batches/act";
import { checkMayAct } from "../operator";
import { penalise } from "../penalties/penalise";
import { checkStillReply } from "../topics/began-topic";
import { changeText, lockedPostOrGone } from "../topics/bin";
import { type SideAction, writeDown } from "./beside";

/**
 * Locks an open case and its text; if the text is deleted for good, the row that remains of it. Throws ALREADY_DECIDED
 * with by whom and how.
 */
async function lockedCase(database: Database, id: number, work: Work, against: boolean) {
  const [post] = await database
    .select({ postId: reportCases.postId })
    .from(reportCases)
    .where(eq(reportCases.id, id));
  const text = await lockedPostOrGone(database, found(post, "CASE_NOT_FOUND").postId);
  const { operator } = work;
  const { sectionId } = text.topic;
  await checkMayAct(database, operator, { sectionId, authorId: text.post.authorId }, against);
  const [row] = await database.select().from(reportCases).where(eq(reportCases.id, id)).for("update");
  const reportCase = found(row, "CASE_NOT_FOUND");
  if (reportCase.decidedAt) {
    const [by] = await database
      .select({ nickname: accounts.nickname })
      .from(accounts)
      .where(eq(accounts.id, reportCase.decidedById ?? 0));
    throw new Refusal(
      "ALREADY_DECIDED",
      undefined,
      `已由 ${by?.nickname ?? "其他版主"} 处理：${caseStatuses[reportCase.status]}`,
    );
  }
  return { reportCase, ...text };
}

type Text = Awaited<ReturnType<typeof lockedCase>>;

/**
 * Hides or recycles the text of a case, unless that is done already or the text is deleted. Throws REPLY_BEGINS_TOPIC
 * for a reported reply that has begun a topic since the first report.
 */
async function actOnText(
  database: Database,
  text: Text,
  actionName: string,
  work: Work,
): Promise<SideAction[]> {
  const { topic, post, reportCase } = text;
  const isTopic = post.floor === 1;
  const state = stateOf(topic) === "deleted" ? "deleted" : stateOf(isTopic ? topic : post);
  const isActionable = state === "listed" || state === "pending" || state === "refused";
  if (!isActionable && !(state === "hidden" && actionName === "recycle")) return [];
  if (actionName !== "hide" && actionName !== "recycle") return [];
  await checkStillReply(database, post, reportCase.createdAt);
  const ofReply = actionName === "hide" ? "hidePost" : "recyclePost";
  return [
    {
      ...(await changeText(database, text, actionName, work)),
      action: isTopic ? actionName : ofReply,
      kind: isTopic ? "topic" : "post",
      targetId: isTopic ? topic.id : post.id,
    },
  ];
}

const onAuthors = ["warn", "mute", "ban"] as const satisfies readonly LogAction[];

/** Whether this form has already penalised this person: five cases about one person give one warning. */
async function isDealtWith(database: Database, personId: number, { reason }: Work): Promise<boolean> {
  const byThisForm = and(
    ...[eq(moderationLog.personId, personId), inArray(moderationLog.action, [...onAuthors])],
    eq(moderationLog.reasonId, reason?.id ?? 0),
  );
  const [row] = await database
    .select({ id: moderationLog.id })
    .from(moderationLog)
    .where(byThisForm)
    .limit(1);
  return row !== undefined;
}

/** Warns, mutes or bans the author of a case, by the rules for penalties. Throws what `penalise` throws. */
async function actOnAuthor(database: Database, authorId: number, work: Work): Promise<SideAction[]> {
  const action = onAuthors.find((each) => each === work.options.author);
  if (!action || (await isDealtWith(database, authorId, work))) return [];
  const outcome = await penalise(action).act(database, authorId, work);
  return [{ ...outcome, action, kind: "person", targetId: authorId }];
}

/** Settles a case: acts on its text and its author, closes its reports, and notifies everybody who reported it. */
export const settleCase = (status: "upheld" | "rejected"): Act => ({
  kind: "case",
  async act(database, id, work): Promise<ActOutcome> {
    const { value: actionName = "none" } = status === "upheld" ? work.options : {};
    const text = await lockedCase(database, id, work, actionName !== "none");
    const { reportCase, topic, post } = text;
    const reporters = await database
      .select({ id: reports.accountId })
      .from(reports)
      .where(eq(reports.caseId, id));
    // Nobody decides on their own report.
    if (reporters.some((reporter) => reporter.id === work.operator.id)) throw new Refusal("OWN_CONTENT");
    const onText = await actOnText(database, text, actionName, work);
    const onAuthor = status === "upheld" ? await actOnAuthor(database, post.authorId, work) : [];
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
    const logIds = await writeDown(database, [...onText, ...onAuthor], work, topic.sectionId);
    const { stateReason } = post.floor === 1 ? topic : post;
    const [textLog = null, authorLog = null] = onText[0] ? logIds : [null, ...logIds];
    return {
      sectionId: topic.sectionId,
      personId: post.authorId,
      tids: onText.flatMap(({ tids }) => tids),
      before: { status: reportCase.status },
      after: { status, action: onText[0] ? actionName : "none", author: onAuthor[0]?.action ?? "none" },
      undo: { status: reportCase.status, stateReason, textLog, authorLog },
      tell: { accountIds: reporters.map((reporter) => reporter.id), topicId: topic.id, postId: post.id },
    };
  },
});

/** Assigns a case to the operator, or gives it back. */
export const assignCase: Act = {
  kind: "case",
  async act(database, id, work): Promise<ActOutcome> {
    const { reportCase, topic, post } = await lockedCase(database, id, work, false);
    const back = work.options.value === "back";
    if (back !== (reportCase.assigneeId === work.operator.id)) throw new Refusal("ALREADY_SO");
    const assigneeId = back ? null : work.operator.id;
    await database
      .update(reportCases)
      .set({ assigneeId, status: back ? "waiting" : "working" })
      .where(eq(reportCases.id, id));
    return {
      sectionId: topic.sectionId,
      personId: post.authorId,
      tids: [],
      before: { assigneeId: reportCase.assigneeId },
      undo: { assigneeId: reportCase.assigneeId, status: reportCase.status },
      after: { assigneeId },
    };
  },
};
