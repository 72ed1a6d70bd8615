import { useEffect, useState } from "react";
import type { TopicNews } from "~/islands/new-replies";
import type { TopicPage } from "../model/topic-page";
import styles from "./reading.module.css";

/** Milliseconds that the page must be open before this code is loaded. */
const loadDelay = 10_000;

/** 有 N 条新回复: the number of replies since the page was opened, shown at the edge of the page so that nothing moves. */
export function NewReplies({ page: { topic, at } }: { page: TopicPage }) {
  const { tid, replies, lastFloor, closed } = topic;
  const [news, setNews] = useState<TopicNews | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page starts the count again
  useEffect(() => {
    setNews(null);
    if (closed) return;
    let stop = () => {};
    let isUnmounted = false;
    const timer = setTimeout(
      () =>
        import("~/islands/new-replies").then(
          ({ watchReplies }) => {
            if (!isUnmounted) stop = watchReplies(tid, setNews);
          },
          // If the code cannot load, the page shows no number of new replies.
          () => undefined,
        ),
      loadDelay,
    );
    return () => {
      isUnmounted = true;
      clearTimeout(timer);
      stop();
    };
  }, [tid, replies]);
  const more = news ? news.replies - replies : 0;
  const href = news && news.lastFloor > lastFloor ? at({ floor: lastFloor + 1 }) : at({});
  return (
    <div className={styles.news} role="status">
      {more > 0 ? (
        // A plain link that reloads: when the floor's page is this one, the router would only scroll within it.
        <a href={href}>有 {more} 条新回复</a>
      ) : null}
    </div>
  );
}
