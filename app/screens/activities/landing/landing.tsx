import { Link, useLoaderData } from "@remix-run/react";
import type { ActivityWhole, MySignup } from "contract/activities/shapes";
import { z } from "zod";
import { ActivityCover, ActivityFacts, ActivityLabels } from "~/activities/activity-cards";
import { momentOf } from "~/activities/words";
import { screenMeta } from "~/metadata/screen-meta";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { optionalId } from "~/request/inputs.server";
import { screenLoader } from "~/request/screen.server";
import { WayIn } from "../detail/way-in";
import { signupBeside } from "../register/register.server";
import styles from "./landing.module.css";

const inputs = { query: z.object({ id: optionalId }), missing: "没有这个活动" };

/**
 * /activity/activityHome and /activity/Mactivity (spec 2.1): a short page of an activity for posters, with the link to
 * sign up. Without an activity it redirects to the activities that are open for sign-up.
 */
export const loader = screenLoader(inputs, async ({ scope, query: { id } }) => {
  if (id === undefined) throw await scope.redirect(paths.openActivities());
  const [activity, signup] = await Promise.all([
    scope.publicGateway.call("activityDetail", { activityId: id }),
    signupBeside(scope, id),
  ]);
  return { activity, signup };
});
export const meta = screenMeta<typeof loader>({
  title: ({ activity }) => activity.title,
  description: ({ activity }) => activity.summary || activity.title,
  head: ({ activity }) => ({ canonical: paths.activity(activity.id) }),
});

export default function Landing() {
  const { activity, signup } = useLoaderData<typeof loader>() as {
    activity: ActivityWhole;
    signup: MySignup | null;
  };
  const { to } = useShell();
  return (
    <article className={`surface ${styles.page}`}>
      <div className={styles.cover}>
        <ActivityCover activity={activity} sizes="(max-width: 767px) 100vw, 720px" first />
      </div>
      <div className={styles.about}>
        <ActivityLabels activity={activity} />
        <h1>{activity.title}</h1>
        {activity.summary ? <p className={styles.summary}>{activity.summary}</p> : null}
        <ActivityFacts activity={activity} />
        <p className={styles.note}>
          报名截止：<time dateTime={activity.signUpUntil}>{momentOf(activity.signUpUntil)}</time>
        </p>
        <ul className={styles.seats}>
          {activity.categories.map(({ key, name, seats, free }) => (
            <li key={key}>
              {name}
              <b>{free > 0 ? `余 ${free} / ${seats}` : "已满"}</b>
            </li>
          ))}
        </ul>
        <div className={styles.buttons}>
          <WayIn activity={activity} signup={signup} works={activity.works !== null} />
          {signup && signup.state !== "cancelled" ? null : (
            <Link className="button" to={to(paths.activityEntry(activity.id))} prefetch="none">
              我的报名
            </Link>
          )}
          <Link className="button" to={to(paths.activity(activity.id))}>
            活动详情
          </Link>
        </div>
      </div>
    </article>
  );
}
