import { Form, Link, useActionData } from "@remix-run/react";
import type { CallResponse } from "contract";
import { forumEvents, type MessageKind, type NoticeEvent, systemEvents } from "contract/messages/events";
import { FormProblems, FormToken } from "~/forms/field-parts";
import { failureOf } from "~/forms/result";
import { Choices } from "~/lists/list-page";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { EmptyState } from "~/ui/empty-state";
import { Icon } from "~/ui/icon";
import { Turning } from "~/ui/pagination";
import { AppealForm } from "./appeal-form";
import { ConversationRow } from "./conversation-row";
import styles from "./msg.module.css";
import { NoticeRow } from "./notice-row";
import { eventNames } from "./notice-words";

interface MessageListProps {
  type: MessageKind;
  unread: boolean;
  event?: NoticeEvent | undefined;
  /** The log entry of the decision that the member appeals against. */
  appeal?: number | undefined;
  list: CallResponse<"queryDcmMessageByUser">;
}

/**
 * One kind of messages, with its filters. The whole list is one form; its buttons open messages and mark them as read.
 */
export function MessageList({ type, unread, event, appeal, list }: MessageListProps) {
  const { to } = useShell();
  const answer = useActionData();
  const failure = ["", "read-list", "read-all"].map((intent) => failureOf(answer, intent)).find(Boolean);
  const onlyUnread = unread ? (1 as const) : undefined;
  const at = (query: Parameters<typeof paths.messages>[0]) =>
    to(paths.messages({ type, unread: onlyUnread, event, ...query }));
  const events = type === "forum" ? forumEvents : type === "system" ? systemEvents : [];
  const { notices, conversations, newer, older } = list;
  const isEmpty = notices.length + conversations.length === 0;
  const messages = (
    <Form method="post" preventScrollReset>
      <FormToken />
      <input type="hidden" name="type" value={type} />
      {event ? <input type="hidden" name="event" value={event} /> : null}
      <div className={styles.filters}>
        <Choices
          label="全部或未读"
          choices={[
            { name: "全部", href: at({ unread: undefined }), current: !unread },
            { name: "未读", href: at({ unread: 1 }), current: unread },
          ]}
        />
        {events.length > 0 ? (
          <Choices
            label="按事件筛选"
            choices={[
              { name: "所有事件", href: at({ event: undefined }), current: !event },
              ...events.map((name) => ({
                name: eventNames[name],
                href: at({ event: name }),
                current: name === event,
              })),
            ]}
          />
        ) : null}
        <div className={styles.marks}>
          {isEmpty ? null : (
            <button type="submit" className="link-button" name="intent" value="read-list">
              {event ? `“${eventNames[event]}”标为已读` : "本类标为已读"}
            </button>
          )}
          <button type="submit" className="link-button" name="intent" value="read-all">
            全部消息标为已读
          </button>
          {type === "inner" ? (
            <Link to={to(paths.messages({ type: "inner", blocks: 1 }))}>屏蔽名单</Link>
          ) : (
            <Link to={to(paths.setting("notices"))}>
              <Icon name="settings" />
              通知设置
            </Link>
          )}
        </div>
      </div>
      <FormProblems
        id="messages-problems"
        errors={Object.values(failure?.result.error ?? {}).flatMap((errors) => errors ?? [])}
      />
      <ul>
        {notices.map((notice) => (
          <NoticeRow key={notice.id} notice={notice} />
        ))}
        {conversations.map((conversation) => (
          <ConversationRow key={conversation.person.uid} conversation={conversation} />
        ))}
      </ul>
      {isEmpty ? (
        <Nothing type={type} filtered={unread || event !== undefined} all={to(paths.messages({ type }))} />
      ) : null}
      <Turning previous={newer && at({ after: newer })} next={older && at({ before: older })} />
    </Form>
  );
  return (
    <>
      {appeal === undefined ? null : <AppealForm logId={appeal} notices={notices} />}
      {messages}
    </>
  );
}

const emptyTexts: Record<MessageKind, [title: string, text: string]> = {
  system: ["没有系统消息", "内容审核的结果、账号的变更会在这里告诉你。"],
  forum: ["还没有论坛消息", "有人回复、提到、邀请或关注你，会在这里告诉你。"],
  inner: ["还没有私信", "在别人的主页点“发私信”，就能开始聊。"],
};

function Nothing({ type, filtered, all }: { type: MessageKind; filtered: boolean; all: string }) {
  const { to } = useShell();
  if (filtered)
    return (
      <EmptyState title="没有符合条件的消息" text="都看过了，或者换个条件。">
        <Link className="button" data-primary to={all}>
          看全部
        </Link>
      </EmptyState>
    );
  const [title, text] = emptyTexts[type];
  return (
    <EmptyState title={title} text={text}>
      <Link className="button" data-primary to={to(paths.forum())}>
        去论坛看看
      </Link>
    </EmptyState>
  );
}
