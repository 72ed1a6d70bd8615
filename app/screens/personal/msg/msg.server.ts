import { randomUUID } from "node:crypto";
import { type MessageKind, messageKinds } from "contract/messages/events";
import { orWithout } from "~/failure/explain.server";
import type { Scope } from "~/request/scope.server";
import type { MessagesQuery } from "./msg-query.server";

/**
 * The kind to show when the address names none: the first kind with unread messages, otherwise forum messages, which
 * most members get.
 */
async function kindToShow(scope: Scope): Promise<MessageKind> {
  const unread = (await orWithout(scope, scope.personal(), null))?.unread;
  return messageKinds.find((kind) => unread && unread[kind] > 0) ?? "forum";
}

const placeInConversation = (place: MessagesQuery["before"]) =>
  typeof place === "number" ? place : undefined;
const placeInList = (place: MessagesQuery["before"]) => (typeof place === "string" ? place : undefined);

/** What the message centre shows: a conversation, the block list, or a list of one kind. */
export async function loadMessages(scope: Scope, query: MessagesQuery) {
  if (query.with !== undefined) {
    const [before, after] = [placeInConversation(query.before), placeInConversation(query.after)];
    const conversation = await scope.gateway.call("innerMessages", { uid: query.with, before, after });
    return { view: "conversation" as const, conversation, query, submissionId: randomUUID() };
  }
  if (query.blocks) return { view: "blocks" as const, ...(await scope.gateway.call("blockList", {})) };
  const type = query.type ?? (await kindToShow(scope));
  const { unread, event, appeal } = query;
  const list = await scope.gateway.call("queryDcmMessageByUser", {
    type,
    unread,
    event: type === "inner" ? undefined : event,
    before: placeInList(query.before),
    after: placeInList(query.after),
  });
  return { view: "list" as const, type, unread, event, appeal, list };
}
