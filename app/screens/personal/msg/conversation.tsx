import { Form, Link, useActionData, useFetcher, useRevalidator } from "@remix-run/react";
import type { CallResponse } from "contract";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import "~/forms/fields.module.css";
import { FormProblems, FormToken } from "~/forms/field-parts";
import { failureOf } from "~/forms/result";
import { useAcceptedCount } from "~/forms/use-accepted-count";
import { chunk } from "~/navigation/chunk";
import { paths } from "~/navigation/paths";
import { useRoot, useShell } from "~/navigation/use-shell";
import { useUnread } from "~/session/unread";
import { Avatar } from "~/ui/avatar";
import { EmptyState } from "~/ui/empty-state";
import { Icon } from "~/ui/icon";
import { Turning } from "~/ui/pagination";
import { RelativeTime } from "~/ui/relative-time";
import styles from "./msg.module.css";
import type { MessagesQuery } from "./msg-query.server";

/** The code of the form and of the dialogs loads after the page: the server's HTML works without it. */
const Composer = lazy(chunk(() => import("./composer")));
const ConversationDialogs = lazy(chunk(() => import("./conversation-dialogs")));

export type ConversationData = CallResponse<"innerMessages">;

interface ConversationProps {
  conversation: ConversationData;
  query: MessagesQuery;
  submissionId: string;
}

/** The member's conversation with one person. The newest message and the reply form are at the end. */
export function ConversationView({ conversation, query, submissionId }: ConversationProps) {
  const { to } = useShell();
  const accepted = useAcceptedCount("send");
  const answer = useActionData();
  const isRefused = failureOf(answer, "send") !== undefined;
  const { person, messages, older, newer, unread, blocked, closed } = conversation;
  // A refused report whose message is not on this page any more: its dialog cannot show the refusal, so the page does.
  const stray = messages.some(({ id }) => id === query.report) ? undefined : failureOf(answer, "report");
  const isLatest = newer === null;
  const end = useEndInSight(messages.at(-1)?.id, isLatest);
  const firstNew = useFirstNew(conversation, query.fresh);
  useFirstNewInSight(firstNew);
  useReading(conversation, isLatest);
  const at = (query: Parameters<typeof paths.conversation>[1]) => to(paths.conversation(person.uid, query));
  const reason = closed
    ? "对方的账号已注销，不能再收私信。"
    : blocked
      ? "你已屏蔽对方，解除屏蔽后才能发私信。"
      : null;
  return (
    <>
      <div className={styles.head}>
        <Link to={to(paths.messages({ type: "inner" }))} aria-label="返回私信列表">
          <Icon name="chevron-left" />
        </Link>
        <Avatar icon={person.icon} size={32} />
        <h2>
          <Link to={to(paths.user(person.uid))}>{person.nickName}</Link>
        </h2>
        <Link to={at({ block: 1 })} preventScrollReset>
          {blocked ? "解除屏蔽" : "屏蔽"}
        </Link>
        {messages.length > 0 ? (
          <Link to={at({ remove: 1 })} preventScrollReset>
            删除会话
          </Link>
        ) : null}
      </div>
      <FormProblems id="conversation-problems" errors={stray?.result.error?.[""] ?? undefined} />
      <Turning
        previous={older === null ? null : at({ before: older })}
        next={isLatest ? null : at({ after: newer })}
      />
      {messages.length === 0 ? <EmptyState title="还没有说过话" text="打个招呼，说说你想聊的问题。" /> : null}
      <ol className={styles.log} aria-label={`与${person.nickName}的私信`}>
        {messages.map((message) => (
          <li key={message.id} id={`message-${message.id}`} data-mine={message.mine ? "" : undefined}>
            {message.id === firstNew ? (
              <p className={styles.fresh} id="fresh">
                以下是新消息
              </p>
            ) : null}
            <p className={styles.bubble}>
              <span className="visually-hidden">{message.mine ? "我：" : `${person.nickName}：`}</span>
              {message.text}
            </p>
            <p className={styles.facts}>
              <RelativeTime at={message.createdAt} />
              {message.reported ? <span>已举报</span> : null}
              {message.mine || message.reported ? null : (
                <Link
                  to={at({ report: message.id })}
                  preventScrollReset
                  aria-label={`举报这条私信：${message.text.slice(0, 20)}`}
                >
                  举报
                </Link>
              )}
            </p>
          </li>
        ))}
      </ol>
      <div ref={end} />
      {unread > 0 ? (
        <Form method="post" className={`${styles.readAll} needs-no-script`} replace preventScrollReset>
          <FormToken />
          <button type="submit" className="button" name="intent" value="read-conversation">
            标为已读（{unread}）
          </button>
        </Form>
      ) : null}
      <div id="compose" className={styles.compose}>
        {reason !== null && !isRefused ? (
          <p className={styles.locked}>
            <Icon name="lock" />
            {reason}
          </p>
        ) : (
          <Suspense>
            <Composer key={accepted} person={person} submissionId={submissionId} />
          </Suspense>
        )}
      </div>
      {query.block || query.remove || query.report || query.reported ? (
        <Suspense>
          <ConversationDialogs conversation={conversation} query={query} />
        </Suspense>
      ) : null}
    </>
  );
}

/** Scrolls the end into view when a message was added, for example after sending one. */
function useEndInSight(last: number | undefined, isLatest: boolean) {
  const end = useRef<HTMLDivElement>(null);
  const before = useRef(last);
  useEffect(() => {
    if (isLatest && last !== before.current) end.current?.scrollIntoView({ block: "end" });
    before.current = last;
  }, [last, isLatest]);
  return end;
}

/**
 * The first message that was new when the member opened the conversation. It does not change while the member reads.
 */
function useFirstNew(
  { messages, unread, readUpTo }: ConversationData,
  fresh: number | undefined,
): number | undefined {
  const [lastRead] = useState(fresh ?? (unread > 0 ? readUpTo : undefined));
  return lastRead === undefined ? undefined : messages.find(({ id, mine }) => id > lastRead && !mine)?.id;
}

/** Scrolls to the first new message where the address has no `#fresh`. */
function useFirstNewInSight(firstNew: number | undefined): void {
  const hasStarted = useRef(false);
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    if (firstNew !== undefined) document.getElementById("fresh")?.scrollIntoView();
  }, [firstNew]);
}

/** Marks messages as read while the page is visible, and loads new messages when the unread counter grows. */
function useReading({ messages, unread }: ConversationData, isLatest: boolean): void {
  const { submit } = useFetcher();
  const { revalidate } = useRevalidator();
  const formToken = useRoot()?.formToken ?? "";
  const waiting = useUnread().inner;
  const announced = useRef(waiting);
  const last = messages.at(-1)?.id;
  useEffect(() => {
    if (!isLatest || unread === 0 || last === undefined || document.visibilityState !== "visible") return;
    submit({ intent: "read-conversation", upTo: last, csrf: formToken }, { method: "post" });
  }, [isLatest, unread, last, formToken, submit]);
  useEffect(() => {
    if (waiting > announced.current) revalidate();
    announced.current = waiting;
  }, [waiting, revalidate]);
}
