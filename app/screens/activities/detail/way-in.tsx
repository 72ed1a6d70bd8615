import { Link } from "@remix-run/react";
import type { ActivityBrief } from "contract/activities/shapes";
import { momentOf } from "~/activities/words";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";

/** What leads to signing up; where that is not possible now, why in a few words. */
export function WayIn({ activity }: { activity: ActivityBrief }) {
  const { to } = useShell();
  if (activity.signUpOpen)
    return (
      <Link className="button" data-primary to={to(paths.activityRegister(activity.id))} prefetch="none">
        {activity.free > 0 ? "立即报名" : "报名候补"}
      </Link>
    );
  const why =
    activity.state === "ended"
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
