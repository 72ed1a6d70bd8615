import { reportTextMax } from "contract/base/constants";
import { id, longId, reportReason } from "contract/base/fields";
import { messageKinds, noticeEvents } from "contract/messages/events";
import { z } from "zod";
import { paths } from "~/navigation/paths";
import { ownPath } from "~/navigation/redirect";
import { type ActionTools, type Intents, noFields, submitted } from "~/request/intents.server";
import { appealSchema } from "./appeal.schema";
import { innerMessageSchema } from "./inner-message.schema";
import type { messagesQuery } from "./msg-query.server";

type Tools = ActionTools<typeof messagesQuery>;

const openSchema = z.object({ open: z.string().max(500), read: z.string().optional() });
const readOneSchema = z.object({ read: longId });
const readListSchema = z.object({ type: z.enum(messageKinds), event: z.enum(noticeEvents).optional() });
const personSchema = z.object({ uid: id });
const reportSchema = z.object({
  id: longId,
  reason: reportReason,
  text: z.string().max(reportTextMax, `说明不能超过 ${reportTextMax} 字`).default(""),
});

/** The `uid` of the person whose conversation the address shows; 0, which is nobody's, without one. */
const partner = ({ query }: Tools) => query.with ?? 0;

/**
 * The actions of the message centre, by the pressed button. A form without one of these buttons sends a message in a
 * conversation.
 */
export const messageIntents: Intents<typeof messagesQuery> = {
  "read-list": submitted(readListSchema, async ({ type, event }, { scope, here, done }) => {
    await scope.gateway.call("updateReadMessage", { type, event });
    return done(here, "已标为已读");
  }),
  "read-all": submitted(noFields, async (_, { scope, here, done }) => {
    await scope.gateway.call("updateReadMessage", {});
    return done(here, "全部消息已标为已读");
  }),
  unblock: submitted(personSchema, async ({ uid }, { scope, here, done }) => {
    await scope.gateway.call("unblockUser", { uid });
    return done(here, "已解除屏蔽");
  }),
  "read-conversation": submitted(z.object({ upTo: longId.optional() }), async ({ upTo }, tools) => {
    await tools.scope.gateway.call("readInnerMessages", { uid: partner(tools), upTo });
    return tools.done(paths.conversation(partner(tools)));
  }),
  block: submitted(noFields, async (_, tools) => {
    await tools.scope.gateway.call("blockUser", { uid: partner(tools) });
    return tools.done(paths.conversation(partner(tools)), "已屏蔽，不会再收到对方的私信和通知");
  }),
  remove: submitted(noFields, async (_, tools) => {
    await tools.scope.gateway.call("deleteConversation", { uid: partner(tools) });
    return tools.done(paths.messages({ type: "inner" }), "会话已删除");
  }),
  report: submitted(reportSchema, async (report, tools) => {
    await tools.scope.gateway.call("reportInnerMessage", report);
    return tools.done(paths.conversation(partner(tools), { reported: 1 }));
  }),
  appeal: submitted(appealSchema, async ({ text }, tools) => {
    await tools.scope.gateway.call("submitAppeal", { logId: tools.query.appeal ?? 0, text });
    return tools.done(paths.messages({ type: "system" }), "申诉已提交，答复会在系统消息里告诉你");
  }),
  send: (tools) => send(tools),
  // The buttons of a list have no `intent`: their own names say which message they belong to.
  default: (tools) => {
    if (tools.form.has("open")) return open(tools);
    return tools.form.has("read") ? readOne(tools) : send(tools);
  },
};

/**
 * Marks a notice or conversation as read, then redirects to it: `12 /path` is a notice, `u12` the conversation with
 * person 12.
 */
const open = submitted(openSchema, async (form, { scope, done }: Tools) => {
  const [, person, notice, path] = /^(?:u(\d{1,9})|(\d{1,15}) (\/.*))$/.exec(form.open) ?? [];
  if (person) {
    const uid = Number(person);
    const { readUpTo, unread } = await scope.gateway.call("innerMessages", { uid });
    await scope.gateway.call("readInnerMessages", { uid });
    return done(paths.conversation(uid, unread > 0 ? { fresh: readUpTo } : {}));
  }
  if (notice) await scope.gateway.call("updateReadMessage", { id: Number(notice) });
  return done(ownPath(path, paths.messages()));
});

const readOne = submitted(readOneSchema, async ({ read }, { scope, here, done }: Tools) => {
  await scope.gateway.call("updateReadMessage", { id: read });
  return done(here);
});

const send = submitted(innerMessageSchema, async ({ text, submissionId }, tools: Tools) => {
  await tools.scope.gateway.call("sendInnerMessage", { uid: partner(tools), text, submissionId });
  return tools.done(paths.conversation(partner(tools)));
});
