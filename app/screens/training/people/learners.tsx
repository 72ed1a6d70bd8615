import { Link, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { screenMeta } from "~/metadata/screen-meta";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { pageNumber, pathId } from "~/request/inputs.server";
import { screenLoader } from "~/request/screen.server";
import { Avatar } from "~/ui/avatar";
import { EmptyState } from "~/ui/empty-state";
import { Pagination } from "~/ui/pagination";
import { RelativeTime } from "~/ui/relative-time";
import styles from "./people.module.css";

const inputs = {
  params: z.object({ id: pathId }),
  query: z.object({ page: pageNumber }),
  missing: "没有这门课程",
};

/** /trainingClass/learners/{id}: the learners of a course, for its lecturers and administrators (spec 6). */
export const loader = screenLoader(inputs, async ({ scope, params, query }) =>
  scope.gateway.call("courseLearners", { course: params.id, page: query.page }),
);
export const meta = screenMeta<typeof loader>({ title: ({ course }) => `${course.name}的学员` });

export default function Learners() {
  const { course, learners, page, pages, total } = useLoaderData<typeof loader>();
  const { to } = useShell();
  return (
    <section className={`surface ${styles.box}`}>
      <nav className="crumbs" aria-label="所在课程">
        <Link to={to(paths.courses())}>培训课堂</Link>{" "}
        <Link to={to(paths.course(course.id))}>{course.name}</Link>{" "}
        <Link to={to(paths.courseVideos(course.id))}>录像</Link>
      </nav>
      <h1>学员</h1>
      <p className={styles.intro}>{total} 人在学，最近学习的在前。</p>
      {learners.length === 0 ? (
        <EmptyState title="还没有学员" text="有人开始学习以后，会列在这里。" />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <section className={styles.scroll} tabIndex={0} aria-label="学员表">
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">学员</th>
                <th scope="col">进度</th>
                <th scope="col">考试最好成绩</th>
                <th scope="col">开始学习</th>
                <th scope="col">最近学习</th>
              </tr>
            </thead>
            <tbody>
              {learners.map((learner) => (
                <tr key={learner.person.uid}>
                  <th scope="row">
                    <span className={styles.person}>
                      <Avatar icon={learner.person.icon} size={32} />
                      <Link to={to(paths.user(learner.person.uid))}>{learner.person.nickName}</Link>
                    </span>
                  </th>
                  <td>
                    {learner.percent}%（{learner.lessonsDone} 课时）
                    {learner.finished ? (
                      <span className="label" data-kind="solved">
                        已学完
                      </span>
                    ) : null}
                  </td>
                  <td>
                    {learner.best === null ? "—" : `${learner.best}%`}
                    {learner.passed ? (
                      <span className="label" data-kind="solved">
                        通过
                      </span>
                    ) : null}
                  </td>
                  <td>
                    <RelativeTime at={learner.startedAt} />
                  </td>
                  <td>
                    <RelativeTime at={learner.studiedAt} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <Pagination page={page} pages={pages} href={(number) => to(paths.learners(course.id, number))} />
    </section>
  );
}
