import { Link, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { shortCount } from "~/format/text";
import { CourseCards } from "~/lists/works/course-card";
import { screenMeta } from "~/metadata/screen-meta";
import { breadcrumbData } from "~/metadata/structured-data.server";
import { PreviewNote } from "~/moderation/preview-note";
import { paths } from "~/navigation/paths";
import { useRoot, useShell } from "~/navigation/use-shell";
import { pathId, previewQuery } from "~/request/inputs.server";
import { screenLoader } from "~/request/screen.server";
import { EmptyState } from "~/ui/empty-state";
import { LecturerPhoto } from "../lecturer-photo";
import { progressIn } from "../progress.server";
import styles from "./people.module.css";

const inputs = {
  params: z.object({ id: pathId }),
  query: z.object({ preview: previewQuery }),
  missing: "没有这位讲师",
};

/** /trainingClass/lecturers/{id}: a lecturer and their courses. */
export const loader = screenLoader(inputs, async ({ scope, params: { id }, query: { preview } }) => {
  const lecturer = await scope.publicGateway.call(
    "lecturerById",
    preview === undefined ? { id } : { id, preview },
  );
  scope.page.structuredData.push(
    breadcrumbData(scope, [
      { name: "培训课堂", path: paths.courses() },
      { name: "讲师", path: paths.lecturers() },
      { name: lecturer.name, path: paths.lecturer(id) },
    ]),
  );
  return { lecturer, progress: await progressIn(scope, lecturer.courseList.slice(0, 50)) };
});
export const meta = screenMeta<typeof loader>({
  title: ({ lecturer }) => `讲师 ${lecturer.name}`,
  description: ({ lecturer }) => lecturer.intro || `${lecturer.name}的课程`,
  head: ({ lecturer }) => ({ indexed: !lecturer.preview }),
});

export default function Lecturer() {
  const { lecturer, progress } = useLoaderData<typeof loader>();
  const { to } = useShell();
  const me = useRoot()?.me?.uid;
  return (
    <article className={styles.page}>
      {lecturer.preview ? <PreviewNote kind="lecturers" contentKey={String(lecturer.id)} /> : null}
      <header className={`surface ${styles.box} ${styles.head}`}>
        <LecturerPhoto lecturer={lecturer} size={96} />
        <div>
          <nav className="crumbs" aria-label="所在位置">
            <Link to={to(paths.courses())}>培训课堂</Link> <Link to={to(paths.lecturers())}>讲师</Link>
          </nav>
          <h1>{lecturer.name}</h1>
          <p>{[lecturer.organisation, lecturer.title].filter(Boolean).join(" · ")}</p>
          {lecturer.intro ? <p className={styles.intro}>{lecturer.intro}</p> : null}
          <p className="facts">
            {lecturer.delisted ? <b>已不在讲师列表里</b> : null}
            <span>{lecturer.courses} 门课程</span>
            <span>{shortCount(lecturer.learners)} 名学员</span>
            {lecturer.uid === null ? null : <Link to={to(paths.user(lecturer.uid))}>社区主页</Link>}
            {lecturer.uid !== null && lecturer.uid === me ? (
              <Link to={to(paths.coursePreview())}>我管理的课程：预览、学员、录像</Link>
            ) : null}
          </p>
        </div>
      </header>
      <section className={`surface ${styles.courses}`} aria-labelledby="courses">
        <h2 id="courses">讲的课程</h2>
        {lecturer.courseList.length > 0 ? (
          <CourseCards courses={lecturer.courseList} progress={progress} />
        ) : (
          <EmptyState title="还没有课程" text="看看其他讲师的课程。" />
        )}
      </section>
    </article>
  );
}
