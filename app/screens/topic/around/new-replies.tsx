import { useEffect, useState } from "react";
import type { TopicNews } from "~/islands/new-replies";
import type { TopicPage } from "../model/topic-page";
import styles from "./reading.module.css";

/** Milliseconds that a page stands open before anything of this is fetched. */
const settled = 10_000;

/** 有 N 条新回复: what came since the page was opened, said quietly over its edge; nothing moves. */
export function NewReplies({ page: { topic, at } }: { page: TopicPage }) {
  const { tid, replies, lastFloor, closed } = topic;
  const [news, setNews] = useState<TopicNews | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that was loaded anew has them all
  useEffect(() => {
    setNews(null);
    if (closed) return;
    let stop = () => {};
    let left = false;
    const timer = setTimeout(
      () =>
        import("~/islands/new-replies").then(
          ({ watchReplies }) => {
            if (!left) stop = watchReplies(tid, setNews);
          },
          // Without it the page is as old as it is.
          () => undefined,
        ),
      settled,
    );
    return () => {
      left = true;
      clearTimeout(timer);
      stop();
    };
  }, [tid, replies]);
  const more = news ? news.replies - replies : 0;
  const href = news && news.lastFloor > lastFloor ? at({ floor: lastFloor + 1 }) : at({});
  return (
    <div className={styles.news} role="status">
      {more > 0 ? (
        // Loaded anew: where the floor is on this page, the router would take the way there for a jump within it.
        <a href={href}>有 {more} 条新回复</a>
      ) : null}
    </div>
  );
}
