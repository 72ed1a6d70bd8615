import { useLoaderData } from "@remix-run/react";
import { ListBar, Tabs } from "~/components/list-page";
import { unreadBadge } from "~/format/text";
import { keepOnNetworkFailure } from "~/forms/network-failure";
import { type MessageKind, messageKinds } from "contract/notices";
import { paths } from "~/paths";
import { screenAction, screenLoader } from "~/routing/screen.server";
import { screenMeta } from "~/routing/screen-meta";
import { useUnread } from "~/session/unread";
import { useShell } from "~/shells/use-shell";
import { PersonalFrame } from "../personal-frame";
import { readAsked } from "./asked";
import { BlockList } from "./block-list";
import { ConversationView } from "./conversation";
import { MessageList } from "./message-list";
import { loadMessages, runMessageAction } from "./msg.server";

/** /personalCenter/msg: system and forum messages, and what people write to one another (spec 2.1, 7.2 Messages). */
export const loader = screenLoader(({ scope, url }) => loadMessages(scope, readAsked(url), url));
export const action = screenAction((tools) => runMessageAction({ ...tools, asked: readAsked(tools.url) }));
export const meta = screenMeta<Awaited<ReturnType<typeof loadMessages>>>((data) =>
  data.view === "conversation" ? `与${data.conversation.person.nickName}的私信` : undefined,
);
export const clientAction = keepOnNetworkFailure();

const kindNames: Record<MessageKind, string> = { system: "系统消息", forum: "论坛消息", inner: "私信" };

export default function Messages() {
  const data = useLoaderData<typeof loader>();
  const unread = useUnread();
  const { to } = useShell();
  const shown: MessageKind = data.view === "list" ? data.type : "inner";
  const tabs = messageKinds.map((kind) => {
    const badge = unreadBadge({ system: 0, forum: 0, inner: 0, [kind]: unread[kind] });
    return {
      name: badge ? `${kindNames[kind]} ${badge}` : kindNames[kind],
      href: to(paths.messages({ type: kind })),
      current: kind === shown,
    };
  });
  return (
    <PersonalFrame title="消息中心">
      <ListBar>
        <Tabs label="消息的种类" tabs={tabs} />
      </ListBar>
      {data.view === "list" ? <MessageList {...data} /> : null}
      {data.view === "blocks" ? <BlockList people={data.people} /> : null}
      {data.view === "conversation" ? <ConversationView key={data.conversation.person.uid} {...data} /> : null}
    </PersonalFrame>
  );
}

export { ScreenError as ErrorBoundary } from "~/components/screen-error";
