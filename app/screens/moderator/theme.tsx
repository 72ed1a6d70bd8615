import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { orWithout } from "~/failure/explain.server";
import { giveBack } from "~/forms/give-back.server";
import { failureOfAny } from "~/forms/result";
import { newSubmissionId } from "~/forms/submission-id.server";
import { screenMeta } from "~/metadata/screen-meta";
import { useShell } from "~/navigation/use-shell";
import { submitted, undecided } from "~/request/intents.server";
import { screenAction, screenLoader } from "~/request/screen.server";
import { EmptyState } from "~/ui/empty-state";
import { Pagination } from "~/ui/pagination";
import { afterBatch } from "./batch-notice";
import { askBeforeDestroying } from "./deletes-question.server";
import { withDays } from "./fields/filter-query";
import { ModeratorFrame } from "./frame";
import { loadFrame } from "./load-frame.server";
import { OperateForm, type Tried } from "./theme/operate-form";
import { operationsFor } from "./theme/operations";
import { operateSchema, themeQuery } from "./theme/theme.schema";
import { ThemeFilter } from "./theme/theme-filter";

/** /moderator/theme: the topics that one moderates, by what is looked for, and what is done to them (spec 7.2). */
export const loader = screenLoader({ query: themeQuery }, async ({ scope, query }) => {
  const [frame, list, classes] = await Promise.all([
    loadFrame(scope),
    scope.gateway.call("moderatorTopicList", withDays(query)),
    query.fid === undefined
      ? null
      : orWithout(scope, scope.gateway.call("topicClasses", { fid: query.fid }), null),
  ]);
  return { frame, list, query, classes: classes?.classes ?? [], submissionId: newSubmissionId() };
});
export const meta = screenMeta();

export const action = screenAction(
  {},
  {
    operate: submitted(operateSchema, async (form, tools) => {
      const { scope, here, argument, form: typed } = tools;
      const { ids, operation, reason, days, moveTo, classId, pointer, duplicateOf, submissionId } = form;
      const value =
        operation.action === "move"
          ? String(moveTo)
          : operation.action === "class"
            ? String(classId ?? "")
            : operation.value;
      const request = {
        ...{ ids, reason, submissionId, value, action: operation.action },
        days: days ?? 0,
        pointer: pointer === "on",
        ...(operation.action === "close" && duplicateOf !== undefined ? { duplicateOf } : {}),
      };
      if (argument === "try") {
        const tried = await scope.gateway.call("topicOperate", { ...request, dryRun: true });
        return giveBack(scope, { intent: "operate", typed }, {}, { tried });
      }
      const asked =
        operation.action === "recycle" && (await askBeforeDestroying(tools, { of: "topics", ids }));
      if (asked) return asked;
      const answer = await scope.gateway.call("topicOperate", request);
      return afterBatch(tools, answer, { back: here });
    }),
    default: undecided,
  },
);

export default function Theme() {
  const { frame, list, query, classes, submissionId } = useLoaderData<typeof loader>();
  const { to } = useShell();
  const { pathname, search } = useLocation();
  const answer = useActionData() as { tried?: Tried } | undefined;
  const failure = failureOfAny(answer, ["operate", "operate:try"]);
  const href = (page: number) => {
    const address = new URLSearchParams(search);
    address.set("page", String(page));
    return `${pathname}?${address}`;
  };
  return (
    <ModeratorFrame title="主题管理" frame={frame}>
      <ThemeFilter
        action={to("/moderator/theme")}
        query={query}
        sections={frame?.sections ?? []}
        classes={classes}
      />
      {list.topics.length === 0 ? (
        <EmptyState title="没有符合条件的主题" text="换个条件再找找看。" />
      ) : (
        <OperateForm
          key={submissionId}
          topics={list.topics}
          total={list.total}
          operations={operationsFor(frame ?? {})}
          sections={frame?.sections ?? []}
          classes={classes}
          submissionId={submissionId}
          failure={failure}
          tried={answer?.tried}
        />
      )}
      <Pagination page={list.page} pages={list.pages} href={href} />
    </ModeratorFrame>
  );
}
