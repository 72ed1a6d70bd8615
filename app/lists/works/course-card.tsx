import { Link } from "@remix-run/react";
import { liveStates } from "contract/training/constants";
import type { CourseProgress, CourseRow, CourseVideo, ListedCourse } from "contract/training/shapes";
import type { ReactNode } from "react";
import { Fragment } from "react";
import { shownDuration } from "~/format/duration";
import { shortCount } from "~/format/text";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Icon } from "~/ui/icon";
import { Picture } from "~/ui/picture";
import cards from "./cards.module.css";
import styles from "./course-card.module.css";
import { ProgressRing } from "./progress-ring";
import videos from "./video-card.module.css";

/** A course in one line: level, minutes, lessons, learners. */
export function CourseFacts({ course }: { course: CourseRow }) {
  return (
    <p className={`facts ${styles.facts}`}>
      <span>{course.level.name}</span>
      <span>{course.minutes} 分钟</span>
      <span>{course.lessons} 课时</span>
      <span>{shortCount(course.learners)} 人在学</span>
    </p>
  );
}

/** A course's cover image; an icon without one. */
export function CourseCover({ course, sizes }: { course: Pick<CourseRow, "cover">; sizes: string }) {
  return (
    <span className={cards.cover}>
      {course.cover ? <Picture picture={course.cover} sizes={sizes} alt="" /> : <Icon name="school" />}
    </span>
  );
}

const shownAbout = 3;

/** Links to the first few of a course's products and resources. */
function About({ course: { products = [], resources = [] } }: { course: CourseRow & Partial<ListedCourse> }) {
  const { to } = useShell();
  const about = [
    ...products.map(({ id, name }) => ({ path: paths.product(id), name })),
    ...resources.map(({ id, name }) => ({ path: paths.resource(id), name })),
  ];
  if (about.length === 0) return null;
  return (
    <p className={`facts ${styles.about}`}>
      <span>相关</span>
      {about.slice(0, shownAbout).map(({ path, name }) => (
        <Fragment key={path}>
          <Link to={to(path)} prefetch="none">
            {name}
          </Link>{" "}
        </Fragment>
      ))}
    </p>
  );
}

/**
 * Courses as cards. `progress` is the reader's progress in the courses that they began; `beside` renders below each
 * card. `Title` is the heading level.
 */
export function CourseCards({
  courses,
  progress = [],
  Title = "h3",
  beside,
}: {
  courses: (CourseRow & Partial<ListedCourse>)[];
  progress?: CourseProgress[];
  Title?: "h2" | "h3";
  beside?: (course: CourseRow) => ReactNode;
}) {
  const { to } = useShell();
  return (
    <ul className={cards.cards}>
      {courses.map((course) => {
        const courseProgress = progress.find((one) => one.course === course.id);
        return (
          <li key={course.id} className={cards.card}>
            <Link to={to(paths.course(course.id))} className={cards.link} prefetch="none">
              <CourseCover course={course} sizes="(max-width: 767px) 100vw, 280px" />
              <Title className={cards.title}>{course.title}</Title>
            </Link>
            <p className={cards.labels}>
              <span className="label">{course.class.name}</span>
              {course.live && course.live.state !== "over" ? (
                <span className="label" data-kind="current">
                  {liveStates.find(({ code }) => code === course.live?.state)?.name}
                </span>
              ) : null}
              {course.certified ? <span className="label">证书</span> : null}
              {course.delisted ? (
                <span className="label" data-kind="state">
                  已下架
                </span>
              ) : null}
            </p>
            {course.summary ? <p className={cards.summary}>{course.summary}</p> : null}
            <About course={course} />
            <div className={styles.foot}>
              <CourseFacts course={course} />
              {courseProgress ? <ProgressRing percent={courseProgress.percent} label="已学" /> : null}
            </div>
            {beside?.(course)}
          </li>
        );
      })}
    </ul>
  );
}

/** Videos of courses as posters; no video is loaded. `why` returns why a video is listed. */
export function CourseVideoCards<Video extends CourseVideo>({
  videos: list,
  why,
}: {
  videos: Video[];
  why?: (video: Video) => string | undefined;
}) {
  const { to } = useShell();
  return (
    <ul className={videos.cards}>
      {list.map((video) => (
        <li key={video.lesson} className={videos.card}>
          <Link to={to(paths.lesson(video.lesson))} className={videos.link} prefetch="none">
            <span className={videos.poster}>
              <Picture picture={video.poster} sizes="(max-width: 767px) 50vw, 280px" alt="" />
              <span className={videos.length}>{shownDuration(video.seconds)}</span>
            </span>
            <span className={videos.title}>{video.title}</span>
          </Link>
          <p className="facts">
            <span>{video.course.name}</span>
            <span>播放 {shortCount(video.plays)}</span>
            {why?.(video) ? <span>{why(video)}</span> : null}
          </p>
        </li>
      ))}
    </ul>
  );
}
