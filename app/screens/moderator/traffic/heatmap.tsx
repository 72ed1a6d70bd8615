import { tooltipWidth } from "contract/analytics/constants";
import { scaleSqrt } from "d3-scale";
import { Table } from "./table";
import styles from "./traffic.module.css";

interface Heat {
  clicks: number;
  width: number;
  height: number;
  spots: { x: number; y: number; clicks: number; text: string }[];
}

/** The chart's width in thousandths, the unit of the recorded clicks. */
const across = 1_000;
const listLength = 10;

/** Where visitors clicked on a page. A spot grows with its clicks and names the clicked text. */
export function Heatmap({ name, heatmap }: { name: string; heatmap: Heat }) {
  const { clicks, spots } = heatmap;
  const width = heatmap.width || across;
  const lowest = Math.max(0, ...spots.map(({ y }) => y));
  // In units of the width; a page without a measured height is as high as its lowest click.
  const scale = across / width;
  const height = Math.max(
    200,
    Math.round(Math.max(lowest + 40, Math.min(heatmap.height, lowest * 1.5)) * scale),
  );
  const radius = scaleSqrt()
    .domain([0, Math.max(1, spots[0]?.clicks ?? 1)])
    .range([0, 28]);
  return (
    <section className={styles.heat} aria-label="点击热力图">
      <h2>点击热力图：{name}</h2>
      {spots.length === 0 ? (
        <p className={styles.none}>最近 30 天，这个页面在所选界面里还没有点击记录。</p>
      ) : (
        <>
          <p className="facts">
            <span>最近 30 天共 {clicks} 次点击</span>
            <span>
              页面 {heatmap.width} × {heatmap.height} 像素
            </span>
          </p>
          <div className={styles.field}>
            <svg viewBox={`0 0 ${across} ${height}`} role="img" aria-label={`${name}上点击的位置`}>
              {spots.map(({ x, y, clicks: times, text }) => (
                <circle key={`${x}-${y}`} cx={x} cy={Math.round(y * scale)} r={Math.max(5, radius(times))}>
                  <title>{`${text || "空白处"}：${times} 次`}</title>
                </circle>
              ))}
            </svg>
            {spots.slice(0, listLength).map(({ x, y, clicks: times, text }, at) => (
              <button
                key={`${x}-${y}`}
                type="button"
                className={styles.spot}
                style={{ insetInlineStart: `${x / 10}%`, insetBlockStart: `${(100 * y * scale) / height}%` }}
              >
                {at + 1}
                <span
                  style={{ maxWidth: tooltipWidth }}
                  data-side={x > across / 2 ? "end" : undefined}
                >{`${text || "空白处"}：${times} 次`}</span>
              </button>
            ))}
          </div>
          <Table
            title="点击最多的位置"
            heads={["位置", "横向", "纵向", "内容", "点击"]}
            rows={spots
              .slice(0, listLength)
              .map((spot, at) => [
                String(at + 1),
                `${Math.round(spot.x / 10)}%`,
                `${spot.y} 像素`,
                spot.text || "空白处",
                spot.clicks,
              ])}
          />
        </>
      )}
    </section>
  );
}
