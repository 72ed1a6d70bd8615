import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import { shownDuration } from "~/format/duration";
import { PostLink } from "~/lists/post-link";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Pagination } from "~/ui/pagination";
import { RelativeTime } from "~/ui/relative-time";
import styles from "./lesson.module.css";

interface LessonTopicsProps {
  lesson: number;
  topics: CallResponse<"lessonTopics">;
  /** The address of the form to ask a question. */
  question: string;
}

/** Forum topics about the lesson, each with the second of the video that it is about. */
export function LessonTopics({
  lesson,
  topics: { topics, page, pages, total },
  question,
}: LessonTopicsProps) {
  const { to } = useShell();
  return (
    <section className={`surface ${styles.box}`} aria-labelledby="topics">
      <h2 id="topics">讨论 {total > 0 ? <small>{total}</small> : null}</h2>
      {topics.length === 0 ? (
        <p className={styles.note}>
          还没有人问过这节课。
          <PostLink path={question}>提个问题</PostLink>
        </p>
      ) : (
        <ul className={styles.topics}>
          {topics.map(({ tid, title, replies, solved, at, createdAt }) => (
            <li key={tid}>
              <Link to={to(paths.topic(tid))}>{title}</Link>
              <p className="facts">
                {solved ? (
                  <span className="label" data-kind="solved">
                    已解决
                  </span>
                ) : null}
                {at === null ? null : <span>问的是 {shownDuration(Math.floor(at))}</span>}
                <span>{replies} 回复</span>
                <RelativeTime at={createdAt} />
              </p>
            </li>
          ))}
        </ul>
      )}
      <Pagination
        page={page}
        pages={pages}
        href={(number) => to(`${paths.lesson(lesson, { page: number })}#topics`)}
      />
    </section>
  );
}
