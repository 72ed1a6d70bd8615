import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { CallResponse } from "contract";
import { courseOrders } from "contract/training/constants";
import { courseKeyword } from "contract/training/courses/calls";
import type { CourseProgress } from "contract/training/shapes";
import { orWithout } from "~/failure/explain.server";
import { keepOnNetworkFailure } from "~/forms/network-failure";
import { failureOf } from "~/forms/result";
import { checkTexts } from "~/lists/kit/list-query.server";
import { NothingListed } from "~/lists/kit/nothing-listed";
import { PageHead } from "~/lists/kit/page-head";
import { Choices, ListBar } from "~/lists/list-page";
import { CourseCards } from "~/lists/works/course-card";
import { screenMeta } from "~/metadata/screen-meta";
import { breadcrumbData } from "~/metadata/structured-data.server";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { type ActionTools, noFields, submitted } from "~/request/intents.server";
import { notFound } from "~/request/not-found.server";
import type { Scope } from "~/request/scope.server";
import { screenAction, screenLoader } from "~/request/screen.server";
import { Pagination } from "~/ui/pagination";
import { CourseFilters } from "./course-filters";
import { loadAround } from "./courses.server";
import { Around, Recommended } from "./courses-around";
import { isNarrowed, type ListQuery, listHref } from "./courses-query";
import { coursesQuery } from "./courses-query.server";
import { loadLevels } from "./frame/levels.server";
import { loadPath, type PathData } from "./paths/path.server";
import { PathCards } from "./paths/path-cards";
import { PathPage } from "./paths/path-page";
import { progressIn } from "./progress.server";
import styles from "./training.module.css";

interface CoursesData {
  /** The learning path of the address; then nothing else is loaded. */
  path: PathData | null;
  query: ListQuery;
  problem: string | null;
  /** The class that the filter chooses. */
  chosen: CallResponse<"trainingLevels">["classes"][number] | null;
  list: CallResponse<"courseList"> | null;
  progress: CourseProgress[];
  lecturer: string | null;
  around: Awaited<ReturnType<typeof loadAround>> | null;
}

/** The page of a learning path. */
const pathOnly = async (
  scope: Scope,
  query: ListQuery,
  path: number,
  preview: string | undefined,
): Promise<CoursesData> => ({
  path: await loadPath(scope, path, preview),
  query,
  problem: null,
  chosen: null,
  list: null,
  progress: [],
  lecturer: null,
  around: null,
});

/**
 * /trainingClass: courses by class, level, product and keyword, all in the address (spec 2.1). Without filters the
 * page also shows learning paths, recommended videos, live sessions, lecturers, top students and exam masters (spec
 * 7.2). With `path` it is the page of a learning path.
 */
export const loader = screenLoader(
  { query: coursesQuery, missing: "没有这个课程分类或学习路径" },
  async ({ scope, query: { path, preview, ...unchecked } }) => {
    const { query, problems } = checkTexts(unchecked, { q: courseKeyword });
    if (path !== undefined) return data(await pathOnly(scope, query, path, preview));
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
      path: null,
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
    const { chosen, path } = loaded as CoursesData;
    if (path) return `${path.path.title} · 学习路径`;
    return chosen ? `${chosen.name} · 培训课堂` : undefined;
  },
  description: (loaded) =>
    (loaded as CoursesData).path?.path.summary ||
    (loaded as CoursesData).chosen?.summary ||
    "芯片、嵌入式与无线的课程：视频带字幕和逐字稿，学完考试得证书。",
  head: (loaded) => {
    const { list, path } = loaded as CoursesData;
    if (path) return { indexed: path.indexed };
    return list ? { page: list.page } : {};
  },
});

type Tools = ActionTools<typeof coursesQuery>;

export const action = screenAction(
  { query: coursesQuery },
  {
    claim: submitted(noFields, async (_, { scope, query: { path }, done }: Tools) => {
      const { publicId } = await scope.gateway.call("claimPathCertificate", {
        id: path ?? notFound(scope, "没有这条学习路径"),
      });
      return done(paths.certificate(publicId), "证书已颁发");
    }),
  },
);

/** With JavaScript, a network failure while posting keeps the page as it is. */
export const clientAction = keepOnNetworkFailure("claim");

export default function Courses() {
  const loaded = useLoaderData<typeof loader>() as CoursesData;
  const failure = failureOf(useActionData(), "claim");
  return loaded.path ? <PathPage {...loaded.path} failure={failure} /> : <CourseList loaded={loaded} />;
}

function CourseList({ loaded }: { loaded: CoursesData }) {
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
      {around && around.paths.length > 0 ? <PathCards paths={around.paths} /> : null}
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
