import { id, submissionId } from "contract/base/fields";
import { cannedReplyFields } from "contract/feedback/inbox/calls";
import { z } from "zod";
import { paths } from "~/navigation/paths";
import { askFirst } from "~/request/ask-first.server";
import { type ActionTools, submitted } from "~/request/intents.server";
import type { inboxQuery } from "./inbox-query.server";

type Tools = ActionTools<typeof inboxQuery>;

const typed = z.string().default("");
const version = z
  .string("编号有误")
  .regex(/^\d{1,9}$/, "编号有误")
  .transform(Number);

const saved = z.object({
  kind: cannedReplyFields.kind,
  title: typed.pipe(cannedReplyFields.title),
  text: typed.pipe(cannedReplyFields.text),
  /** Empty for a new one. */
  id: id.optional(),
  version: version.optional(),
  submissionId,
});

const list = () => paths.moderation("advice", { kind: "canned" });

/** Keeps and changes answers; removing one asks first, since nothing brings it back. */
export const cannedIntents = {
  keep: submitted(saved, async (form, { scope, done }: Tools) => {
    await scope.gateway.call("saveCannedReply", form);
    return done(list(), `已保存「${form.title}」`);
  }),
  remove: submitted(z.object({ id, version }), async (form, tools: Tools) => {
    const { items } = await tools.scope.gateway.call("cannedReplyList", {});
    const title = items.find((each) => each.id === form.id)?.title;
    const asking = {
      title: `删除常用答复「${title}」？`,
      says: ["已经发出的答复不受影响。", "删除后不能恢复，只能重新写。"],
      button: "确认删除",
    };
    // Where somebody else removed it, there is nothing left to ask about.
    const question = title === undefined ? null : askFirst(tools, asking, [form.id, form.version]);
    if (question) return question;
    await tools.scope.gateway.call("removeCannedReply", form);
    return tools.done(list(), title === undefined ? "这条常用答复已经删除" : `已删除「${title}」`);
  }),
};
