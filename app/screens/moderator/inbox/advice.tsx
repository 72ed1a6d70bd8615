import { useActionData, useLoaderData } from "@remix-run/react";
import { orWithout } from "~/failure/explain.server";
import { type FormFailure, failureOfAny, undecidedIntent } from "~/forms/result";
import { newSubmissionId } from "~/forms/submission-id.server";
import { Forbidden } from "~/gateway-client/errors";
import { Tabs } from "~/lists/list-page";
import { screenMeta } from "~/metadata/screen-meta";
import { listSizeOf } from "~/moderation/list-size.server";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import type { Scope } from "~/request/scope.server";
import { screenLoader } from "~/request/screen.server";
import { EmptyState } from "~/ui/empty-state";
import { Pagination } from "~/ui/pagination";
import { withCount } from "../fields/counts";
import { ListHead } from "../fields/list-head";
import { ListProblems } from "../fields/list-problems";
import { ModeratorScreen } from "../frame";
import { useOverview } from "../use-overview";
import { AdviceItem } from "./advice-item";
import { CannedReplies } from "./canned-replies";
import styles from "./inbox.module.css";
import { inboxAction } from "./inbox.server";
import { InboxFilter } from "./inbox-filter";
import { type InboxQuery, inboxQuery, listRequest } from "./inbox-query.server";
import { hereOf, inboxKinds, letterIntents } from "./inbox-words";
import { LostForm } from "./lost-form";
import { MessageForm } from "./message-form";

const kindNames = Object.keys(inboxKinds) as (keyof typeof inboxKinds)[];

/** The letters of a page, and the one whose form came back when it left the list since. */
async function readLetters(scope: Scope, query: InboxQuery, size: 20 | 50 | 100) {
  const { kind, page, shown } = query;
  if (kind !== "suggestion" && kind !== "complaint") return null;
  const list = await scope.gateway.call("adviceInbox", { ...listRequest(query), kind, page, size });
  if (!shown || list.items.some(({ number }) => number === shown)) return list;
  const alone = await orWithout(scope, scope.gateway.call("adviceInbox", { number: shown }), null);
  return { ...list, items: [...(alone?.items ?? []), ...list.items] };
}

/** /moderator/advice: suggestions, complaints and reported messages, which administrators answer (spec 2.4, 2.7). */
export const loader = screenLoader({ query: inboxQuery }, async ({ scope, query }) => {
  const { kind, state, page } = query;
  const size = listSizeOf(scope, query.size);
  const isMessages = kind === "message";
  const listInput = { open: state !== "done", page, size };
  const [advice, messages, canned] = await Promise.all([
    readLetters(scope, query, size),
    isMessages ? scope.gateway.call("reportedMessageList", listInput) : null,
    kind === "canned" ? scope.gateway.call("cannedReplyList", {}) : null,
  ]).catch(async (error) => {
    throw error instanceof Forbidden ? await scope.redirect("/") : error;
  });
  const [replies, administrators] = await Promise.all([
    advice && orWithout(scope, scope.gateway.call("cannedReplyList", {}), null),
    advice && orWithout(scope, scope.gateway.call("administratorList", {}), null),
  ]);
  return {
    advice,
    messages,
    canned,
    query,
    size,
    replies: replies?.items ?? [],
    administrators: administrators?.people ?? [],
    submissionId: newSubmissionId(),
  };
});
export const meta = screenMeta();
export const action = inboxAction;

const states = { open: "待处理", late: "已超期", done: "已处理" } as const;

/** Whether a form that came back is of the letter with this number. */
const isOf = (failure: FormFailure | undefined, number: string) =>
  failure?.result.initialValue?.number === number;

export default function AdviceInbox() {
  const { advice, messages, canned, query, size, replies, administrators, submissionId } =
    useLoaderData<typeof loader>();
  const { kind, state } = query;
  const overview = useOverview();
  const { to } = useShell();
  const answered = useActionData();
  const posted = failureOfAny(answered, letterIntents);
  // A form without a button is one of the tab's own.
  const ofLetter = advice || posted?.intent !== undecidedIntent ? posted : undefined;
  const href = (more: object) => to(paths.moderation("advice", { ...hereOf(query), ...more }));
  const parts = overview?.waiting.parts;
  const late = kind === "complaint" ? parts?.lateComplaint : parts?.lateSuggestion;
  const list = advice ?? messages;
  return (
    <ModeratorScreen title="建议与投诉">
      <Tabs
        label="来信的种类"
        tabs={kindNames.map((name) => ({
          name: name === "canned" ? inboxKinds[name] : withCount(inboxKinds[name], parts?.[name]),
          href: to(paths.moderation("advice", { kind: name })),
          current: name === kind,
        }))}
      />
      {list ? (
        <Tabs
          label="处理状态"
          tabs={(Object.keys(states) as (keyof typeof states)[])
            .filter((name) => advice || name !== "late")
            .map((name) => ({
              name: name === "late" ? withCount(states.late, late) : states[name],
              href: href({ state: name, number: undefined, page: undefined }),
              current: name === state && !query.number,
            }))}
        />
      ) : null}
      {advice ? <InboxFilter query={query} administrators={administrators} /> : null}
      {messages ? (
        <ListProblems
          failure={failureOfAny(answered, ["message-uphold", "message-reject"])}
          visible={messages.items.map(({ id }) => id)}
        />
      ) : null}
      {ofLetter && !advice?.items.some(({ number }) => isOf(ofLetter, number)) ? (
        <LostForm failure={ofLetter} />
      ) : null}
      {list && list.items.length === 0 ? (
        <EmptyState
          title={`没有${states[state]}的${inboxKinds[kind]}`}
          text="新的来信会按先后排在这里；超期的排在最前。"
        />
      ) : null}
      {advice && advice.items.length > 0 ? (
        <ListHead
          total={advice.total}
          words={`条${inboxKinds[kind]}`}
          visible={advice.items.length}
          size={size}
          chosen={false}
        />
      ) : null}
      {advice ? (
        <ul className={styles.items} key={submissionId}>
          {advice.items.map((item) => (
            <AdviceItem
              key={item.number}
              item={item}
              failure={isOf(ofLetter, item.number) ? ofLetter : undefined}
              action={href({ shown: item.number })}
              submissionId={submissionId}
              replies={replies}
              administrators={administrators}
            />
          ))}
        </ul>
      ) : null}
      {messages && messages.items.length > 0 ? (
        <MessageForm
          key={submissionId}
          items={messages.items}
          total={messages.total}
          size={size}
          open={state !== "done"}
          submissionId={submissionId}
          failure={failureOfAny(answered, ["message-uphold", "message-reject"])}
        />
      ) : null}
      {canned ? (
        <CannedReplies
          items={canned.items}
          edit={query.edit}
          submissionId={submissionId}
          failure={failureOfAny(answered, ["keep", "remove"])}
        />
      ) : null}
      {list ? <Pagination page={list.page} pages={list.pages} href={(page) => href({ page })} /> : null}
    </ModeratorScreen>
  );
}
