import { Link } from "@remix-run/react";
import type { ActivityBrief, MySignup } from "contract/activities/shapes";
import { momentOf, signupKind, signupStateName } from "~/activities/words";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";

interface WayInProps {
  activity: ActivityBrief & { withdrawn?: boolean };
  /** The member's own sign-up, if there is one. */
  signup?: Pick<MySignup, "state"> | null;
  /** Whether participants hand in works. */
  works?: boolean;
}

/** The link to the sign-up form or to the member's own sign-up, or the reason why neither is possible. */
export function WayIn({ activity, signup, works }: WayInProps) {
  const { to } = useShell();
  const { id } = activity;
  if (signup && signup.state !== "cancelled") {
    const holds = signup.state === "accepted";
    return (
      <>
        <span className="label" data-kind={signupKind(signup.state)} data-my-signup={signup.state}>
          我的报名：{signupStateName(signup.state)}
        </span>
        <Link className="button" data-primary to={to(paths.activityEntry(id))} prefetch="none">
          查看我的报名
        </Link>
        {holds && activity.state !== "ended" ? (
          <Link className="button" to={to(paths.activityCode(id))} prefetch="none">
            签到码
          </Link>
        ) : null}
        {holds && works ? (
          <Link className="button" to={to(paths.activityWork(id))} prefetch="none">
            我的作品
          </Link>
        ) : null}
      </>
    );
  }
  if (activity.signUpOpen)
    return (
      <Link className="button" data-primary to={to(paths.activityRegister(id))} prefetch="none">
        {activity.free > 0 ? "立即报名" : "报名候补"}
      </Link>
    );
  const why = activity.withdrawn
    ? "活动已撤下"
    : activity.state === "ended"
      ? "活动已结束"
      : activity.state === "notOpen"
        ? `${momentOf(activity.signUpFrom)} 开始报名`
        : "报名已截止";
  return (
    <button type="button" className="button" disabled>
      {why}
    </button>
  );
}
