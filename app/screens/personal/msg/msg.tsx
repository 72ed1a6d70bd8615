import { useLoaderData } from "@remix-run/react";
import { type MessageKind, messageKinds } from "contract/messages/events";
import { unreadBadge } from "~/format/text";
import { keepOnNetworkFailure } from "~/forms/network-failure";
import { ListBar, Tabs } from "~/lists/list-page";
import { screenMeta } from "~/metadata/screen-meta";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { screenAction, screenLoader } from "~/request/screen.server";
import { useUnread } from "~/session/unread";
import { PersonalScreen } from "../personal-frame";
import { BlockList } from "./block-list";
import { ConversationView } from "./conversation";
import { messageIntents } from "./message-intents.server";
import { MessageList } from "./message-list";
import { loadMessages } from "./msg.server";
import { messagesQuery } from "./msg-query.server";

const inputs = { query: messagesQuery, missing: "没有这个用户" };

/** /personalCenter/msg: system messages, forum messages and private messages (spec 2.1, 7.2 Messages). */
export const loader = screenLoader(inputs, ({ scope, query }) => loadMessages(scope, query));
export const action = screenAction(inputs, messageIntents);
export const meta = screenMeta<typeof loader>({
  title: (data) =>
    data.view === "conversation" ? `与${data.conversation.person.nickName}的私信` : undefined,
});
export const clientAction = keepOnNetworkFailure();

const kindNames: Record<MessageKind, string> = { system: "系统消息", forum: "论坛消息", inner: "私信" };

export default function Messages() {
  const data = useLoaderData<typeof loader>();
  const unread = useUnread();
  const { to } = useShell();
  const currentKind: MessageKind = data.view === "list" ? data.type : "inner";
  const tabs = messageKinds.map((kind) => {
    const badge = unreadBadge({ system: 0, forum: 0, inner: 0, [kind]: unread[kind] });
    return {
      name: badge ? `${kindNames[kind]} ${badge}` : kindNames[kind],
      href: to(paths.messages({ type: kind })),
      current: kind === currentKind,
    };
  });
  return (
    <PersonalScreen title="消息中心">
      <ListBar>
        <Tabs label="消息的种类" tabs={tabs} />
      </ListBar>
      {data.view === "list" ? <MessageList {...data} /> : null}
      {data.view === "blocks" ? <BlockList people={data.people} /> : null}
      {data.view === "conversation" ? (
        <ConversationView key={data.conversation.person.uid} {...data} />
      ) : null}
    </PersonalScreen>
  );
}
