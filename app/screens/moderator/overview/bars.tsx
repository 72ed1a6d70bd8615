import styles from "./overview.module.css";

const [width, height, gap] = [300, 72, 2];

/** A chart with one bar per day, rendered on the server; the table below has the numbers. */
export function Bars({ name, values, days }: { name: string; values: number[]; days: string[] }) {
  const maximum = Math.max(1, ...values);
  const total = values.reduce((sum, value) => sum + value, 0);
  const step = width / Math.max(1, values.length);
  return (
    <figure className={styles.plot}>
      <figcaption>
        {name}
        <b>
          {total === 0 ? "0" : name.includes("中位数") ? `最长 ${Math.max(0, ...values)}` : `共 ${total}`}
        </b>
      </figcaption>
      {total === 0 ? (
        <p className={styles.none}>这 {values.length} 天没有</p>
      ) : (
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          {values.map((value, at) => {
            const tall = Math.max(value > 0 ? 2 : 0, (value / maximum) * height);
            return (
              <rect key={days[at]} x={at * step} y={height - tall} width={step - gap} height={tall} rx={1} />
            );
          })}
        </svg>
      )}
      <p>
        <span>{days[0]}</span>
        <span>{days.at(-1)}</span>
      </p>
    </figure>
  );
}
