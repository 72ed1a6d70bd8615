import { Link, useLoaderData } from "@remix-run/react";
import type { CallResponse } from "contract";
import type { ActivityBrief } from "contract/activities/shapes";
import { z } from "zod";
import { momentOf, placeOf, signupKind, signupStateName, spanOf, stateName } from "~/activities/words";
import { screenMeta } from "~/metadata/screen-meta";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { pageNumber } from "~/request/inputs.server";
import { screenLoader } from "~/request/screen.server";
import { EmptyState } from "~/ui/empty-state";
import { Pagination } from "~/ui/pagination";
import { PersonalScreen } from "../personal-frame";
import styles from "./activities.module.css";

/**
 * /personalCenter/activities: the activities that the member signed up for, latest first, and those that the member
 * organises or judges.
 */
export const loader = screenLoader(
  { query: z.object({ page: pageNumber }) },
  async ({ scope, query: { page } }) => ({ mine: await scope.gateway.call("activityMine", { page }) }),
);
export const meta = screenMeta();

export default function MyActivities() {
  const { mine } = useLoaderData<typeof loader>() as { mine: CallResponse<"activityMine"> };
  const { to } = useShell();
  return (
    <PersonalScreen title="我的活动">
      {mine.organised.length > 0 ? (
        <Others title="我组织的" activities={mine.organised} href={paths.manageActivity} />
      ) : null}
      {mine.judged.length > 0 ? (
        <Others title="我评审的" activities={mine.judged} href={paths.manageActivity} />
      ) : null}
      {mine.items.length === 0 ? (
        <EmptyState title="还没有报名活动" text="看看有哪些大赛、沙龙、培训和直播正在报名。">
          <Link className="button" data-primary to={to(paths.openActivities())}>
            正在报名的活动
          </Link>
        </EmptyState>
      ) : (
        <ul className={styles.rows}>
          {mine.items.map(({ signupId, activity, state, place, at }) => (
            <li key={signupId}>
              <div>
                <Link to={to(paths.activityEntry(activity.id))}>{activity.title}</Link>
                <p className="facts">
                  <time dateTime={activity.startAt}>{spanOf(activity)}</time>
                  <span>{placeOf(activity)}</span>
                  <span>{stateName(activity.state)}</span>
                  <span>{momentOf(at)} 报名</span>
                </p>
              </div>
              <span className="label" data-kind={signupKind(state)}>
                {signupStateName(state)}
                {place ? `第 ${place} 位` : ""}
              </span>
            </li>
          ))}
        </ul>
      )}
      <Pagination page={mine.page} pages={mine.pages} href={(page) => to(paths.myActivities(page))} />
    </PersonalScreen>
  );
}

interface OthersProps {
  title: string;
  activities: ActivityBrief[];
  href: (id: number) => string;
}

/** Activities in which the member has another role than participant. */
function Others({ title, activities, href }: OthersProps) {
  const { to } = useShell();
  return (
    <section className={styles.part} aria-label={title}>
      <h2>{title}</h2>
      <ul className={styles.rows}>
        {activities.map((activity) => (
          <li key={activity.id}>
            <div>
              <Link to={to(href(activity.id))} prefetch="none">
                {activity.title}
              </Link>
              <p className="facts">
                <time dateTime={activity.startAt}>{spanOf(activity)}</time>
                <span>{activity.signedUp} 人报名</span>
              </p>
            </div>
            <span className="label">{stateName(activity.state)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
