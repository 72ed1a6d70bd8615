import { Link } from "@remix-run/react";
import type { ActivityBrief } from "contract/activities/shapes";
import { formatDay, formatWeekday } from "~/format/time";
import cards from "~/lists/works/cards.module.css";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Icon } from "~/ui/icon";
import { Picture } from "~/ui/picture";
import styles from "./activity-cards.module.css";
import { kindName, placeOf, plannedSpanOf, seatsOf, stateKind, stateName } from "./words";

/** An activity's kind and state as labels. */
export function ActivityLabels({ activity }: { activity: Pick<ActivityBrief, "kind" | "state" | "online"> }) {
  return (
    <p className={cards.labels}>
      <span className="label" data-kind={stateKind(activity)}>
        {stateName(activity.state)}
      </span>
      <span className="label">{kindName(activity.kind)}</span>
      {activity.online ? <span className="label">线上</span> : null}
    </p>
  );
}

/** An activity's cover, or a drawing when it has none. */
export function ActivityCover({
  activity,
  sizes,
  first = false,
}: {
  activity: Pick<ActivityBrief, "cover">;
  sizes: string;
  first?: boolean;
}) {
  return (
    <span className={cards.cover}>
      {activity.cover ? (
        <Picture picture={activity.cover} sizes={sizes} alt="" first={first} />
      ) : (
        <Icon name="trophy" />
      )}
    </span>
  );
}

/** The time, place and seats of an activity. */
export function ActivityFacts({ activity }: { activity: ActivityBrief }) {
  const seats = seatsOf(activity);
  return (
    <ul className={styles.facts}>
      <li>
        <Icon name="clock" />
        <time dateTime={activity.startAt}>{plannedSpanOf(activity)}</time>
      </li>
      <li>
        <Icon name="map-pin" />
        <span>{placeOf(activity)}</span>
      </li>
      {seats ? (
        <li>
          <Icon name="users" />
          <span>{seats}</span>
        </li>
      ) : null}
    </ul>
  );
}

/** The day of an activity, which people look for first. */
function ActivityDay({ startAt }: Pick<ActivityBrief, "startAt">) {
  const day = formatDay(startAt);
  return (
    <span className={styles.day} aria-hidden="true">
      <b>{day.slice(8)}</b>
      <span>
        {Number(day.slice(5, 7))} 月 {formatWeekday(startAt)}
      </span>
    </span>
  );
}

/**
 * Activities as cards. `Title` is the level of their headings; `href` is the address of a card, by default the
 * activity's page.
 */
export function ActivityCards({
  activities,
  Title = "h3",
  href = paths.activity,
}: {
  activities: ActivityBrief[];
  Title?: "h2" | "h3";
  href?: (id: number) => string;
}) {
  const { to } = useShell();
  return (
    <ul className={cards.cards}>
      {activities.map((activity) => (
        <li key={activity.id} className={cards.card}>
          <Link to={to(href(activity.id))} className={cards.link} prefetch="none">
            <span className={styles.head} data-over={activity.state === "ended" || undefined}>
              <ActivityCover activity={activity} sizes="(max-width: 767px) 100vw, 300px" />
              <ActivityDay startAt={activity.startAt} />
            </span>
            <Title className={cards.title}>{activity.title}</Title>
          </Link>
          <ActivityLabels activity={activity} />
          {activity.summary ? <p className={cards.summary}>{activity.summary}</p> : null}
          <ActivityFacts activity={activity} />
        </li>
      ))}
    </ul>
  );
}
