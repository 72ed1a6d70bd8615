import { Link } from "@remix-run/react";
import type { AttemptRow } from "contract/training/shapes";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { RelativeTime } from "~/ui/relative-time";
import styles from "./exam.module.css";

/** The text for the state of an attempt. */
export const resultOf = ({ state, passed }: Pick<AttemptRow, "state" | "passed">): string =>
  state === "running" ? "进行中" : passed ? "通过" : "未通过";

/** Attempts as a table; `named` adds the name of each attempt's exam. */
export function AttemptRows({
  attempts,
  withNames = false,
}: {
  attempts: AttemptRow[];
  withNames?: boolean;
}) {
  const { to } = useShell();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={styles.scroll} tabIndex={0} aria-label="考试记录表">
      <table className={styles.table}>
        <thead>
          <tr>
            {withNames ? <th scope="col">考试</th> : null}
            <th scope="col">开始时间</th>
            <th scope="col">得分</th>
            <th scope="col">结果</th>
            <th scope="col" className="no-print">
              <span className="visually-hidden">查看</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {attempts.map((attempt) => (
            <tr key={attempt.id}>
              {withNames ? (
                <th scope="row">
                  <Link to={to(paths.exam(attempt.exam.id))}>{attempt.exam.name}</Link>
                  <small>{attempt.course.name}</small>
                </th>
              ) : null}
              <td>
                <RelativeTime at={attempt.startedAt} />
              </td>
              <td>
                {attempt.state === "running"
                  ? "—"
                  : `${attempt.percent}%（${attempt.points}/${attempt.total}）`}
              </td>
              <td>
                <span className="label" data-kind={attempt.passed ? "solved" : undefined}>
                  {resultOf(attempt)}
                </span>
              </td>
              <td className="no-print">
                <Link to={to(paths.attempt(attempt.id))}>
                  {attempt.state === "running" ? "继续作答" : "看答卷"}
                  <span className="visually-hidden"> {attempt.exam.name}</span>
                </Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
