import type { TopicRow as Topic } from "contract/forum/shapes";
import { topicIcon } from "~/format/topic-marks";
import { Icon } from "~/ui/icon";
import styles from "./topic-row.module.css";

type Marked = Pick<Topic, "pinned" | "digest" | "solved" | "closed"> &
  Partial<Pick<Topic, "hot" | "stamp" | "icon" | "digestLevel">>;

const digestNames: Record<number, string> = { 2: "精华 II", 3: "精华 III" };

/** The labels before a title; they are words, not only colours. */
export function TopicLabels({ topic }: { topic: Marked }) {
  const icon = topicIcon(topic.icon ?? null);
  return (
    <>
      {topic.pinned ? <Label kind="pinned" name="置顶" /> : null}
      {topic.digest ? <Label kind="digest" name={digestNames[topic.digestLevel ?? 1] ?? "精华"} /> : null}
      {topic.solved ? <Label kind="solved" name="已解决" /> : null}
      {topic.closed ? <Label kind="closed" name="已关闭" /> : null}
      {topic.hot ? <Label kind="hot" name="热" /> : null}
      {topic.stamp ? <Label kind="stamp" name={topic.stamp} /> : null}
      {icon ? (
        <span className={styles.icon}>
          <Icon name={icon.icon} label={icon.label} />
        </span>
      ) : null}
    </>
  );
}

/** One label. */
export function Label({ kind, name }: { kind: string; name: string }) {
  return (
    <span className="label" data-kind={kind}>
      {name}
    </span>
  );
}
