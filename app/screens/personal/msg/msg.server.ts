import { randomUUID } from "node:crypto";
import { id, reportReason } from "contract/fields";
import { reportTextMax } from "contract/limits";
import { type MessageKind, messageKinds, noticeEvents } from "contract/notices";
import { z } from "zod/v4";
import type { Scope } from "~/context.server";
import type { FormTools } from "~/forms/submit.server";
import { paths } from "~/paths";
import { ownPath } from "~/routing/redirect";
import { notFound } from "~/routing/screen.server";
import type { Asked } from "./asked";
import { innerMessageSchema } from "./inner-message.schema";

/** The kind that is shown where none is asked for: the first with something unread, or else what most people hear of. */
async function kindToShow(scope: Scope): Promise<MessageKind> {
  const unread = (await scope.personal())?.unread;
  return messageKinds.find((kind) => unread && unread[kind] > 0) ?? "forum";
}

/** What the message centre shows: a conversation, whom one blocked, or a list of one kind. */
export async function loadMessages(scope: Scope, asked: Asked, url: URL) {
  if (url.searchParams.has("with")) {
    if (asked.uid === undefined) return notFound(scope, "没有这个用户");
    const { uid, messageBefore: before, messageAfter: after } = asked;
    const conversation = await scope.gateway.call("innerMessages", { uid, before, after });
    return { view: "conversation" as const, conversation, asked, submissionId: randomUUID() };
  }
  if (asked.blocks) return { view: "blocks" as const, ...(await scope.gateway.call("blockList", {})) };
  const type = asked.type ?? (await kindToShow(scope));
  const { unread, event, before, after } = asked;
  const list = await scope.gateway.call("queryDcmMessageByUser", {
    type,
    unread,
    event: type === "inner" ? undefined : event,
    before,
    after,
  });
  return { view: "list" as const, type, unread, event, list };
}

const openSchema = z.object({ open: z.string().max(500), read: z.string().optional() });
const readOneSchema = z.object({ read: id });
const readListSchema = z.object({ type: z.enum(messageKinds), event: z.enum(noticeEvents).optional() });
const personSchema = z.object({ uid: id });
const reportSchema = z.object({
  id,
  reason: reportReason,
  text: z.string().max(reportTextMax, `说明不能超过 ${reportTextMax} 字`).default(""),
});
const nothing = z.object({});

/** Everything that is posted from the message centre, by the pressed button. */
export function runMessageAction({ scope, url, asked, form, intent, submit }: { scope: Scope; url: URL; asked: Asked } & FormTools) {
  const { gateway, session } = scope;
  const back = async (path: string, notice?: string) => {
    if (notice) session.flash("notice", notice);
    return scope.redirect(path, { status: 303 });
  };
  const here = url.pathname + url.search;
  if (form.has("open")) return submit(openSchema, ({ open }) => openMessage(scope, open));
  if (form.has("read"))
    return submit(readOneSchema, async ({ read }) => {
      await gateway.call("updateReadMessage", { id: read });
      return back(here);
    });
  switch (intent) {
    case "read-list":
      return submit(readListSchema, async ({ type, event }) => {
        await gateway.call("updateReadMessage", { type, event });
        return back(here, "已标为已读");
      });
    case "read-all":
      return submit(nothing, async () => {
        await gateway.call("updateReadMessage", {});
        return back(here, "全部消息已标为已读");
      });
    case "unblock":
      return submit(personSchema, async ({ uid }) => {
        await gateway.call("unblockUser", { uid });
        return back(here, "已解除屏蔽");
      });
    default:
      return runConversationAction({ scope, asked, intent, submit, back });
  }
}

/** Marks what is opened read, and leads there: `12 /path` is a notice, `u12` the conversation with a person. */
async function openMessage(scope: Scope, open: string): Promise<Response> {
  const [, person, notice, path] = /^(?:u(\d{1,9})|(\d{1,9}) (\/.*))$/.exec(open) ?? [];
  if (person) {
    const uid = Number(person);
    const { readUpTo, unread } = await scope.gateway.call("innerMessages", { uid });
    await scope.gateway.call("readInnerMessages", { uid });
    return scope.redirect(paths.conversation(uid, unread > 0 ? { fresh: readUpTo } : {}), { status: 303 });
  }
  if (notice) await scope.gateway.call("updateReadMessage", { id: Number(notice) });
  return scope.redirect(ownPath(path, paths.messages()), { status: 303 });
}

type ConversationTools = { scope: Scope; asked: Asked; back: (path: string, notice?: string) => Promise<Response> } & Pick<
  FormTools,
  "intent" | "submit"
>;

/** What is posted from a conversation; without one of these buttons it is a message. */
function runConversationAction({ scope, asked, intent, submit, back }: ConversationTools) {
  const { gateway } = scope;
  const uid = asked.uid ?? 0;
  const conversation = paths.conversation(uid);
  switch (intent) {
    case "read-conversation":
      return submit(z.object({ upTo: id.optional() }), async ({ upTo }) => {
        await gateway.call("readInnerMessages", { uid, upTo });
        return back(conversation);
      });
    case "block":
      return submit(nothing, async () => {
        await gateway.call("blockUser", { uid });
        return back(conversation, "已屏蔽，不会再收到对方的私信和通知");
      });
    case "remove":
      return submit(nothing, async () => {
        await gateway.call("deleteConversation", { uid });
        return back(paths.messages({ type: "inner" }), "会话已删除");
      });
    case "report":
      return submit(reportSchema, async (report) => {
        await gateway.call("reportInnerMessage", report);
        return back(paths.conversation(uid, { reported: 1 }));
      });
    default:
      return submit(innerMessageSchema, async ({ text, submissionId }) => {
        await gateway.call("sendInnerMessage", { uid, text, submissionId });
        return back(conversation);
      });
  }
}
