import type { ProductFacet } from "contract/products/shapes";
import styles from "./filter-form.module.css";

const [width, height] = [12, 36];

/** The bars as one path; even one product is visible. */
const barsOf = (counts: number[], most: number) =>
  counts
    .map((count, at) => {
      const top = count === 0 ? 0 : Math.max(2, Math.round((count / most) * height));
      return top === 0 ? "" : `M${at * width + 1} ${height}v-${top}h${width - 2}v${top}z`;
    })
    .join("");

/** The distribution of a parameter's numbers; what the filters leave is filled. */
export function Histogram({ facet: { title, bins } }: { facet: ProductFacet }) {
  const [first, last] = [bins[0], bins.at(-1)];
  if (!first || !last) return null;
  const most = Math.max(1, ...bins.map(({ count }) => count));
  const peak = bins.find(({ count }) => count === most) ?? first;
  const label = `${title}的分布，从 ${first.from} 到 ${last.to}；最多的在 ${peak.from} 到 ${peak.to}，${most} 个`;
  return (
    <div className={styles.histogram}>
      <svg
        viewBox={`0 0 ${bins.length * width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        <path
          className={styles.all}
          d={barsOf(
            bins.map(({ count }) => count),
            most,
          )}
        />
        <path
          className={styles.kept}
          d={barsOf(
            bins.map(({ kept }) => kept),
            most,
          )}
        />
      </svg>
      <p aria-hidden="true">
        <span>{first.from}</span>
        <span>{last.to}</span>
      </p>
    </div>
  );
}
