import { useActionData, useLoaderData } from "@remix-run/react";
import { submissionId } from "contract/base/fields";
import { adviceAnswerMax, complaintStatuses, suggestionStatuses } from "contract/feedback/constants";
import { logActions } from "contract/moderation/actions";
import { reason, shortIds } from "contract/moderation/fields";
import { z } from "zod";
import { FormProblems } from "~/forms/field-parts";
import { failureOf, failureOfAny, undecidedIntent } from "~/forms/result";
import { newSubmissionId } from "~/forms/submission-id.server";
import { Forbidden } from "~/gateway-client/errors";
import { Tabs } from "~/lists/list-page";
import { screenMeta } from "~/metadata/screen-meta";
import { decides } from "~/moderation/list-action.server";
import { listSizeOf, optionalListSize } from "~/moderation/list-size.server";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { pageNumber } from "~/request/inputs.server";
import { submitted, undecided } from "~/request/intents.server";
import { screenAction, screenLoader } from "~/request/screen.server";
import { EmptyState } from "~/ui/empty-state";
import { Pagination } from "~/ui/pagination";
import { withCount } from "../fields/counts";
import { ListHead } from "../fields/list-head";
import { ListProblems } from "../fields/list-problems";
import { ModeratorScreen } from "../frame";
import { useOverview } from "../use-overview";
import { AdviceItem } from "./advice-item";
import styles from "./inbox.module.css";
import { MessageForm } from "./message-form";

const kinds = { suggestion: "建议", complaint: "投诉", message: "私信举报" } as const;
const kindNames = Object.keys(kinds) as [keyof typeof kinds, ...(keyof typeof kinds)[]];

const query = z.object({
  kind: z.enum(kindNames).catch("suggestion"),
  state: z.enum(["open", "done"]).catch("open"),
  size: optionalListSize,
  page: pageNumber,
});

/** /moderator/advice: suggestions, complaints and reported messages, which administrators answer (spec 2.4, 2.7). */
export const loader = screenLoader({ query }, async ({ scope, query: { kind, state, ...paged } }) => {
  const size = listSizeOf(scope, paged.size);
  const listInput = { open: state === "open", page: paged.page, size };
  const [advice, messages] = await Promise.all([
    kind === "message" ? null : scope.gateway.call("adviceInbox", { ...listInput, kind }),
    kind === "message" ? scope.gateway.call("reportedMessageList", listInput) : null,
  ]).catch(async (error) => {
    throw error instanceof Forbidden ? await scope.redirect("/") : error;
  });
  return { advice, messages, kind, state, size, submissionId: newSubmissionId() };
});
export const meta = screenMeta();

const number = z.string("编号有误").max(40, "编号有误");
const answer = z.string().max(adviceAnswerMax, `答复不能超过 ${adviceAnswerMax} 个字`).default("");

const settle = (decision: "uphold" | "reject") =>
  decides(z.object({ ids: shortIds, reason, submissionId }), {
    list: () => ({ list: "messages" as const }),
    name: logActions[decision === "uphold" ? "upholdMessage" : "rejectMessage"],
    act: (form, { scope }) => scope.gateway.call("handleMessageReport", { ...form, decision }),
  });

export const action = screenAction(
  { query },
  {
    suggestion: submitted(
      z.object({ number, answer, status: z.enum(suggestionStatuses, "请选择处理状态") }),
      async (form, { scope, here, done }) => {
        await scope.gateway.call("decideSuggestion", form);
        return done(here, `已答复 ${form.number}`);
      },
    ),
    complaint: submitted(
      z.object({ number, answer, status: z.enum(complaintStatuses, "请选择处理状态") }),
      async (form, { scope, here, done }) => {
        await scope.gateway.call("decideComplaint", form);
        return done(here, `已答复 ${form.number}`);
      },
    ),
    "message-uphold": settle("uphold"),
    "message-reject": settle("reject"),
    default: undecided,
  },
);

export default function AdviceInbox() {
  const { advice, messages, kind, state, size, submissionId: submission } = useLoaderData<typeof loader>();
  const overview = useOverview();
  const { to } = useShell();
  const answered = useActionData();
  const failure = failureOfAny(answered, ["suggestion", "complaint", "message-uphold", "message-reject"]);
  const href = (more: Record<string, string | number>) =>
    to(paths.moderation("advice", { kind, state, ...more }));
  const list = advice ?? messages;
  return (
    <ModeratorScreen title="建议与投诉">
      <Tabs
        label="来信的种类"
        tabs={kindNames.map((name) => ({
          name: withCount(kinds[name], overview?.waiting.parts[name]),
          href: href({ kind: name, state: "open" }),
          current: name === kind,
        }))}
      />
      <Tabs
        label="处理状态"
        tabs={[
          { name: "待处理", href: href({ state: "open" }), current: state === "open" },
          { name: "已处理", href: href({ state: "done" }), current: state === "done" },
        ]}
      />
      {messages ? <ListProblems failure={failure} visible={messages.items.map(({ id }) => id)} /> : null}
      {list && list.items.length === 0 ? (
        <EmptyState
          title={`没有${state === "open" ? "待处理的" : "处理过的"}${kinds[kind]}`}
          text="新的来信会按先后排在这里。"
        />
      ) : null}
      {advice && advice.items.length > 0 ? (
        <ListHead
          total={advice.total}
          words={`条${kinds[kind]}`}
          visible={advice.items.length}
          size={size}
          chosen={false}
        />
      ) : null}
      {/* Each item has its own form; messages that belong to no item are shown above the list. */}
      {advice ? (
        <FormProblems
          id="advice-problems"
          errors={failureOf(answered, undecidedIntent)?.result.error?.[""] ?? undefined}
        />
      ) : null}
      {advice ? (
        <ul className={styles.items} key={submission}>
          {advice.items.map((item) => (
            <AdviceItem key={item.number} item={item} failure={failure} />
          ))}
        </ul>
      ) : null}
      {messages && messages.items.length > 0 ? (
        <MessageForm
          key={submission}
          items={messages.items}
          total={messages.total}
          size={size}
          open={state === "open"}
          submissionId={submission}
          failure={failure}
        />
      ) : null}
      {list ? <Pagination page={list.page} pages={list.pages} href={(page) => href({ page })} /> : null}
    </ModeratorScreen>
  );
}
