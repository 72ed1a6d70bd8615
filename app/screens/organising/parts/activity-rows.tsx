import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import { stateName } from "~/activities/words";
import { paths } from "~/navigation/paths";
import { staffPaths } from "~/navigation/staff-paths";
import { useShell } from "~/navigation/use-shell";
import { EmptyState } from "~/ui/empty-state";
import { Icon } from "~/ui/icon";
import styles from "./organising.module.css";
import { minuteOf } from "./words";

type Organised = CallResponse<"activityOrganised">["items"][number];

/** Activities that the member organises or judges, each with links to its pages. */
export function ActivityRows({ activities, linkTo }: { activities: Organised[]; linkTo: "manage" | "scan" }) {
  const { to } = useShell();
  if (activities.length === 0)
    return (
      <EmptyState
        title="你还没有组织活动"
        text="活动由运营发布，组织者和评委写在活动里；成为组织者以后，活动会列在这里。"
      />
    );
  return (
    <ul className={styles.rows}>
      {activities.map((activity) => {
        const { id, title, state, startAt, place, signedUp, seats, organises, judges } = activity;
        const scan = (
          // A full page load, because only that document may use the camera.
          <Link className="button" to={to(staffPaths.scan(id))} reloadDocument>
            <Icon name="camera" />
            扫码签到<span className="visually-hidden">：{title}</span>
          </Link>
        );
        const main = organises ? paths.manage(id) : staffPaths.manageWorks(id);
        return (
          <li key={id}>
            <div>
              <h2>
                <Link
                  to={to(linkTo === "scan" ? staffPaths.scan(id) : main)}
                  reloadDocument={linkTo === "scan"}
                >
                  {title}
                </Link>
                <span className="label">{stateName(state)}</span>
                {judges ? (
                  <span className="label" data-kind="digest">
                    评委
                  </span>
                ) : null}
              </h2>
              <p className="facts">
                <span>{minuteOf(startAt)} 开始</span>
                {place ? <span>{place}</span> : null}
                <span>
                  已报名 {signedUp} / {seats}
                </span>
              </p>
            </div>
            {linkTo === "manage" && organises ? <div className={styles.buttons}>{scan}</div> : null}
          </li>
        );
      })}
    </ul>
  );
}
