import { Form } from "@remix-run/react";
import { pageSize } from "contract/base/constants";
import { shortCount } from "~/format/text";
import type { TopicPage } from "../model/topic-page";
import styles from "./floor-bar.module.css";

interface FloorBarProps {
  page: TopicPage;
  order: "new" | "likes" | undefined;
  only: "author" | undefined;
  /** What was typed for a floor that is none. */
  jump: { text: string; problem: string } | null;
}

/**
 * Above the replies: how many there are, whose are shown in which order, and the way to a floor by its
 * number.
 */
export function FloorBar({ page: { topic, at }, order, only, jump }: FloorBarProps) {
  const choice = (name: string, current: boolean, more: Parameters<typeof at>[0]) => (
    <a
      data-live=""
      href={`${at({ page: 1, since: undefined, ...more })}#floors`}
      aria-current={current ? "true" : undefined}
    >
      {name}
    </a>
  );
  return (
    <nav className={`${styles.bar} no-print`} id="floors" aria-label="楼层">
      <b>{shortCount(topic.replies)} 条回复</b>
      <span className={styles.choice}>
        {choice("全部", !only, { only: undefined })}
        {choice("只看楼主", only === "author", {
          only: "author",
          // One person's floors are few: they come in their order.
          ...(order === "likes" ? { order: undefined } : {}),
        })}
      </span>
      <span className={styles.choice}>
        {choice("最早", !order, { order: undefined })}
        {choice("最新", order === "new", { order: "new" })}
        {choice("最多赞", order === "likes", { order: "likes", only: undefined })}
      </span>
      {topic.lastFloor > pageSize ? (
        <Form
          method="get"
          action={at({ page: 1, order: undefined, only: undefined, since: undefined })}
          className={styles.jump}
        >
          {order === "new" ? <input type="hidden" name="order" value={order} /> : null}
          <label>
            跳到
            <input
              name="floor"
              inputMode="numeric"
              autoComplete="off"
              maxLength={10}
              defaultValue={jump?.text}
              aria-invalid={jump ? true : undefined}
              aria-describedby={jump ? "jump-problem" : undefined}
            />
            楼
          </label>
          <button type="submit">去</button>
          {jump ? (
            <span className={styles.problem} id="jump-problem" role="alert">
              {jump.problem}
            </span>
          ) : null}
        </Form>
      ) : null}
    </nav>
  );
}
