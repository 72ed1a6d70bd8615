import type { CallResponse } from "contract";
import { shortCount } from "~/format/text";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import styles from "./similar-topics.module.css";

export type SimilarTopic = CallResponse<"similarTopics">["topics"][number];

/** Topics similar to the one in the form. They open in a new tab, so that the typed text stays. */
export function SimilarList({ topics }: { topics: SimilarTopic[] }) {
  const { to } = useShell();
  return (
    <ul className={styles.list}>
      {topics.map(({ tid, title, solved, replies, section }) => (
        <li key={tid}>
          {solved ? (
            <span className="label" data-kind="solved">
              已解决
            </span>
          ) : null}
          <a href={to(paths.topic(tid))} target="_blank" rel="noopener">
            {title}
            <span className="visually-hidden">（在新标签页打开）</span>
          </a>
          <span className={styles.facts}>
            {section.name} · {shortCount(replies)} 回复
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Similar topics beside a preview, which also works before JavaScript. */
export function SimilarTopics({ topics }: { topics: SimilarTopic[] }) {
  return (
    <section className={`surface ${styles.section}`} aria-labelledby="similar-topics">
      <h2 id="similar-topics">相似的帖子，先看看有没有答案</h2>
      <SimilarList topics={topics} />
    </section>
  );
}
