import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { orWithout } from "~/failure/explain.server";
import { giveBack } from "~/forms/give-back.server";
import { failureOfAny } from "~/forms/result";
import { newSubmissionId } from "~/forms/submission-id.server";
import { screenMeta } from "~/metadata/screen-meta";
import { destroyingQuestion } from "~/moderation/deletes-question.server";
import { decides, overChosen } from "~/moderation/list-action.server";
import { listSizeOf } from "~/moderation/list-size.server";
import { operateRequest, operateSchema } from "~/moderation/operate.schema";
import { operationLabel, operationsFor } from "~/moderation/operations";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { type ActionTools, undecided } from "~/request/intents.server";
import { screenAction, screenLoader } from "~/request/screen.server";
import { EmptyState } from "~/ui/empty-state";
import { Pagination } from "~/ui/pagination";
import { withDays } from "../fields/filter-query";
import { ListProblems } from "../fields/list-problems";
import { ModeratorScreen } from "../frame";
import { useOverview } from "../use-overview";
import { OperateForm, type Tried } from "./operate-form";
import { ThemeFilter } from "./theme-filter";
import { themeQuery } from "./theme-query.server";

/** /moderator/theme: the topics of the moderator's sections, with filters and actions (spec 7.2). */
export const loader = screenLoader({ query: themeQuery }, async ({ scope, query }) => {
  const size = listSizeOf(scope, query.size);
  const [list, classes] = await Promise.all([
    scope.gateway.call("moderatorTopicList", withDays({ ...query, size })),
    query.fid === undefined
      ? null
      : orWithout(scope, scope.gateway.call("topicClasses", { fid: query.fid }), null),
  ]);
  return { list, query, size, classes: classes?.classes ?? [], submissionId: newSubmissionId() };
});
export const meta = screenMeta();

/** The whole list with the filters of its address, on all pages. */
const wholeOf = {
  list: (tools: ActionTools<typeof themeQuery>) => ({ list: "topics" as const, ...withDays(tools.query) }),
};

const operate = decides(operateSchema, {
  ...wholeOf,
  row: (value) => ({ operation: value }),
  name: ({ operation }) => operationLabel(operation),
  act: (form, { scope }) => scope.gateway.call("topicOperate", operateRequest(form)),
  question: ({ operation, ids }, { scope }) =>
    operation.action === "recycle" ? destroyingQuestion(scope, { of: "topics", ids }) : null,
});
const tryOut = overChosen(operateSchema, wholeOf, async (form, { scope, intent, form: typed }) => {
  const tried = await scope.gateway.call("topicOperate", { ...operateRequest(form), dryRun: true });
  return giveBack(scope, { intent, typed }, {}, { tried });
});

export const action = screenAction(
  { query: themeQuery },
  {
    operate: (tools) => (tools.argument === "try" ? tryOut(tools) : operate(tools)),
    default: undecided,
  },
);

export default function Theme() {
  const { list, query, size, classes, submissionId } = useLoaderData<typeof loader>();
  const overview = useOverview();
  const { to } = useShell();
  const { pathname, search } = useLocation();
  const answer = useActionData() as { tried?: Tried } | undefined;
  const failure = failureOfAny(answer, ["operate"]);
  const href = (page: number) => {
    const address = new URLSearchParams(search);
    address.set("page", String(page));
    return `${pathname}?${address}`;
  };
  return (
    <ModeratorScreen title="主题管理">
      <ThemeFilter
        action={to(paths.moderation("theme"))}
        query={query}
        sections={overview?.sections ?? []}
        classes={classes}
      />
      <ListProblems failure={failure} visible={list.topics.map(({ tid }) => tid)} />
      {list.topics.length === 0 ? (
        <EmptyState title="没有符合条件的主题" text="换个条件再找找看。" />
      ) : (
        <OperateForm
          key={submissionId}
          topics={list.topics}
          total={list.total}
          size={size}
          operations={operationsFor(overview ?? {})}
          sections={overview?.sections ?? []}
          classes={classes}
          submissionId={submissionId}
          failure={failure}
          tried={answer?.tried}
        />
      )}
      <Pagination page={list.page} pages={list.pages} href={href} />
    </ModeratorScreen>
  );
}
