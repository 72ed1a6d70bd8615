import { tellPending } from "~/forms/pending.server";
import { id } from "contract/fields";
import { reportTextMax } from "contract/limits";
import { z } from "zod/v4";
import type { Scope } from "~/context.server";
import { answerDraft, isDraftIntent } from "~/editor/draft-form.server";
import type { FormTools } from "~/forms/submit.server";
import { paths } from "~/paths";
import { editorAnswer } from "../posting/posting.server";
import { replySchema } from "./reply.schema";
import type { Asked } from "./topic.server";

type Tools = { scope: Scope; asked: Asked; back: string } & Pick<FormTools, "form" | "intent" | "submit">;

const postSchema = z.object({ pid: id });
const reportSchema = z.object({
  pid: id,
  reason: z.enum(["spam", "abuse", "illegal", "infringement", "other"], "请选择举报原因"),
  text: z.string().max(reportTextMax, `说明不能超过 ${reportTextMax} 字`).default(""),
});
const inviteSchema = z.object({ uid: id });
const reasonSchema = z.object({ reason: z.string("请说明没有采纳回答的原因").max(200, "原因不能超过 200 字") });

/** Everything that is posted from a topic's page, by the pressed button's intent; without one of these it is a reply. */
export function runTopicAction({ scope, asked, form, intent, submit, back }: Tools) {
  const { tid, order, only, since } = asked;
  /** The page that the form stood on, as it was looked at. */
  const here = (more: Parameters<typeof paths.topic>[1] = {}) => paths.topic(tid, { page: asked.page, order, only, since, ...more });
  if (isDraftIntent(intent)) return answerDraft({ scope, form, intent, mainIntent: "reply", target: `reply:${tid}`, back });
  switch (intent) {
    case "preview":
      return editorAnswer(scope, form, intent, "reply");
    case "delete":
      return submit(postSchema, async ({ pid }) => {
        const deleted = await scope.gateway.call("deleteContent", { pid });
        scope.session.flash("notice", deleted.topicDeleted ? "帖子已删除" : "回复已删除");
        return scope.redirect(deleted.topicDeleted ? paths.section(deleted.fid) : paths.topic(deleted.tid, { page: deleted.page }));
      });
    case "report":
      return submit(reportSchema, async ({ pid, reason, text }) => {
        await scope.gateway.call("submitReport", { pid, reason, text });
        return scope.redirect(here({ reported: pid, pid }));
      });
    case "invite":
      return submit(inviteSchema, async ({ uid }) => {
        await scope.gateway.call("inviteAnswer", { tid, uid });
        return scope.redirect(here({ invite: 1, q: asked.q }));
      });
    case "accept":
      return submit(postSchema, async ({ pid }) => {
        await scope.gateway.call("accomplishQuestion", { tid, pid });
        scope.session.flash("notice", "已采纳这条回答，问题已解决");
        return scope.redirect(paths.topic(tid));
      });
    case "accomplish":
      return submit(reasonSchema, async ({ reason }) => {
        await scope.gateway.call("accomplishQuestion", { tid, pid: null, reason });
        scope.session.flash("notice", "问题已结束");
        return scope.redirect(paths.topic(tid));
      });
    default:
      return submit(replySchema, async ({ content, parent, submissionId }) => {
        const placed = await scope.gateway.call("submitPost", { tid, content, submissionId, ...(parent ? { parent } : {}) });
        tellPending(scope, placed);
        const beneath = placed.floor === null;
        return scope.redirect(paths.topic(tid, { pid: placed.pid, page: beneath ? 1 : placed.page, seek: beneath }));
      });
  }
}
