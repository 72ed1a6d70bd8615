import { reportTextMax } from "contract/base/constants";
import { id, longId, submissionId } from "contract/base/fields";
import { postActions } from "contract/moderation/actions";
import { reason as reasonGiven } from "contract/moderation/fields";
import { z } from "zod";
import { checkBeforePublishing } from "~/editor/before-publishing.server";
import { draftIntents } from "~/editor/drafts/draft-form.server";
import { undecidedIntent } from "~/forms/result";
import { afterBatch } from "~/moderation/batch-notice";
import { askBeforeDestroying } from "~/moderation/deletes-question.server";
import { operateRequest, operateSchema } from "~/moderation/operate.schema";
import { paths } from "~/navigation/paths";
import { type ActionTools, type Intents, mainIntent, submitted, undecided } from "~/request/intents.server";
import { pendingNotice } from "~/request/pending.server";
import { editorAnswer } from "~/screens/posting/posting.server";
import { replySchema } from "../reply/reply.schema";
import { type topicInputs, topicRequest } from "./topic.server";

type Tools = ActionTools<typeof topicInputs.query, typeof topicInputs.params>;

const postSchema = z.object({ pid: longId });
const deleteSchema = postSchema.extend({
  of: z.enum(["topic", "reply"], "不支持这样删除").optional(),
  real: z.literal("3", "不支持这样删除").optional(),
});
const reportSchema = z.object({
  pid: longId,
  reason: z.enum(["spam", "abuse", "illegal", "infringement", "other"], "请选择举报原因"),
  text: z.string().max(reportTextMax, `说明不能超过 ${reportTextMax} 字`).default(""),
});
const moderateSchema = z.object({ pid: longId, reason: reasonGiven, submissionId });
const postAction = z.enum(postActions);
const inviteSchema = z.object({ uid: id });
const reasonSchema = z.object({
  reason: z.string("请说明没有采纳回答的原因").max(200, "原因不能超过 200 字"),
});

/** The topic of the posted address, and `here`, which builds the address of the reader's page. */
function placeOf(tools: Tools) {
  const { tid, page, order, only, since, q } = topicRequest(tools.scope, tools);
  return {
    tid,
    q,
    here: (more: Parameters<typeof paths.topic>[1] = {}) =>
      paths.topic(tid, { page, order, only, since, ...more }),
  };
}

/** The actions of a topic's page, by the pressed button. A form without one of these buttons is a reply. */
export const topicIntents: Intents<typeof topicInputs.query, typeof topicInputs.params> = {
  ...draftIntents((tools: Tools) => ({
    mainIntent: "reply",
    target: `reply:${placeOf(tools).tid}`,
    back: `${tools.here}#reply`,
  })),
  preview: ({ scope, form, intent }) => editorAnswer(scope, form, intent, { mainIntent: "reply" }),
  delete: submitted(deleteSchema, async ({ pid, of, real }, { scope, done }) => {
    const { topicDeleted, fid, tid, page } = await scope.gateway.call("deleteContent", { pid, of });
    // With the destroy option a second deletion follows (spec 4).
    if (real) await scope.gateway.call("deletePostBasicData", { pk_post: pid, real });
    return topicDeleted
      ? done(paths.section(fid), "帖子已删除")
      : done(paths.topic(tid, { page }), "回复已删除");
  }),
  report: submitted(reportSchema, async ({ pid, reason, text }, tools) => {
    await tools.scope.gateway.call("submitReport", { pid, reason, text });
    return tools.done(placeOf(tools).here({ reported: pid, pid }));
  }),
  // Enter in a field of the moderators' dialog does not send a reply.
  [undecidedIntent]: undecided,
  operate: submitted(operateSchema, async (form, tools) => {
    const { tid, here } = placeOf(tools);
    const deletes = form.operation.action === "recycle";
    const confirmation = deletes && (await askBeforeDestroying(tools, { of: "topics", ids: [tid] }));
    if (confirmation) return confirmation;
    const answer = await tools.scope.gateway.call("topicOperate", { ...operateRequest(form), ids: [tid] });
    return afterBatch(tools, answer, { back: here() });
  }),
  moderatePost: submitted(moderateSchema, async ({ pid, reason, submissionId }, tools) => {
    const action = postAction.safeParse(tools.argument);
    if (!action.success) return undecided(tools);
    const deletes = action.data === "recyclePost";
    const confirmation = deletes && (await askBeforeDestroying(tools, { of: "posts", ids: [pid] }));
    if (confirmation) return confirmation;
    const answer = await tools.scope.gateway.call("moderatorPostOperate", {
      ids: [pid],
      reason,
      submissionId,
      action: action.data,
    });
    return afterBatch(tools, answer, { back: placeOf(tools).here({ pid }) });
  }),
  invite: submitted(inviteSchema, async ({ uid }, tools) => {
    const { tid, q, here } = placeOf(tools);
    await tools.scope.gateway.call("inviteAnswer", { tid, uid });
    return tools.done(here({ invite: 1, q }));
  }),
  accept: submitted(postSchema, async ({ pid }, tools) => {
    const { tid, here } = placeOf(tools);
    await tools.scope.gateway.call("accomplishQuestion", { tid, pid });
    return tools.done(here({ pid }), "已采纳这条回答，问题已解决");
  }),
  accomplish: submitted(reasonSchema, async ({ reason }, tools) => {
    const { tid } = placeOf(tools);
    await tools.scope.gateway.call("accomplishQuestion", { tid, pid: null, reason });
    return tools.done(paths.topic(tid), "问题已结束");
  }),
  ...mainIntent(
    "reply",
    submitted(replySchema, async ({ content, parent, submissionId }, tools) => {
      const { tid } = placeOf(tools);
      await checkBeforePublishing(tools.scope, { content }, { isNew: true });
      const reply = await tools.scope.gateway.call("submitPost", {
        tid,
        content,
        submissionId,
        ...(parent ? { parent } : {}),
      });
      const beneath = reply.floor === null;
      return tools.done(
        paths.topic(reply.tid, { pid: reply.pid, page: beneath ? 1 : reply.page, seek: beneath }),
        pendingNotice(reply),
      );
    }),
  ),
};
