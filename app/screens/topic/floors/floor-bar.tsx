import { Form } from "@remix-run/react";
import { pageSize } from "contract/base/constants";
import { shortCount } from "~/format/text";
import type { TopicPage } from "../model/topic-page";
import styles from "./floor-bar.module.css";

interface FloorBarProps {
  page: TopicPage;
  order: "new" | "likes" | undefined;
  only: "author" | undefined;
  /** A typed floor that is not a number, with its message. */
  jump: { text: string; problem: string } | null;
}

/**
 * The bar above the replies: their number, whose floors are shown, their order, and the form that jumps to a floor.
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
          // The author's floors are few, so an order by likes does not apply to them.
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
