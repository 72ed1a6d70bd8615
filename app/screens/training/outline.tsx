import { Link } from "@remix-run/react";
import type { CourseDetail } from "contract/training/courses/calls";
import type { StudyOfCourse } from "contract/training/study/calls";
import { shownDuration } from "~/format/duration";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Icon } from "~/ui/icon";
import styles from "./outline.module.css";

interface OutlineProps {
  chapters: CourseDetail["chapters"];
  study: StudyOfCourse | null;
  /** The lesson that the page shows. */
  current?: number;
  /** The secret of a version that is not published: its lessons are shown by it too. */
  preview?: string;
}

/**
 * A course's chapters and lessons. Lessons that the reader finished and lessons that the reader marked by hand have
 * different marks.
 */
export function Outline({ chapters, study, current, preview }: OutlineProps) {
  const { to } = useShell();
  return (
    <ol className={styles.chapters}>
      {chapters.map((chapter) => (
        <li key={chapter.lessons[0]?.id ?? chapter.title}>
          <p className={styles.chapter}>{chapter.title}</p>
          <ol>
            {chapter.lessons.map((lesson) => {
              const place = study?.lessons.find((one) => one.lesson === lesson.id);
              return (
                <li key={lesson.id} className={styles.lesson} data-done={place?.done || undefined}>
                  <Link
                    to={to(paths.lesson(lesson.id, { preview }))}
                    aria-current={lesson.id === current ? "page" : undefined}
                    prefetch="none"
                  >
                    <span className={styles.number}>
                      {place?.done ? <Icon name="check" label="已学完" /> : lesson.number}
                    </span>
                    <span>{lesson.title}</span>
                  </Link>
                  {place?.marked && !place.done ? (
                    <span className={`label ${styles.marked}`}>自行标记</span>
                  ) : null}
                  <span className={styles.length}>
                    {lesson.seconds > 0 ? shownDuration(lesson.seconds) : `读 ${lesson.minutes} 分钟`}
                  </span>
                </li>
              );
            })}
          </ol>
        </li>
      ))}
    </ol>
  );
}
