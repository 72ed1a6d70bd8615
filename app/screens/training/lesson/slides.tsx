import type { LessonDetail } from "contract/training/courses/calls";
import { shownDuration } from "~/format/duration";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Picture } from "~/ui/picture";
import { Prose } from "~/ui/prose";
import styles from "./lesson.module.css";

/** The slides of a lesson: title, text and picture of each, and a link to its second of the video. */
export function Slides({ lesson, onSeek }: { lesson: LessonDetail; onSeek: (second: number) => void }) {
  const { to } = useShell();
  return (
    <section className={`surface ${styles.box}`} aria-labelledby="slides">
      <h2 id="slides">课件</h2>
      <ol className={styles.slides}>
        {lesson.slideList.map(({ at, title, html, picture }, index) => (
          <li key={`${at} ${title}`}>
            <h3>
              <span className={styles.number}>{index + 1}</span>
              {title}
              {at !== null && lesson.video ? (
                <a
                  href={`${to(paths.lesson(lesson.id, { t: Math.floor(at) }))}#player`}
                  className={styles.time}
                  onClick={(event) => {
                    event.preventDefault();
                    onSeek(at);
                  }}
                >
                  {shownDuration(Math.floor(at))}
                  <span className="visually-hidden"> 从“{title}”开始播放</span>
                </a>
              ) : null}
            </h3>
            {picture ? (
              <Picture picture={picture} sizes="(max-width: 767px) 100vw, 640px" className={styles.slide} />
            ) : null}
            {html ? <Prose html={html} /> : null}
          </li>
        ))}
      </ol>
    </section>
  );
}
