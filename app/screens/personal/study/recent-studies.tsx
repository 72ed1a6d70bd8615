import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import { shownDuration } from "~/format/duration";
import { ProgressRing } from "~/lists/works/progress-ring";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { EmptyState } from "~/ui/empty-state";
import { Pagination } from "~/ui/pagination";
import { RelativeTime } from "~/ui/relative-time";
import styles from "./study.module.css";

type Study = CallResponse<"recentStudies">["studies"][number];

/** The courses that the member studied, latest first, each with a link to continue. */
export function RecentStudies({ recent }: { recent: CallResponse<"recentStudies"> }) {
  const { to } = useShell();
  if (recent.studies.length === 0)
    return (
      <EmptyState title="还没有开始学习" text="挑一门课，看过的进度会记在这里，换台设备也能接着学。">
        <Link className="button" data-primary to={to(paths.courses())}>
          去培训课堂
        </Link>
      </EmptyState>
    );
  return (
    <>
      <ul className={styles.studies}>
        {recent.studies.map((study) => (
          <StudyRow key={study.course.id} study={study} />
        ))}
      </ul>
      <Pagination page={recent.page} pages={recent.pages} href={(page) => to(paths.study(undefined, page))} />
    </>
  );
}

function StudyRow({
  study: { course, lesson, percent, lessonsDone, finished, studiedAt },
}: {
  study: Study;
}) {
  const { to } = useShell();
  return (
    <li>
      <ProgressRing percent={percent} label="已学" />
      <div>
        <h3>
          <Link to={to(paths.course(course.id))}>{course.title}</Link>
          {finished ? (
            <span className="label" data-kind="solved">
              已学完
            </span>
          ) : null}
          {course.delisted ? (
            <span className="label" data-kind="state">
              已下架
            </span>
          ) : null}
        </h3>
        <p className="facts">
          <span>
            {lessonsDone} / {course.lessons} 课时
          </span>
          <span>
            <RelativeTime at={studiedAt} />
          </span>
          {lesson ? (
            <span>
              {lesson.title}
              {lesson.position > 0 && !lesson.done
                ? `，看到 ${shownDuration(Math.floor(lesson.position))}`
                : ""}
            </span>
          ) : null}
        </p>
      </div>
      <Link className="button" to={to(lesson ? paths.lesson(lesson.id) : paths.course(course.id))}>
        {finished ? "再看" : "继续学习"}
        <span className="visually-hidden"> {course.title}</span>
      </Link>
    </li>
  );
}
