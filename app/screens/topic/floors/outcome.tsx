import { paths } from "~/navigation/paths";
import { Icon } from "~/ui/icon";
import { Prose } from "~/ui/prose";
import { RelativeTime } from "~/ui/relative-time";
import type { TopicPage } from "../model/topic-page";
import { TextElsewhere } from "./floor";
import styles from "./outcome.module.css";

/** Directly below the question: the accepted answer, or the reason why the question ended without one. */
export function Outcome({ page }: { page: TopicPage }) {
  const { topic, to, at } = page;
  const { answer, solvedReason, floors } = topic;
  if (solvedReason !== null) {
    return (
      <section className={styles.outcome} id="answer" aria-label="提问已结束">
        <p className={styles.head}>
          <Icon name="circle-check" />
          <b>提问已结束，没有采纳回答</b>
        </p>
        <p className={styles.reason}>{solvedReason}</p>
      </section>
    );
  }
  // An accepted answer on floor 2 is the next text anyway.
  if (!answer || floors[1]?.pid === answer.pid) return null;
  return (
    <section className={styles.outcome} id="answer" aria-label="已采纳的回答">
      <p className={styles.head}>
        <Icon name="circle-check" />
        <b>已采纳的回答</b>
        <a data-live="" href={to(paths.user(answer.author.uid))}>
          {answer.author.nickName}
        </a>
        <RelativeTime at={answer.createdAt} />
        <a
          className={styles.floor}
          data-live="keep"
          href={
            floors.some(({ pid }) => pid === answer.pid)
              ? at({ pid: answer.pid })
              : to(paths.topic(topic.tid, { pid: answer.pid, seek: true }))
          }
        >
          到 {answer.floor} 楼查看
        </a>
      </p>
      {answer.elsewhere ? <TextElsewhere page={page} pid={answer.pid} /> : <Prose html={answer.html} />}
    </section>
  );
}
