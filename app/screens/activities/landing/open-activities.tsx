import { Link, useLoaderData } from "@remix-run/react";
import type { ActivityBrief } from "contract/activities/shapes";
import { ActivityCards } from "~/activities/activity-cards";
import { screenMeta } from "~/metadata/screen-meta";
import { breadcrumbData } from "~/metadata/structured-data.server";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { screenLoader } from "~/request/screen.server";
import { EmptyState } from "~/ui/empty-state";
import styles from "./open-activities.module.css";

/** The number of activities that are searched; coming ones are listed before ended ones. */
const activitiesMax = 200;

/** /active (spec 2.1): all activities that are open for sign-up, for a seat or for the waiting list. */
export const loader = screenLoader({}, async ({ scope }) => {
  const { items } = await scope.publicGateway.call("activityList", { size: activitiesMax });
  scope.page.structuredData.push(
    breadcrumbData(scope, [
      { name: "大赛活动", path: paths.activities() },
      { name: "活动报名", path: paths.openActivities() },
    ]),
  );
  return { open: items.filter(({ signUpOpen }) => signUpOpen) };
});
export const meta = screenMeta<typeof loader>({
  description: () => "正在报名的大赛、沙龙、培训和直播。",
});

export default function OpenActivities() {
  const { open } = useLoaderData<typeof loader>() as { open: ActivityBrief[] };
  const { to } = useShell();
  return (
    <section className={`surface ${styles.page}`}>
      <header className={styles.head}>
        <h1>活动报名</h1>
        <p>{open.length > 0 ? `${open.length} 个活动正在报名。` : "现在没有活动在报名。"}</p>
        <nav className="facts" aria-label="活动的其他页面">
          <Link to={to(paths.activities())}>全部活动</Link>{" "}
          <Link to={to(paths.myActivities())}>我的活动</Link>
        </nav>
      </header>
      {open.length > 0 ? (
        <ActivityCards activities={open} Title="h2" href={paths.activityHome} />
      ) : (
        <EmptyState title="没有正在报名的活动" text="看看即将开始报名的，或者往期的活动。">
          <Link className="button" data-primary to={to(paths.activities())}>
            全部活动
          </Link>
        </EmptyState>
      )}
    </section>
  );
}
