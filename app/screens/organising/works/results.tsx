import type { CallResponse } from "contract";
import styles from "../parts/organising.module.css";

/** The published results, ranked within each category. */
export function Results({ results }: { results: CallResponse<"activityDetail">["results"] }) {
  return (
    <section className={styles.part} aria-labelledby="results">
      <h2 id="results">公布的结果</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label="结果表">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">名次</th>
              <th scope="col">作品</th>
              <th scope="col">作者</th>
              <th scope="col">组别</th>
              <th scope="col">得分</th>
            </tr>
          </thead>
          <tbody>
            {results.map(({ workId, title, by, category, score, rank }) => (
              <tr key={workId}>
                <td>{rank}</td>
                <th scope="row">{title}</th>
                <td>{by}</td>
                <td>{category}</td>
                <td>{score}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}
