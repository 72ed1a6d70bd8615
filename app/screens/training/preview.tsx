import { Link, useLoaderData } from "@remix-run/react";
import type { CallResponse } from "contract";
import { z } from "zod";
import { shownDuration } from "~/format/duration";
import { formatMinute } from "~/format/time";
import { Refused } from "~/gateway-client/errors";
import { CourseFacts } from "~/lists/works/course-card";
import { screenMeta } from "~/metadata/screen-meta";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { optionalId, pageNumber } from "~/request/inputs.server";
import type { Scope } from "~/request/scope.server";
import { screenLoader } from "~/request/screen.server";
import { EmptyState } from "~/ui/empty-state";
import { Pagination } from "~/ui/pagination";
import { Prose } from "~/ui/prose";
import styles from "./preview.module.css";

/** The courses that the member manages; none when the member has no course right. */
async function loadManaged(scope: Scope, page: number): Promise<CallResponse<"managedCourses">> {
  try {
    return await scope.gateway.call("managedCourses", { page });
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== "COURSE_RIGHT_MISSING") throw error;
    return { courses: [], page: 1, pages: 1, total: 0 };
  }
}

const inputs = { query: z.object({ id: optionalId, page: pageNumber }), missing: "没有这门课程" };

/**
 * /classRoom/preview: the courses that the member manages. With `id` it shows one of them with all its lessons, also
 * before the course opens (spec 2.1, 6).
 */
export const loader = screenLoader(inputs, async ({ scope, query: { id, page } }) =>
  id === undefined
    ? { list: await loadManaged(scope, page), whole: null }
    : { list: null, whole: await scope.gateway.call("previewCourse", { id }) },
);
export const meta = screenMeta<typeof loader>({
  title: ({ whole }) => (whole ? `${whole.course.title}（预览）` : undefined),
});

const opensOn = (from: string) => (Date.parse(from) > Date.now() ? `${formatMinute(from)} 开课` : "已开课");

export default function Preview() {
  const { list, whole } = useLoaderData<typeof loader>() as {
    list: CallResponse<"managedCourses"> | null;
    whole: CallResponse<"previewCourse"> | null;
  };
  if (whole) return <Whole {...whole} />;
  return list ? <Managed list={list} /> : null;
}

function Managed({ list }: { list: CallResponse<"managedCourses"> }) {
  const { to } = useShell();
  return (
    <section className={`surface ${styles.box}`}>
      <h1>课程预览</h1>
      <p className={styles.note}>你管理的课程，包括还没有开课的。内容由内容包更新。</p>
      {list.courses.length === 0 ? (
        <EmptyState title="没有可以预览的课程" text="课程的讲师和管理员可以在这里预览。">
          <Link className="button" data-primary to={to(paths.courses())}>
            看全部课程
          </Link>
        </EmptyState>
      ) : (
        <ul className={styles.rows}>
          {list.courses.map((course) => (
            <li key={course.id}>
              <div>
                <h2>
                  <Link to={to(paths.coursePreview({ id: course.id }))}>{course.title}</Link>
                </h2>
                <CourseFacts course={course} />
              </div>
              <p className="facts">
                <span>{course.delisted ? "已下架" : opensOn(course.from)}</span>
                <Link to={to(paths.learners(course.id))}>
                  学员<span className="visually-hidden"> {course.title}</span>
                </Link>{" "}
                <Link to={to(paths.courseVideos(course.id))}>
                  录像<span className="visually-hidden"> {course.title}</span>
                </Link>
              </p>
            </li>
          ))}
        </ul>
      )}
      <Pagination page={list.page} pages={list.pages} href={(page) => to(paths.coursePreview({ page }))} />
    </section>
  );
}

function Whole({ course, lessons }: CallResponse<"previewCourse">) {
  const { to } = useShell();
  return (
    <article className={styles.page}>
      <header className={`surface ${styles.box}`}>
        <nav className="crumbs" aria-label="所在位置">
          <Link to={to(paths.coursePreview())}>课程预览</Link>{" "}
          <Link to={to(paths.learners(course.id))}>学员</Link>{" "}
          <Link to={to(paths.courseVideos(course.id))}>录像</Link>{" "}
          <Link to={to(paths.course(course.id))}>课程页</Link>
        </nav>
        <h1>{course.title}</h1>
        <p className={styles.note}>预览：{course.delisted ? "已下架" : opensOn(course.from)}</p>
        <p>{course.summary}</p>
        <CourseFacts course={course} />
        {course.html ? <Prose html={course.html} /> : null}
      </header>
      {lessons.map((lesson) => (
        <section key={lesson.id} className={`surface ${styles.box}`} aria-labelledby={`lesson-${lesson.id}`}>
          <h2 id={`lesson-${lesson.id}`}>
            {lesson.number}. {lesson.title}
          </h2>
          <p className="facts">
            <span>{lesson.chapter}</span>
            <span>{lesson.video ? shownDuration(lesson.video.seconds) : `读 ${lesson.minutes} 分钟`}</span>
            <span>{lesson.transcript.length} 行字幕</span>
            <span>{lesson.slideList.length} 页课件</span>
          </p>
          {lesson.video ? (
            // biome-ignore lint/a11y/useMediaCaption: the lesson's page has the captions
            <video
              className={styles.video}
              controls
              preload="none"
              playsInline
              poster={lesson.video.poster.url}
              width={lesson.video.width || undefined}
              height={lesson.video.height || undefined}
              aria-label={lesson.title}
            >
              {lesson.video.files.map(({ address, type }) => (
                <source key={address} src={address} type={type} />
              ))}
              {lesson.video.captions ? (
                <track kind="captions" src={lesson.video.captions} srcLang="zh" label="中文字幕" default />
              ) : null}
            </video>
          ) : null}
          {lesson.html ? <Prose html={lesson.html} /> : null}
          {lesson.slideList.map((slide) => (
            <div key={`${slide.at} ${slide.title}`} className={styles.slide}>
              <h3>
                {slide.title}
                {slide.at === null ? "" : `（${shownDuration(Math.floor(slide.at))}）`}
              </h3>
              {slide.html ? <Prose html={slide.html} /> : null}
            </div>
          ))}
        </section>
      ))}
    </article>
  );
}
