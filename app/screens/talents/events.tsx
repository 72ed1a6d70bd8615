import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import { stateName } from "~/activities/words";
import { formatDay } from "~/format/time";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import styles from "./talents.module.css";

type Event = CallResponse<"activityList">["items"][number];

/** The end of the sign-up while it is open, otherwise the dates of the event. */
function when({ signUpOpen, signUpUntil, startAt, endAt }: Event): string {
  if (signUpOpen) return `${formatDay(signUpUntil)} 截止报名`;
  const [from, until] = [formatDay(startAt), formatDay(endAt)];
  return from === until ? from : `${from} 至 ${until}`;
}

/** Coming and running competitions, the soonest first. */
export function Events({ events }: { events: Event[] }) {
  const { to } = useShell();
  return (
    <section className={`surface ${styles.box}`} aria-labelledby="events">
      <h2 id="events">
        近期大赛
        <Link to={to(paths.activities())}>全部</Link>
      </h2>
      <ul className={styles.rows}>
        {events.map((event) => (
          <li key={event.id}>
            <h3>
              <Link to={to(paths.activity(event.id))}>{event.title}</Link>
            </h3>
            {event.summary ? <p>{event.summary}</p> : null}
            <p className="facts">
              <span className="label" data-kind={event.signUpOpen ? "solved" : undefined}>
                {stateName(event.state)}
              </span>
              <span>{when(event)}</span>
              {event.online ? <span>线上</span> : event.place ? <span>{event.place}</span> : null}
              <span>{event.signedUp} 人已报名</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
