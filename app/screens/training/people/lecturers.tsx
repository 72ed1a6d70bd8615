import { Link, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { shortCount } from "~/format/text";
import { screenMeta } from "~/metadata/screen-meta";
import { breadcrumbData } from "~/metadata/structured-data.server";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { pageNumber } from "~/request/inputs.server";
import { screenLoader } from "~/request/screen.server";
import { EmptyState } from "~/ui/empty-state";
import { Pagination } from "~/ui/pagination";
import { LecturerPhoto } from "../lecturer-photo";
import styles from "./people.module.css";

/** /trainingClass/lecturers: the lecturers, those with the most learners first. */
export const loader = screenLoader({ query: z.object({ page: pageNumber }) }, async ({ scope, query }) => {
  scope.page.structuredData.push(
    breadcrumbData(scope, [
      { name: "培训课堂", path: paths.courses() },
      { name: "讲师", path: paths.lecturers() },
    ]),
  );
  return scope.publicGateway.call("lecturers", query);
});
export const meta = screenMeta<typeof loader>({
  description: () => "培训课堂的讲师，和他们讲的课程。",
  head: ({ page }) => ({ page }),
});

export default function Lecturers() {
  const { lecturers, page, pages } = useLoaderData<typeof loader>();
  const { to } = useShell();
  return (
    <section className={`surface ${styles.box}`}>
      <h1>讲师</h1>
      {lecturers.length === 0 ? <EmptyState title="还没有讲师" text="先看看有哪些课程。" /> : null}
      <ul className={styles.lecturers}>
        {lecturers.map((lecturer) => (
          <li key={lecturer.id}>
            <LecturerPhoto lecturer={lecturer} size={96} />
            <div>
              <h2>
                <Link to={to(paths.lecturer(lecturer.id))}>{lecturer.name}</Link>
              </h2>
              <p>{[lecturer.organisation, lecturer.title].filter(Boolean).join(" · ")}</p>
              <p className="facts">
                <span>{lecturer.courses} 门课程</span>
                <span>{shortCount(lecturer.learners)} 名学员</span>
              </p>
            </div>
          </li>
        ))}
      </ul>
      <Pagination page={page} pages={pages} href={(number) => to(paths.lecturers(number))} />
    </section>
  );
}
