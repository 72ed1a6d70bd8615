import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import { shownDuration } from "~/format/duration";
import { shortCount } from "~/format/text";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Marked } from "~/search/marked";
import rows from "./results.module.css";

type Found = CallResponse<"fullTextSearch">;
/** The heading level of a result: h3 within a group, otherwise h2. */
type Title = "h2" | "h3";

export function FoundCourse({ course, Title = "h2" }: { course: Found["courses"][number]; Title?: Title }) {
  const { to } = useShell();
  return (
    <li className={rows.result}>
      <Title className={rows.title}>
        <Link to={to(paths.course(course.id))}>
          <Marked parts={course.titleParts} />
        </Link>
      </Title>
      <p className={rows.excerpt}>
        <Marked parts={course.excerpt} />
      </p>
      <p className={`facts ${rows.meta}`}>
        <span>{course.class.name}</span>
        <span>{course.level.name}</span>
        <span>{course.minutes} 分钟</span>
        <span>{course.lessons} 课时</span>
        <span>{shortCount(course.learners)} 人在学</span>
      </p>
    </li>
  );
}

/** A lesson. A match in the video's transcript links to the second at which it is spoken. */
export function FoundLesson({ lesson, Title = "h2" }: { lesson: Found["lessons"][number]; Title?: Title }) {
  const { to } = useShell();
  const at = lesson.at === null ? undefined : Math.floor(lesson.at);
  const address = to(paths.lesson(lesson.id, { t: at }));
  return (
    <li className={rows.result}>
      <Title className={rows.title}>
        <Link to={at === undefined ? address : `${address}#player`}>
          <Marked parts={lesson.titleParts} />
        </Link>
      </Title>
      <p className={rows.excerpt}>
        {at === undefined ? null : <strong>{shownDuration(at)} </strong>}
        <Marked parts={lesson.excerpt} />
      </p>
      <p className={`facts ${rows.meta}`}>
        <Link to={to(paths.course(lesson.course.id))}>{lesson.course.name}</Link>
        <span>{lesson.seconds > 0 ? shownDuration(lesson.seconds) : `读 ${lesson.minutes} 分钟`}</span>
      </p>
    </li>
  );
}
