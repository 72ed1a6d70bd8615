import type { CallResponse } from "contract";
import { RelativeTime } from "~/ui/relative-time";
import { Changes } from "./check-result";
import styles from "./content.module.css";

/** The last loads that changed something or failed, with their changes or problems. */
export function LoadList({ loads }: { loads: CallResponse<"contentState">["loads"] }) {
  return (
    <section className={styles.box} aria-labelledby="loads-title">
      <h2 id="loads-title">最近的装载</h2>
      {loads.length === 0 ? <p className={styles.hint}>还没有装载过。</p> : null}
      {loads.map(({ id, pack, nickName, state, changes, problems, createdAt }) => (
        <details key={id} className={styles.load}>
          <summary>
            <span data-state={state}>{state === "done" ? "成功" : "失败"}</span>
            <strong>{pack}</strong>
            <RelativeTime at={createdAt} />
            <span className={styles.hint}>{nickName ?? "启动时或命令行"}</span>
          </summary>
          {changes.length > 0 ? <Changes changes={changes} /> : null}
          {problems.length > 0 ? (
            <ul>
              {problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          ) : null}
        </details>
      ))}
    </section>
  );
}
