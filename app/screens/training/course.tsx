import { Link, useLoaderData } from "@remix-run/react";
import type { CourseDetail } from "contract/training/courses/calls";
import type { StudyOfCourse } from "contract/training/study/calls";
import { z } from "zod";
import { orWithout } from "~/failure/explain.server";
import { shortCount } from "~/format/text";
import { formatDay } from "~/format/time";
import { RailBox } from "~/lists/list-page";
import { PostLink } from "~/lists/post-link";
import { CollectButton } from "~/lists/works/collect-button";
import { ProgressRing } from "~/lists/works/progress-ring";
import { screenMeta } from "~/metadata/screen-meta";
import { breadcrumbData } from "~/metadata/structured-data.server";
import { courseData } from "~/metadata/training-data.server";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { pathId } from "~/request/inputs.server";
import { screenLoader } from "~/request/screen.server";
import { withStoredImages } from "~/request/stored-images.server";
import { Icon } from "~/ui/icon";
import { Prose } from "~/ui/prose";
import styles from "./course.module.css";
import { CourseExams } from "./course-exams";
import { LiveWay } from "./courses-around";
import { LecturerPhoto } from "./lecturer-photo";
import { Outline } from "./outline";

interface CourseData {
  course: CourseDetail;
  /** The reader's progress in the course; null for visitors. */
  study: StudyOfCourse | null;
}

const inputs = { params: z.object({ id: pathId }), missing: "没有这门课程" };

/** /trainingClass/details/{id}: a course with its description, lessons, lecturers, exams and certificate. */
export const loader = screenLoader(inputs, async ({ scope, params: { id } }): Promise<CourseData> => {
  const loadStudy = async () =>
    (await scope.signedIn()) ? scope.gateway.call("studyOfCourse", { course: id }) : null;
  const [course, study] = await Promise.all([
    scope.publicGateway.call("courseById", { id }),
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
  return { course: { ...course, html: await withStoredImages(scope, course.html) }, study };
});
export const meta = screenMeta<typeof loader>({
  title: ({ course }) => course.title,
  description: ({ course }) => course.summary || course.title,
  head: ({ course }) => ({ type: "article", published: course.from, modified: course.updatedAt }),
});

export default function Course() {
  const { course, study } = useLoaderData<typeof loader>() as CourseData;
  const { to } = useShell();
  return (
    <article className={styles.page}>
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
            <Outline chapters={course.chapters} study={study} />
          </section>
          {course.examList.length > 0 ? (
            <section className={`surface ${styles.box}`} aria-labelledby="exams">
              <h2 id="exams">考试</h2>
              <CourseExams exams={course.examList} study={study} />
            </section>
          ) : null}
        </div>
        <Rail course={course} study={study} />
      </div>
    </article>
  );
}

/** The link to the lesson where the reader continues, or to the first lesson. */
function ContinueLink({ course, study }: CourseData) {
  const { to } = useShell();
  const first = course.chapters[0]?.lessons[0];
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
        {course.delisted && !collected ? null : (
          <CollectButton kind="course" target={course.id} collected={collected} name={course.title} />
        )}
        {course.ask ? (
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

function Rail({ course, study }: CourseData) {
  const { to } = useShell();
  const certificate = study?.certificate;
  const marked = study?.lessons.filter((lesson) => lesson.marked && !lesson.done).length ?? 0;
  return (
    <aside className={styles.rail} aria-label="课程相关">
      {course.certificate ? (
        <RailBox title="证书">
          <p>{course.certificate.name}</p>
          <p className={styles.note}>
            {course.certificate.exam === null ? "学完全部课时后颁发。" : "学完全部课时并通过考试后颁发。"}
            看或读够时间才算学完，自行标记的课时不算。
          </p>
          {marked > 0 && !certificate ? (
            <p className={styles.note}>你自行标记的 {marked} 课时还要学完。</p>
          ) : null}
          <Link to={to(paths.certificateCheck())}>核验一张证书</Link>
        </RailBox>
      ) : null}
      {course.teachers.length > 0 ? (
        <RailBox title="讲师">
          <ul className={styles.teachers}>
            {course.teachers.map((teacher) => (
              <li key={teacher.id}>
                <LecturerPhoto lecturer={teacher} size={48} />
                <div>
                  <Link to={to(paths.lecturer(teacher.id))}>{teacher.name}</Link>
                  <p>{[teacher.organisation, teacher.title].filter(Boolean).join(" · ")}</p>
                </div>
              </li>
            ))}
          </ul>
        </RailBox>
      ) : null}
      {course.products.length > 0 ? (
        <RailBox title="相关产品">
          <ul className={styles.links}>
            {course.products.map(({ id, name, summary }) => (
              <li key={id}>
                <Link to={to(paths.product(id))}>{name}</Link>
                {summary ? <p>{summary}</p> : null}
              </li>
            ))}
          </ul>
        </RailBox>
      ) : null}
      {course.resources.length > 0 ? (
        <RailBox title="相关资料">
          <ul className={styles.links}>
            {course.resources.map(({ id, name }) => (
              <li key={id}>
                <Link to={to(paths.resource(id))}>{name}</Link>
              </li>
            ))}
          </ul>
        </RailBox>
      ) : null}
    </aside>
  );
}
