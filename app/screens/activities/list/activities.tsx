import { data } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import type { CallResponse } from "contract";
import { activityCalls } from "contract/activities/calls";
import type { ActivityBrief } from "contract/activities/shapes";
import { ActivityCards } from "~/activities/activity-cards";
import { kindName } from "~/activities/words";
import { checkTexts } from "~/lists/kit/list-query.server";
import { NothingListed } from "~/lists/kit/nothing-listed";
import { PageHead, Ways } from "~/lists/kit/page-head";
import { screenMeta } from "~/metadata/screen-meta";
import { breadcrumbData } from "~/metadata/structured-data.server";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { screenLoader } from "~/request/screen.server";
import { Icon } from "~/ui/icon";
import { Pagination } from "~/ui/pagination";
import styles from "./activities.module.css";
import { isNarrowed, type ListQuery, listHref } from "./activities-query";
import { activitiesQuery } from "./activities-query.server";
import { ActivityFilters } from "./activity-filters";

interface ActivitiesData {
  query: ListQuery;
  problem: string | null;
  list: CallResponse<"activityList"> | null;
}

/**
 * /eventActivities/index: competitions, salons, trainings and live broadcasts by kind, state and keyword, all in the
 * address (spec 2.1).
 */
export const loader = screenLoader({ query: activitiesQuery }, async ({ scope, query: input }) => {
  const { query, problems } = checkTexts(input, { q: activityCalls.activityList.request.shape.q });
  const problem = problems.q ?? null;
  const list = problem ? null : await scope.publicGateway.call("activityList", query);
  scope.page.structuredData.push(breadcrumbData(scope, [{ name: "大赛活动", path: paths.activities() }]));
  const loaded: ActivitiesData = { query, problem, list };
  return data(loaded, { status: problem ? 400 : 200 });
});

export const meta = screenMeta<typeof loader>({
  title: (loaded) => {
    const { kind } = (loaded as ActivitiesData).query;
    return kind ? `${kindName(kind)} · 大赛活动` : undefined;
  },
  description: () => "大赛、沙龙、培训和直播：什么时候、在哪里、还有多少名额，报名、组队、签到都在这里。",
  head: (loaded) => {
    const { list } = loaded as ActivitiesData;
    return list ? { page: list.page } : {};
  },
});

export default function Activities() {
  const { query, problem, list } = useLoaderData<typeof loader>() as ActivitiesData;
  const { to } = useShell();
  return (
    <div className={styles.page}>
      <PageHead title="大赛活动">
        <p>大赛、沙龙、培训和直播，在这里报名。</p>
        <Ways label="大赛活动的页面">
          <Link to={to(paths.openActivities())}>正在报名</Link>{" "}
          <Link to={to(paths.myActivities())}>我的活动</Link>{" "}
          <a href={paths.activityCalendar()}>
            <Icon name="calendar-event" /> 订阅日历（.ics）
          </a>
        </Ways>
      </PageHead>
      <section className={`surface ${styles.box}`} aria-label="活动列表">
        <ActivityFilters query={query} problem={problem} />
        <p className={styles.count} role="status">
          {list ? `${list.total} 个活动` : ""}
        </p>
        {list && list.items.length > 0 ? (
          <Groups activities={list.items} />
        ) : (
          <NothingListed
            things="活动"
            problem={problem !== null}
            narrowed={isNarrowed(query)}
            all={paths.activities()}
          />
        )}
        <Pagination
          page={list?.page ?? 1}
          pages={list?.pages ?? 1}
          href={(page) => listHref(to(paths.activities()), query, { page })}
        />
      </section>
    </div>
  );
}

/** Activities to come, and those that are over apart from them. */
function Groups({ activities }: { activities: ActivityBrief[] }) {
  const groups = [
    { id: "ahead", title: "近期活动", items: activities.filter(({ state }) => state !== "ended") },
    { id: "over", title: "往期回顾", items: activities.filter(({ state }) => state === "ended") },
  ];
  return groups
    .filter(({ items }) => items.length > 0)
    .map(({ id, title, items }) => (
      <section key={id} aria-labelledby={id}>
        <h2 id={id} className={styles.group}>
          {title}
        </h2>
        <ActivityCards activities={items} />
      </section>
    ));
}
