import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { CallResponse } from "contract";
import { courseOrders } from "contract/training/constants";
import { courseKeyword } from "contract/training/courses/calls";
import type { CourseProgress } from "contract/training/shapes";
import { orWithout } from "~/failure/explain.server";
import { checkTexts } from "~/lists/kit/list-query.server";
import { NothingListed } from "~/lists/kit/nothing-listed";
import { PageHead } from "~/lists/kit/page-head";
import { Choices, ListBar } from "~/lists/list-page";
import { CourseCards } from "~/lists/works/course-card";
import { screenMeta } from "~/metadata/screen-meta";
import { breadcrumbData } from "~/metadata/structured-data.server";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { screenLoader } from "~/request/screen.server";
import { Pagination } from "~/ui/pagination";
import { CourseFilters } from "./course-filters";
import { loadAround } from "./courses.server";
import { Around, Recommended } from "./courses-around";
import { isNarrowed, type ListQuery, listHref } from "./courses-query";
import { coursesQuery } from "./courses-query.server";
import { loadLevels } from "./frame/levels.server";
import { progressIn } from "./progress.server";
import styles from "./training.module.css";

interface CoursesData {
  query: ListQuery;
  problem: string | null;
  /** The class that the filter chooses. */
  chosen: CallResponse<"trainingLevels">["classes"][number] | null;
  list: CallResponse<"courseList"> | null;
  progress: CourseProgress[];
  lecturer: string | null;
  around: Awaited<ReturnType<typeof loadAround>> | null;
}

/**
 * /trainingClass: courses by class, level, product and keyword, all in the address (spec 2.1). Without filters the
 * page also shows recommended videos, live sessions, lecturers, top students and exam masters (spec 7.2).
 */
export const loader = screenLoader(
  { query: coursesQuery, missing: "没有这个课程分类" },
  async ({ scope, query: unchecked }) => {
    const { query, problems } = checkTexts(unchecked, { q: courseKeyword });
    const problem = problems.q ?? null;
    const { q: text, ...conditions } = query;
    const { publicGateway: gateway } = scope;
    const [chosen, list, lecturer, around] = await Promise.all([
      query.classId === undefined
        ? null
        : loadLevels(scope).then((levels) => levels?.classes.find(({ id }) => id === query.classId) ?? null),
      problem ? null : gateway.call("courseList", { ...conditions, text }),
      query.lecturerId === undefined
        ? null
        : orWithout(scope, gateway.call("lecturerById", { id: query.lecturerId }), null),
      isNarrowed(query) || query.page > 1 ? null : loadAround(scope),
    ]);
    scope.page.structuredData.push(breadcrumbData(scope, [{ name: "培训课堂", path: paths.courses() }]));
    const loaded: CoursesData = {
      query,
      problem,
      chosen,
      list,
      around,
      lecturer: lecturer?.name ?? null,
      progress: await progressIn(scope, list?.courses ?? []),
    };
    return data(loaded, { status: problem ? 400 : 200 });
  },
);

export const meta = screenMeta<typeof loader>({
  title: (loaded) => {
    const { chosen } = loaded as CoursesData;
    return chosen ? `${chosen.name} · 培训课堂` : undefined;
  },
  description: (loaded) =>
    (loaded as CoursesData).chosen?.summary ||
    "芯片、嵌入式与无线的课程：视频带字幕和逐字稿，学完考试得证书。",
  head: (loaded) => {
    const { list } = loaded as CoursesData;
    return list ? { page: list.page } : {};
  },
});

export default function Courses() {
  const loaded = useLoaderData<typeof loader>() as CoursesData;
  const { query, problem, chosen, list, progress, around } = loaded;
  const { to } = useShell();
  return (
    <div className={styles.page}>
      <PageHead title="培训课堂">
        <p>
          {chosen
            ? [chosen.name, chosen.summary].filter(Boolean).join("：")
            : "从第一行代码到量产调试：看视频、读讲义、考试、拿证书。"}
        </p>
      </PageHead>
      {around && around.recommended.length > 0 ? <Recommended videos={around.recommended} /> : null}
      <section className={`surface ${styles.box}`} aria-label="课程列表">
        <CourseFilters query={query} problem={problem} lecturer={loaded.lecturer} />
        <ListBar>
          <p className={styles.count} role="status">
            {list ? `${list.total} 门课程` : ""}
          </p>
          <Choices
            label="排序"
            choices={courseOrders.map(({ code, name }) => ({
              name,
              href: listHref(to(paths.courses()), query, { order: code }),
              current: query.order === code,
            }))}
          />
        </ListBar>
        {list && list.courses.length > 0 ? (
          <CourseCards courses={list.courses} progress={progress} Title="h2" />
        ) : (
          <NothingListed
            things="课程"
            problem={problem !== null}
            narrowed={isNarrowed(query)}
            all={paths.courses()}
          />
        )}
        <Pagination
          page={list?.page ?? 1}
          pages={list?.pages ?? 1}
          href={(page) => listHref(to(paths.courses()), query, { page })}
        />
      </section>
      {around ? <Around around={around} /> : null}
    </div>
  );
}
