import { paths, replyField } from "~/navigation/paths";
import type { TopicPage } from "../model/topic-page";
import { FloorsHere } from "./floor-progress";
import styles from "./h5-bar.module.css";
import { TopicReactions } from "./topic-reactions";

/**
 * The most used actions on phones, within reach of the thumb. The bar ends with the topic, so that it covers nothing
 * below.
 */
export function H5Bar({ page, here }: { page: TopicPage; here: string }) {
  const { topic, uid } = page;
  const first = topic.floors.find(({ floor }) => floor === 1);
  if (topic.state !== "listed") return null;
  return (
    <nav className={`${styles.bar} no-print`} aria-label="帖子操作">
      {topic.closed || topic.postingClosed ? (
        <span className={styles.write}>{topic.closed ? "已关闭，不能回复" : "版块已停止回复"}</span>
      ) : (
        <a className={styles.write} href={uid === undefined ? paths.login(here) : `#${replyField}`}>
          {uid === undefined ? "登录后回复" : "写回复…"}
        </a>
      )}
      {topic.milestones.length > 0 ? (
        <a className={styles.pill} href="#floors">
          <span className="visually-hidden">跳到别的楼，现在 </span>
          <FloorsHere topic={topic} />
        </a>
      ) : null}
      <TopicReactions page={page} first={first} />
    </nav>
  );
}
