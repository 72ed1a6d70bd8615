import { useLoaderData } from "@remix-run/react";
import { screenMeta } from "~/metadata/screen-meta";
import { screenLoader } from "~/request/screen.server";
import { ModeratorScreen } from "../frame";
import { Bars } from "./bars";
import styles from "./overview.module.css";

/** /moderator/overview: the statistics of the moderator's sections for a month, as charts and numbers. */
export const loader = screenLoader({}, async ({ scope }) => {
  const { days } = await scope.gateway.call("moderationStatistics", {});
  return { days };
});
export const meta = screenMeta();

/** A number of minutes as a readable duration. */
const durationText = (minutes: number | null) =>
  minutes === null ? "—" : minutes < 90 ? `${minutes} 分钟` : `${Math.round(minutes / 6) / 10} 小时`;

export default function Overview() {
  const { days } = useLoaderData<typeof loader>();
  const plots = [
    { name: "发布的内容", values: days.map(({ posts }) => posts) },
    { name: "收到的举报", values: days.map(({ reports }) => reports) },
    { name: "审核等待的中位数（分钟）", values: days.map(({ waitP50 }) => waitP50 ?? 0) },
    { name: "申诉后撤回的处理", values: days.map(({ overturned }) => overturned) },
  ];
  return (
    <ModeratorScreen title="管理概览">
      <p className="facts">
        <span>最近 {days.length} 天，北京时间</span>
        <span>每十分钟更新一次</span>
      </p>
      <div className={styles.plots}>
        {plots.map(({ name, values }) => (
          <Bars key={name} name={name} values={values} days={days.map(({ day }) => day)} />
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={styles.scroll} aria-label="每天的数字" tabIndex={0}>
        <table className={styles.table}>
          <caption className="visually-hidden">每天的数字</caption>
          <thead>
            <tr>
              <th scope="col">日期</th>
              <th scope="col">发布</th>
              <th scope="col">举报</th>
              <th scope="col">审核</th>
              <th scope="col">等待中位数</th>
              <th scope="col">等待 90%</th>
              <th scope="col">申诉撤回</th>
            </tr>
          </thead>
          <tbody>
            {[...days].reverse().map((one) => (
              <tr key={one.day}>
                <th scope="row">
                  <span className={styles.year}>{one.day.slice(0, 5)}</span>
                  {one.day.slice(5)}
                </th>
                <td>{one.posts}</td>
                <td>{one.reports}</td>
                <td>{one.decided}</td>
                <td>{durationText(one.waitP50)}</td>
                <td>{durationText(one.waitP90)}</td>
                <td>{one.overturned}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </ModeratorScreen>
  );
}
