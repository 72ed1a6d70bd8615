import { data } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import type { CallResponse } from "contract";
import { ActivityCards } from "~/activities/activity-cards";
import { kindName } from "~/activities/words";
import { screenMeta } from "~/metadata/screen-meta";
import { breadcrumbData } from "~/metadata/structured-data.server";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { screenLoader } from "~/request/screen.server";
import { EmptyState } from "~/ui/empty-state";
import { Icon } from "~/ui/icon";
import { Pagination } from "~/ui/pagination";
import styles from "./activities.module.css";
import { isNarrowed, type ListQuery, listHref } from "./activities-query";
import { activitiesQuery, checkList } from "./activities-query.server";
import { ActivityFilters } from "./activity-filters";

interface ActivitiesData {
  query: ListQuery;
  problem: string | null;
  list: CallResponse<"activityList"> | null;
}

/**
 * /eventActivities/index: competitions, salons, trainings and live broadcasts by kind, state and keyword, all of it in
 * the address (spec 2.1).
 */
export const loader = screenLoader({ query: activitiesQuery }, async ({ scope, query: asked }) => {
  const { query, problem } = checkList(asked);
  const list = problem ? null : await scope.publicGateway.call("activityList", query);
  scope.structuredData.push(breadcrumbData(scope, [{ name: "大赛活动", path: paths.activities() }]));
  const shown: ActivitiesData = { query, problem, list };
  return data(shown, { status: problem ? 400 : 200 });
});

export const meta = screenMeta<typeof loader>({
  title: (said) => {
    const { kind } = (said as ActivitiesData).query;
    return kind ? `${kindName(kind)} · 大赛活动` : undefined;
  },
  description: () => "大赛、沙龙、培训和直播：什么时候、在哪里、还有多少名额，报名、组队、签到都在这里。",
  head: (said) => {
    const { list } = said as ActivitiesData;
    return list ? { page: list.page } : {};
  },
});

export default function Activities() {
  const { query, problem, list } = useLoaderData<typeof loader>() as ActivitiesData;
  const { to } = useShell();
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>大赛活动</h1>
        <p>大赛、沙龙、培训和直播，在这里报名。</p>
        <nav className={`facts ${styles.ways}`} aria-label="大赛活动的页面">
          <Link to={to(paths.openActivities())}>正在报名</Link>{" "}
          <Link to={to(paths.myActivities())}>我的活动</Link>{" "}
          <a href={paths.activityCalendar()}>
            <Icon name="calendar-event" /> 订阅日历（.ics）
          </a>
        </nav>
      </header>
      <section className={`surface ${styles.box}`} aria-label="活动列表">
        <ActivityFilters query={query} problem={problem} />
        <p className={styles.count} role="status">
          {list ? `${list.total} 个活动` : ""}
        </p>
        {list && list.items.length > 0 ? (
          <ActivityCards activities={list.items} Title="h2" />
        ) : (
          <EmptyState
            title={problem ? "筛选条件有误" : isNarrowed(query) ? "没有符合条件的活动" : "还没有活动"}
            text={problem ? "请按提示改好条件，再筛选一次。" : "少选一个条件，或者换个说法查找。"}
          >
            <Link className="button" data-primary to={to(paths.activities())}>
              看全部活动
            </Link>
          </EmptyState>
        )}
        <Pagination
          page={list?.page ?? 1}
          pages={list?.pages ?? 1}
          href={(page) => to(listHref(query, { page }))}
        />
      </section>
    </div>
  );
}
