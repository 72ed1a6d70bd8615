import { submissionId } from "contract/base/fields";
import { adviceAnswerMax, complaintStatuses, suggestionStatuses } from "contract/feedback/constants";
import { logActions } from "contract/moderation/actions";
import { day, noteText, reason, shortIds } from "contract/moderation/fields";
import { z } from "zod";
import { giveBack } from "~/forms/give-back.server";
import { decides } from "~/moderation/list-action.server";
import { paths } from "~/navigation/paths";
import { type ActionTools, submitted, undecided } from "~/request/intents.server";
import { screenAction } from "~/request/screen.server";
import { cannedIntents } from "./canned-replies.server";
import { inboxQuery } from "./inbox-query.server";
import { hereOf } from "./inbox-words";

type Tools = ActionTools<typeof inboxQuery>;

const number = z.string("编号有误").max(40, "编号有误");
const answer = z.string().max(adviceAnswerMax, `答复不能超过 ${adviceAnswerMax} 个字`).default("");
const seen = z
  .string("编号有误")
  .regex(/^\d{1,9}$/, "编号有误")
  .transform(Number);
const typed = z.string().default("");
/** The id of an administrator; empty is nobody. */
const person = z
  .string()
  .regex(/^\d{1,9}$/, "请选择管理员")
  .default("0")
  .transform(Number);

const settle = (decision: "uphold" | "reject") =>
  decides(z.object({ ids: shortIds, reason, submissionId }), {
    list: () => ({ list: "messages" as const }),
    name: logActions[decision === "uphold" ? "upholdMessage" : "rejectMessage"],
    act: (form, { scope }) => scope.gateway.call("handleMessageReport", { ...form, decision }),
  });

/** The list that the form stood in. */
const back = ({ query }: Tools) => paths.moderation("advice", hereOf(query));

const filling = z.object({
  number,
  reply: z.string("请选择一条常用答复").regex(/^\d{1,9}$/, "请选择一条常用答复"),
});

const assigning = z.object({ number, uid: person, from: person, submissionId });
const taking = assigning.omit({ uid: true });

/** What administrators do with a letter. Each form comes back with everything typed when somebody was faster. */
export const inboxAction = screenAction(
  { query: inboxQuery },
  {
    suggestion: submitted(
      z.object({
        number,
        answer,
        seen,
        submissionId,
        status: z.enum(suggestionStatuses, "请选择处理状态"),
      }),
      async (form, tools: Tools) => {
        await tools.scope.gateway.call("decideSuggestion", form);
        return tools.done(back(tools), `已答复 ${form.number}`);
      },
    ),
    complaint: submitted(
      z.object({
        number,
        answer,
        seen,
        submissionId,
        status: z.enum(complaintStatuses, "请选择处理状态"),
      }),
      async (form, tools: Tools) => {
        await tools.scope.gateway.call("decideComplaint", form);
        return tools.done(back(tools), `已答复 ${form.number}`);
      },
    ),
    /** Puts a kept answer behind what is typed; nothing is sent. */
    fill: submitted(filling, async ({ reply }, { scope, form, intent }: Tools) => {
      const { items } = await scope.gateway.call("cannedReplyList", {});
      const picked = items.find(({ id }) => id === Number(reply));
      const fields = { reply: ["这条常用答复已被删除，请选另一条"] };
      if (!picked) return giveBack(scope, { intent, typed: form }, { status: 422, fields });
      const before = String(form.get("answer") ?? "").trimEnd();
      form.set("answer", before === "" ? picked.text : `${before}\n\n${picked.text}`);
      form.delete("reply");
      return giveBack(scope, { intent, typed: form });
    }),
    assign: submitted(assigning, async (form, tools: Tools) => {
      await tools.scope.gateway.call("assignAdvice", form);
      return tools.done(back(tools), `${form.number} ${form.uid === 0 ? "已放开" : "已分派"}`);
    }),
    take: submitted(taking, async (form, tools: Tools) => {
      const uid = Number(/^\d{1,9}$/.test(tools.argument ?? "") ? tools.argument : 0);
      await tools.scope.gateway.call("assignAdvice", { ...form, uid });
      return tools.done(back(tools), `${form.number} ${uid === 0 ? "已放开" : "由你处理"}`);
    }),
    note: submitted(
      z.object({ number, text: typed.pipe(noteText), submissionId }),
      async (form, tools: Tools) => {
        await tools.scope.gateway.call("addAdviceNote", form);
        return tools.done(back(tools), `已给 ${form.number} 加备注`);
      },
    ),
    due: submitted(
      z.object({
        number,
        submissionId,
        day: typed.pipe(day),
        reason: typed.pipe(reason),
        from: z.string().max(40).default(""),
      }),
      async (form, tools: Tools) => {
        await tools.scope.gateway.call("setAdviceDue", form);
        return tools.done(back(tools), `${form.number} 的期限改为 ${form.day}`);
      },
    ),
    ...cannedIntents,
    "message-uphold": settle("uphold"),
    "message-reject": settle("reject"),
    default: undecided,
  },
);
