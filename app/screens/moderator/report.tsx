import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { id, submissionId } from "contract/base/fields";
import { pageSize } from "contract/base/limits";
import { ids, noteText, reason } from "contract/moderation/fields";
import { asksForDays, authorActionNames, hasItsDays, penaltyDays } from "contract/moderation/penalties";
import { type CaseStatus, caseStatuses, textActionNames } from "contract/moderation/reports";
import { z } from "zod/v4";
import { failureOfAny } from "~/forms/result";
import { newSubmissionId } from "~/forms/submission-id.server";
import { Tabs } from "~/lists/list-page";
import { screenMeta } from "~/metadata/screen-meta";
import { flag, pageNumber } from "~/request/inputs.server";
import { submitted, undecided } from "~/request/intents.server";
import { screenAction, screenLoader } from "~/request/screen.server";
import { EmptyState } from "~/ui/empty-state";
import { Pagination } from "~/ui/pagination";
import { afterBatch } from "./batch-notice";
import { askBeforeDestroying } from "./deletes-question.server";
import { ListFilter } from "./fields/list-filter";
import { ModeratorFrame } from "./frame";
import { loadFrame } from "./load-frame.server";
import { Appeals } from "./report/appeals";
import { CaseForm } from "./report/case-form";

const statuses = Object.keys(caseStatuses) as [CaseStatus, ...CaseStatus[]];
const query = z.object({
  status: z.enum(statuses).catch("waiting"),
  fid: id.optional().catch(undefined),
  mine: flag,
  /** Appeals in place of reports: those that wait, or that were decided. */
  appeals: z.enum(["open", "decided"]).optional().catch(undefined),
  page: pageNumber,
});

/** /moderator/report: what was reported, all of one text together, settled by one form (spec 2.1, 7.2). */
export const loader = screenLoader({ query }, async ({ scope, query: { appeals: which, ...asked } }) => {
  const [frame, list, appeals] = await Promise.all([
    loadFrame(scope),
    which ? null : scope.gateway.call("reportList", asked),
    which
      ? scope.gateway.call("appealList", { decided: which === "decided", fid: asked.fid, page: asked.page })
      : null,
  ]);
  return { frame, list, appeals, which, asked, submissionId: newSubmissionId() };
});
export const meta = screenMeta();

const settlement = z.object({
  ...{ ids, reason, submissionId, days: penaltyDays },
  action: z.enum(textActionNames).default("none"),
  author: z.enum(authorActionNames).default("none"),
});

const settle = (decision: "uphold" | "reject") =>
  submitted(
    decision === "uphold"
      ? settlement.refine(({ author, days }) => hasItsDays(author, days), asksForDays)
      : settlement,
    async (form, tools) => {
      const deletes = decision === "uphold" && form.action === "recycle";
      const asked = deletes && (await askBeforeDestroying(tools, { of: "cases", ids: form.ids }));
      if (asked) return asked;
      const answer = await tools.scope.gateway.call("handleReport", { ...form, decision });
      return afterBatch(tools, answer, { back: tools.here });
    },
  );

const decide = (decision: "uphold" | "reject") =>
  submitted(z.object({ ids, reason, submissionId }), async (form, { scope, here, done }) => {
    const answer = await scope.gateway.call("handleAppeal", { ...form, decision });
    return afterBatch({ done }, answer, { back: here });
  });

/** What moderators tell one another of the chosen cases, one after the other. */
const note = submitted(z.object({ ids, note: noteText }), async (form, { scope, here, done }) => {
  for (const each of form.ids.slice(0, pageSize))
    await scope.gateway.call("addCaseNote", { id: each, text: form.note });
  return done(here, "已记下备注");
});

const assign = (back: boolean) =>
  submitted(z.object({ ids, submissionId }), async (form, { scope, here, done }) => {
    const answer = await scope.gateway.call("assignReport", { ...form, back });
    return afterBatch({ done }, answer, { back: here });
  });

export const action = screenAction(
  { query },
  {
    ...{ uphold: settle("uphold"), reject: settle("reject"), assign: assign(false), release: assign(true) },
    note,
    ...{ "appeal-uphold": decide("uphold"), "appeal-reject": decide("reject") },
    default: undecided,
  },
);

export default function Report() {
  const { frame, list, appeals, which, asked, submissionId: submission } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const answer = useActionData();
  const failure = failureOfAny(answer, [
    ...["uphold", "reject", "assign", "release", "note"],
    ...["appeal-uphold", "appeal-reject"],
  ]);
  const kept = which
    ? { status: "", mine: "", appeals: which }
    : { status: asked.status, mine: asked.mine ? "1" : "", appeals: "" };
  const href = (more: Record<string, string | number>) => {
    const all = { ...kept, fid: asked.fid ?? "", ...more };
    const said = Object.entries(all).filter(([, value]) => value !== "");
    return `${pathname}?${new URLSearchParams(said.map(([name, value]) => [name, String(value)]))}`;
  };
  const open = asked.status === "waiting" || asked.status === "working";
  const filter = (
    <ListFilter
      label={which ? "筛选申诉" : "筛选举报"}
      action={pathname}
      kept={kept}
      sections={frame?.sections ?? []}
      fid={asked.fid}
    />
  );
  return (
    <ModeratorFrame title={which ? "申诉" : "举报处理"} frame={frame}>
      <Tabs
        label="举报的状态"
        tabs={[
          ...statuses.map((status) => ({
            name: caseStatuses[status],
            href: href({ status, appeals: "" }),
            current: !which && asked.status === status,
          })),
          {
            name: "申诉",
            href: href({ status: "", mine: "", appeals: "open" }),
            current: which !== undefined,
          },
        ]}
      />
      {list ? (
        <>
          <Tabs
            label="谁的举报"
            tabs={[
              { name: "全部", href: href({ mine: "" }), current: !asked.mine },
              { name: "我受理的", href: href({ mine: "1" }), current: asked.mine },
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
          open={which === "open"}
          href={href}
          filter={filter}
          submissionId={submission}
          failure={failure}
        />
      ) : null}
    </ModeratorFrame>
  );
}
