import { scaleLinear, scalePoint } from "d3-scale";
import { area, line } from "d3-shape";
import styles from "./traffic.module.css";

const [width, height] = [640, 160];

interface Time {
  time: string;
  /** Null where the number is not told: the chart has a gap there. */
  visits: number | null;
  views: number | null;
}

interface LinesProps {
  times: Time[];
  /** The totals. */
  visits: number | string;
  views: number | string;
  /** The names of area and line; without the second there is no line. */
  names?: [area: string, line: string | null];
}

/** A chart of views as an area and visits as a line; the tables below have the numbers. */
export function Lines({ times, visits, views, names = ["浏览", "访问"] }: LinesProps) {
  const [areaName, lineName] = names;
  const across = scalePoint<string>()
    .domain(times.map(({ time }) => time))
    .range([0, width]);
  const maximum = Math.max(1, ...times.map((one) => Math.max(one.views ?? 0, one.visits ?? 0)));
  const up = scaleLinear().domain([0, maximum]).nice().range([height, 4]);
  const x = ({ time }: Time) => across(time) ?? 0;
  const viewArea = area<Time>()
    .x(x)
    .y0(height)
    .defined((one) => one.views !== null)
    .y1((one) => up(one.views ?? 0))(times);
  const lined = line<Time>()
    .x(x)
    .defined((one) => one.visits !== null)
    .y((one) => up(one.visits ?? 0))(times);
  return (
    <figure className={styles.plot}>
      <figcaption>
        <span className={styles.views}>
          {areaName} <b>{views}</b>
        </span>
        {lineName === null ? null : (
          <span className={styles.visits}>
            {lineName} <b>{visits}</b>
          </span>
        )}
        <span className={styles.most}>最高 {up.domain()[1]}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${times[0]?.time ?? ""} 到 ${times.at(-1)?.time ?? ""}：${areaName} ${views}${lineName === null ? "" : `，${lineName} ${visits}`}`}
      >
        {up.ticks(4).map((tick) => (
          <line key={tick} x1={0} x2={width} y1={up(tick)} y2={up(tick)} />
        ))}
        <path className={styles.area} d={viewArea ?? ""} />
        {lineName === null ? null : (
          <path className={styles.line} d={lined ?? ""} vectorEffect="non-scaling-stroke" />
        )}
      </svg>
      <p>
        <span>{times[0]?.time}</span>
        <span>{times.at(-1)?.time}</span>
      </p>
    </figure>
  );
}
