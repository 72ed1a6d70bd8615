import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { id, submissionId } from "contract/base/fields";
import { logActions } from "contract/moderation/actions";
import { type CaseStatus, caseStatuses, textActionNames } from "contract/moderation/constants";
import { listSizes, noteText, reason, shortIds } from "contract/moderation/fields";
import { asksForDays, authorActionNames, hasItsDays, penaltyDays } from "contract/moderation/penalties";
import { z } from "zod";
import { failureOfAny } from "~/forms/result";
import { newSubmissionId } from "~/forms/submission-id.server";
import { Tabs } from "~/lists/list-page";
import { screenMeta } from "~/metadata/screen-meta";
import { afterBatch } from "~/moderation/batch-notice";
import { destroyingQuestion } from "~/moderation/deletes-question.server";
import { decides, overChosen } from "~/moderation/list-action.server";
import { listSizeOf, optionalListSize } from "~/moderation/list-size.server";
import { addressOf } from "~/navigation/address-query";
import { flag, pageNumber } from "~/request/inputs.server";
import { type ActionTools, submitted, undecided } from "~/request/intents.server";
import { screenAction, screenLoader } from "~/request/screen.server";
import { EmptyState } from "~/ui/empty-state";
import { Pagination } from "~/ui/pagination";
import { withCount } from "../fields/counts";
import { ListFilter } from "../fields/list-filter";
import { ListProblems } from "../fields/list-problems";
import { ModeratorScreen } from "../frame";
import { useOverview } from "../use-overview";
import { Appeals } from "./appeals";
import { CaseForm } from "./case-form";

const statuses = Object.keys(caseStatuses) as [CaseStatus, ...CaseStatus[]];
const query = z.object({
  status: z.enum(statuses).catch("waiting"),
  fid: id.optional().catch(undefined),
  mine: flag,
  /** Shows appeals instead of reports: waiting or decided ones. */
  appeals: z.enum(["open", "decided"]).optional().catch(undefined),
  size: optionalListSize,
  page: pageNumber,
});

/** /moderator/report: cases, each with all reports of one text, settled by one form (spec 2.1, 7.2). */
export const loader = screenLoader({ query }, async ({ scope, query: { appeals: which, ...filters } }) => {
  const size = listSizeOf(scope, filters.size);
  const { fid, page } = filters;
  const [list, appeals] = await Promise.all([
    which ? null : scope.gateway.call("reportList", { ...filters, size }),
    which ? scope.gateway.call("appealList", { decided: which === "decided", fid, page, size }) : null,
  ]);
  return { list, appeals, which, filters, size, submissionId: newSubmissionId() };
});
export const meta = screenMeta();

const settlement = z.object({
  ids: shortIds,
  reason,
  submissionId,
  days: penaltyDays,
  action: z.enum(textActionNames).default("none"),
  author: z.enum(authorActionNames).default("none"),
});

/** The whole lists with the filters of their addresses, on all pages. */
const allCases = {
  list: ({ query: { status, fid, mine } }: ActionTools<typeof query>) => ({
    list: "reports" as const,
    status,
    fid,
    mine,
  }),
  row: (action: string): Record<string, string> => (action === "" ? {} : { action }),
};
const allAppeals = {
  list: ({ query: { fid } }: ActionTools<typeof query>) => ({ list: "appeals" as const, fid }),
};

const settle = (decision: "uphold" | "reject") =>
  decides(
    decision === "uphold"
      ? settlement.refine(({ author, days }) => hasItsDays(author, days), asksForDays)
      : settlement,
    {
      ...allCases,
      name: logActions[decision],
      act: (form, { scope }) => scope.gateway.call("handleReport", { ...form, decision }),
      question: ({ ids: chosen, action }, { scope }) =>
        decision === "uphold" && action === "recycle"
          ? destroyingQuestion(scope, { of: "cases", ids: chosen })
          : null,
    },
  );

const decide = (decision: "uphold" | "reject") =>
  decides(z.object({ ids: shortIds, reason, submissionId }), {
    ...allAppeals,
    name: logActions[decision === "uphold" ? "appealUpheld" : "appealRejected"],
    act: (form, { scope }) => scope.gateway.call("handleAppeal", { ...form, decision }),
  });

/**
 * Adds a note for other moderators to the selected cases, one call per case. At most one page of cases can be
 * selected.
 */
const note = submitted(
  z.object({
    ids: shortIds.refine(
      (chosen) => chosen.length <= Math.max(...listSizes),
      "备注一次最多写给一页举报，请减少勾选",
    ),
    wholeList: z.undefined("备注只写给勾选的举报，请去掉「全部」再勾选").optional(),
    note: noteText,
  }),
  async (form, { scope, here, done }) => {
    for (const each of form.ids) await scope.gateway.call("addCaseNote", { id: each, text: form.note });
    return done(here, "已记下备注");
  },
);

const assign = (back: boolean) =>
  overChosen(z.object({ ids: shortIds, submissionId }), allCases, async (form, { scope, here, done }) => {
    const answer = await scope.gateway.call("assignReport", { ...form, back });
    return afterBatch({ done }, answer, { back: here });
  });

export const action = screenAction(
  { query },
  {
    uphold: settle("uphold"),
    reject: settle("reject"),
    assign: assign(false),
    release: assign(true),
    note,
    "appeal-uphold": decide("uphold"),
    "appeal-reject": decide("reject"),
    default: undecided,
  },
);

export default function Report() {
  const { list, appeals, which, filters, size, submissionId: submission } = useLoaderData<typeof loader>();
  const overview = useOverview();
  const { pathname } = useLocation();
  const answer = useActionData();
  const failure = failureOfAny(answer, [
    ...["uphold", "reject", "assign", "release", "note"],
    ...["appeal-uphold", "appeal-reject"],
  ]);
  const hiddenFields = which
    ? { status: "", mine: "", appeals: which }
    : { status: filters.status, mine: filters.mine ? "1" : "", appeals: "" };
  const href = (more: Record<string, string | number>) => {
    return addressOf(pathname, { ...hiddenFields, fid: filters.fid, ...more });
  };
  const waiting = overview?.waiting;
  const open = filters.status === "waiting" || filters.status === "working";
  const filter = (
    <ListFilter
      label={which ? "筛选申诉" : "筛选举报"}
      action={pathname}
      hiddenFields={hiddenFields}
      sections={overview?.sections ?? []}
      values={filters}
    />
  );
  return (
    <ModeratorScreen title={which ? "申诉" : "举报处理"}>
      <Tabs
        label="举报的状态"
        tabs={[
          ...statuses.map((status) => ({
            name: withCount(caseStatuses[status], waiting?.parts[status as "waiting" | "working"]),
            href: href({ status, appeals: "" }),
            current: !which && filters.status === status,
          })),
          {
            name: withCount("申诉", waiting?.appeal.count),
            href: href({ status: "", mine: "", appeals: "open" }),
            current: which !== undefined,
          },
        ]}
      />
      <ListProblems
        failure={failure}
        visible={(list?.cases ?? appeals?.items ?? []).map((each) => each.id)}
      />
      {list ? (
        <>
          <Tabs
            label="谁的举报"
            tabs={[
              { name: "全部", href: href({ mine: "" }), current: !filters.mine },
              { name: "我受理的", href: href({ mine: "1" }), current: filters.mine },
            ]}
          />
          {filter}
          {list.cases.length === 0 ? (
            <EmptyState title="没有这样的举报" text="新的举报会按先后排在这里，同一条内容的举报合在一起。" />
          ) : (
            <CaseForm
              key={submission}
              cases={list.cases}
              total={list.total}
              size={size}
              open={open}
              submissionId={submission}
              failure={failure}
            />
          )}
          <Pagination page={list.page} pages={list.pages} href={(page) => href({ page })} />
        </>
      ) : null}
      {appeals ? (
        <Appeals
          key={submission}
          list={appeals}
          size={size}
          waiting={waiting?.appeal.count}
          open={which === "open"}
          href={href}
          filter={filter}
          submissionId={submission}
          failure={failure}
        />
      ) : null}
    </ModeratorScreen>
  );
}
