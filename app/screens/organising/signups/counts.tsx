import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { signupWords } from "../parts/words";
import styles from "./signups.module.css";
import type { SignupsQuery } from "./signups-query.server";

/** The number of sign-ups in each state with links to them, and the free seats of each category. */
export function Counts({
  activityId,
  counts,
  query,
}: {
  activityId: number;
  counts: CallResponse<"activityCounts">;
  query: SignupsQuery;
}) {
  const { to } = useShell();
  const { states, categories, checkedIn, walkIns, teams, works } = counts;
  const rest = [
    `现场报名 ${walkIns}`,
    ...(teams > 0 ? [`队伍 ${teams}`] : []),
    ...(works > 0 ? [`作品 ${works}`] : []),
  ];
  return (
    <section className={styles.counts} aria-labelledby="counts">
      <h2 id="counts" className="visually-hidden">
        人数
      </h2>
      <ul className={styles.states}>
        {states.map(({ state, count }) => (
          <li key={state}>
            <Link
              to={to(paths.manage(activityId, { state }))}
              aria-current={query.state === state ? "true" : undefined}
              prefetch="none"
            >
              <strong>{count}</strong>
              {signupWords[state]}
            </Link>
          </li>
        ))}
        <li>
          <Link
            to={to(paths.manage(activityId, { came: "1" }))}
            aria-current={query.came === "1" ? "true" : undefined}
            prefetch="none"
          >
            <strong>{checkedIn}</strong>
            已签到
          </Link>
        </li>
      </ul>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label="各组人数">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">组别</th>
              <th scope="col">名额</th>
              <th scope="col">剩余</th>
              <th scope="col">候补</th>
              <th scope="col">已签到</th>
            </tr>
          </thead>
          <tbody>
            {categories.map((category) => (
              <tr key={category.key}>
                <th scope="row">{category.name}</th>
                <td>{category.seats}</td>
                <td>{category.free}</td>
                <td>{category.waiting}</td>
                <td>{category.checkedIn}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="facts">
        {rest.map((one) => (
          <span key={one}>{one}</span>
        ))}
      </p>
    </section>
  );
}
