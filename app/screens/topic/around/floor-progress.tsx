import { paths, replyField } from "~/navigation/paths";
import { RelativeTime } from "~/ui/relative-time";
import type { TopicPage } from "../model/topic-page";
import styles from "./floor-progress.module.css";

/**
 * The current floor of the topic. The server shows the page's first floor; a script that loads with the first scroll
 * updates it.
 */
export function FloorsHere({ topic }: { topic: TopicPage["topic"] }) {
  return (
    <span data-floor-now="">
      {topic.floors[0]?.floor ?? 1} / {topic.lastFloor}
    </span>
  );
}

/**
 * Stays in view beside the text: the link to the reply form, and in a long topic the reading progress with links to
 * its first floor, quarters and last floor.
 */
export function FloorProgress({
  page: { topic, to, uid, mayReply },
  here,
}: {
  page: TopicPage;
  here: string;
}) {
  const { milestones, tid } = topic;
  return (
    <div className={styles.progress}>
      {mayReply ? (
        <a className="button" href={`#${replyField}`}>
          写回复
        </a>
      ) : uid === undefined && !topic.closed && !topic.postingClosed ? (
        <a className="button" href={paths.login(here)}>
          登录后回复
        </a>
      ) : null}
      {milestones.length > 0 ? (
        <nav aria-label="阅读进度" className={styles.way}>
          <p>
            <FloorsHere topic={topic} /> 楼
          </p>
          <ol>
            {milestones.map(({ floor, pid, at }) => (
              <li key={pid}>
                <a data-live="" href={to(paths.topic(tid, { pid, seek: true }))}>
                  {floor === 1 ? "主帖" : `${floor} 楼`}
                </a>
                <RelativeTime at={at} />
              </li>
            ))}
          </ol>
        </nav>
      ) : null}
    </div>
  );
}
