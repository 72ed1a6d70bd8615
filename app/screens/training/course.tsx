import { Link, useLoaderData } from "@remix-run/react";
import { lazy, Suspense } from "react";
import { z } from "zod";
import { orWithout } from "~/failure/explain.server";
import { shortCount } from "~/format/text";
import { formatDay } from "~/format/time";
import { PostLink } from "~/lists/post-link";
import { CollectButton } from "~/lists/works/collect-button";
import { ProgressRing } from "~/lists/works/progress-ring";
import { screenMeta } from "~/metadata/screen-meta";
import { breadcrumbData } from "~/metadata/structured-data.server";
import { courseData } from "~/metadata/training-data.server";
import { chunk } from "~/navigation/chunk";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { pathId, previewQuery } from "~/request/inputs.server";
import { screenLoader } from "~/request/screen.server";
import { withStoredImages } from "~/request/stored-images.server";
import { Icon } from "~/ui/icon";
import { Prose } from "~/ui/prose";
import styles from "./course.module.css";
import { CourseExams } from "./course-exams";
import { type CourseData, CourseRail } from "./course-rail";
import { LiveWay } from "./courses-around";
import { Outline } from "./outline";

interface ShownData extends CourseData {
  /** The secret of a version that is not published. */
  preview: string | undefined;
}

/** Only who has a preview's address loads this code. */
const PreviewNote = lazy(
  chunk(() => import("~/moderation/preview-note").then((note) => ({ default: note.PreviewNote }))),
);

const inputs = {
  params: z.object({ id: pathId }),
  query: z.object({ preview: previewQuery }),
  missing: "没有这门课程",
};

/** /trainingClass/details/{id}: a course with its description, lessons, lecturers, exams and certificate. */
export const loader = screenLoader(inputs, async ({ scope, params: { id }, query }): Promise<ShownData> => {
  const { preview } = query;
  const loadStudy = async () =>
    preview === undefined && (await scope.signedIn())
      ? scope.gateway.call("studyOfCourse", { course: id })
      : null;
  const [course, study] = await Promise.all([
    scope.publicGateway.call("courseById", preview === undefined ? { id } : { id, preview }),
    orWithout(scope, loadStudy(), null),
  ]);
  scope.page.structuredData.push(
    courseData(scope, course),
    breadcrumbData(scope, [
      { name: "培训课堂", path: paths.courses() },
      { name: course.class.name, path: paths.courses({ classId: course.class.id }) },
      { name: course.title, path: paths.course(id) },
    ]),
  );
  const shown = { ...course, html: await withStoredImages(scope, course.html) };
  return { course: shown, study, preview: course.preview ? preview : undefined };
});
export const meta = screenMeta<typeof loader>({
  title: ({ course }) => course.title,
  description: ({ course }) => course.summary || course.title,
  head: ({ course }) => ({
    indexed: !course.preview,
    type: "article",
    published: course.from,
    modified: course.updatedAt,
  }),
});

export default function Course() {
  const { course, study, preview } = useLoaderData<typeof loader>() as ShownData;
  const { to } = useShell();
  return (
    <article className={styles.page}>
      {course.preview ? (
        <Suspense>
          <PreviewNote kind="courses" contentKey={String(course.id)} />
        </Suspense>
      ) : null}
      <nav className={`crumbs ${styles.way}`} aria-label="所在位置">
        <Link to={to(paths.courses())}>培训课堂</Link>{" "}
        <Link to={to(paths.courses({ classId: course.class.id }))}>{course.class.name}</Link>
      </nav>
      <Head course={course} study={study} />
      <div className={styles.columns}>
        <div className={styles.main}>
          {course.html ? (
            <section className={`surface ${styles.box}`} aria-label="课程介绍">
              <Prose html={course.html} />
            </section>
          ) : null}
          <section className={`surface ${styles.box}`} aria-labelledby="outline">
            <h2 id="outline">课程目录</h2>
            <Outline chapters={course.chapters} study={study} {...(preview ? { preview } : {})} />
          </section>
          {course.examList.length > 0 ? (
            <section className={`surface ${styles.box}`} aria-labelledby="exams">
              <h2 id="exams">考试</h2>
              <CourseExams exams={course.examList} study={study} />
            </section>
          ) : null}
        </div>
        <CourseRail course={course} study={study} />
      </div>
    </article>
  );
}

/** The link to the lesson where the reader continues, or to the first lesson. */
function ContinueLink({ course, study }: CourseData) {
  const { to } = useShell();
  const first = course.chapters[0]?.lessons[0];
  if (course.preview) return null;
  const next = study?.next ?? (first ? { id: first.id, name: first.title } : null);
  if (!next || course.lessons === 0) return null;
  const hasStarted = (study?.lessons.length ?? 0) > 0;
  const certificate = study?.certificate;
  return (
    <>
      {certificate ? (
        <Link className="button" data-primary to={to(paths.certificate(certificate.publicId))}>
          <Icon name="school" />
          看我的证书
        </Link>
      ) : null}
      <Link className="button" data-primary={certificate ? undefined : true} to={to(paths.lesson(next.id))}>
        <Icon name="video" />
        {study?.finished ? "再看一遍" : hasStarted ? `继续学习：${next.name}` : "开始学习"}
      </Link>
    </>
  );
}

function Head({ course, study }: CourseData) {
  const { to } = useShell();
  const collected = study?.collected ?? false;
  return (
    <header className={`surface ${styles.head}`}>
      <div className={styles.title}>
        <h1>{course.title}</h1>
        {study && study.lessons.length > 0 ? (
          <ProgressRing percent={study.percent} label="已学" size={56} />
        ) : null}
      </div>
      {course.summary ? <p>{course.summary}</p> : null}
      <p className="facts">
        <span>{course.level.name}</span>
        <span>{course.minutes} 分钟</span>
        <span>{course.lessons} 课时</span>
        <span>{course.videos} 个视频</span>
        <span>{shortCount(course.learners)} 人在学</span>
        <span>收藏 {shortCount(course.collected)}</span>
        {course.from ? <time dateTime={course.from}>{formatDay(course.from)} 开课</time> : null}
      </p>
      {course.delisted ? (
        <p className={styles.delisted}>
          <Icon name="info-circle" />
          这门课程已下架，不再更新，也不能再开始学习。
        </p>
      ) : null}
      {course.live ? (
        <p className={styles.live}>
          <Icon name="calendar-event" />
          <span>直播 {formatDay(course.live.starts)}，</span>
          <LiveWay live={course.live} />
        </p>
      ) : null}
      <div className={styles.buttons}>
        <ContinueLink course={course} study={study} />
        {course.preview || (course.delisted && !collected) ? null : (
          <CollectButton kind="course" target={course.id} collected={collected} name={course.title} />
        )}
        {course.ask && !course.preview ? (
          <PostLink
            className="button"
            path={paths.newTopic(course.ask.fid, {
              title: `关于课程“${course.title}”：`.slice(0, 60),
              tags: course.ask.tag,
            })}
          >
            <Icon name="message-circle" />
            问这门课
          </PostLink>
        ) : null}
        {study?.manages ? (
          <Link className="button" to={to(paths.learners(course.id))}>
            <Icon name="users" />
            看学员
          </Link>
        ) : null}
        {study?.manages ? (
          <Link className="button" to={to(paths.courseVideos(course.id))}>
            <Icon name="video" />
            交录像
          </Link>
        ) : null}
      </div>
    </header>
  );
}
