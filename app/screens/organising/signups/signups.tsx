import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { giveBack } from "~/forms/give-back.server";
import { failureOfAny } from "~/forms/result";
import { screenMeta } from "~/metadata/screen-meta";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { pathId } from "~/request/inputs.server";
import { type ActionTools, undecided } from "~/request/intents.server";
import { screenAction, screenLoader } from "~/request/screen.server";
import { EmptyState } from "~/ui/empty-state";
import { Pagination } from "~/ui/pagination";
import { loadManaged } from "../parts/load-managed.server";
import styles from "../parts/organising.module.css";
import { review, reviewAllForm, reviewForm, undoReview } from "../parts/review.server";
import { reviewIntents } from "../parts/review-buttons";
import { Counts } from "./counts";
import { SignupFilter } from "./signup-filter";
import { SignupList } from "./signup-list";
import { callOf, idsOf, signupsQuery } from "./signups-query.server";

const inputs = { params: z.object({ id: pathId }), query: signupsQuery, missing: "没有这个活动" };

/** /activity/manage/{id}: the sign-ups of an activity by state, category and search text, and their review. */
export const loader = screenLoader(inputs, async ({ scope, params, query }) => {
  const [managed, list] = await Promise.all([
    loadManaged(scope, params.id),
    scope.gateway.call("activitySignups", callOf(params.id, query)),
  ]);
  const items = list.items.map(({ answers: _, ...row }) => row);
  return { ...managed, list: { ...list, items, fields: [] }, query: query };
});
export const meta = screenMeta<typeof loader>({ title: ({ activity }) => `${activity.title} · 报名名单` });

type Tools = ActionTools<typeof inputs.query, typeof inputs.params>;

export const action = screenAction(inputs, {
  review: async (tools: Tools) => {
    const { scope, form, params, query } = tools;
    if (form.get("all") !== "1")
      return tools.submit(reviewForm, (chosen) => review(chosen, tools, params.id));
    return tools.submit(reviewAllForm, async ({ reason }) => {
      const ids = await idsOf(scope, params.id, query);
      if (ids.length > 0) return review({ ids, reason, all: true }, tools, params.id);
      const problems = ["没有符合条件的报名"];
      return giveBack(scope, { intent: tools.intent, typed: form }, { status: 400, problems });
    });
  },
  undoReview: (tools: Tools) => undoReview(tools.params.id)(tools),
  default: undecided,
});

export default function Signups() {
  const { activity, counts, list, query: filters } = useLoaderData<typeof loader>();
  const { to } = useShell();
  const answer = useActionData();
  const failure = failureOfAny(answer, reviewIntents);
  const isNarrowed = Boolean(filters.state || filters.category || filters.came || filters.q);
  return (
    <>
      <Counts activityId={activity.id} counts={counts} query={filters} />
      <section className={styles.part} aria-labelledby="signups">
        <h2 id="signups">报名名单</h2>
        <SignupFilter activityId={activity.id} filters={filters} categories={counts.categories} />
        {list.items.length > 0 ? (
          <SignupList activityId={activity.id} list={list} failure={failure} />
        ) : (
          <EmptyState
            title={isNarrowed ? "没有符合条件的报名" : "还没有人报名"}
            text={isNarrowed ? "少选一个条件，或者换个写法查找。" : "有人报名以后，会列在这里。"}
          />
        )}
        <Pagination
          page={list.page}
          pages={list.pages}
          href={(page) => to(paths.manage(activity.id, { ...filters, page }))}
        />
      </section>
    </>
  );
}
