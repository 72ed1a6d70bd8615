import type { LearningPath } from "contract/training/paths/calls";
import type { CourseProgress, CourseRow } from "contract/training/shapes";
import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "../../database/open";
import { courseLearners, courses, type learningPaths } from "../../database/schema";
import type { PathStep } from "../../database/tables/exams";
import type { Services } from "../../server/context";
import { courseRows } from "../courses/rows";
import { progressOf } from "../study/progress-of";

export type ListedStep = CourseRow & {
  needs: number[];
  /** When it opens; null once it is open. */
  opens: string | null;
};

/** The courses of steps that are listed, in their order, also those that open later; each needs only what is listed. */
export async function listedSteps(
  context: Pick<Services, "database" | "now">,
  steps: PathStep[],
): Promise<ListedStep[]> {
  const ids = [...new Set(steps.map(({ course }) => course))];
  if (ids.length === 0) return [];
  const now = context.now();
  const rows = (await courseRows(context, ids)).filter(({ delisted }) => !delisted);
  const listed = new Map(rows.map((row) => [row.id, row]));
  return steps.flatMap(({ course, needs }) => {
    const row = listed.get(course);
    if (!row) return [];
    const opens = new Date(row.from) > now ? row.from : null;
    return [{ ...row, needs: needs.filter((need) => listed.has(need)), opens }];
  });
}

type Row = Pick<
  typeof learningPaths.$inferSelect,
  "id" | "title" | "summary" | "audience" | "certificateName"
>;

/** A path as lists show it. @param steps its courses that are listed */
export const pathOf = (
  { id, title, summary, audience, certificateName }: Row,
  steps: Pick<CourseRow, "minutes">[],
): LearningPath => ({
  id,
  title,
  summary,
  audience,
  certificate: certificateName,
  courses: steps.length,
  minutes: steps.reduce((sum, { minutes }) => sum + minutes, 0),
});

/** How far an account is in each of these courses, in their order; a course that was not begun is at 0. */
export async function ownProgress(
  database: Database,
  accountId: number,
  steps: Pick<CourseRow, "id" | "lessons">[],
): Promise<CourseProgress[]> {
  if (steps.length === 0) return [];
  const rows = await database
    .select({
      courseId: courseLearners.courseId,
      lessonsDone: courseLearners.lessonsDone,
      finishedAt: courseLearners.finishedAt,
      lessons: courses.lessons,
    })
    .from(courseLearners)
    .innerJoin(courses, eq(courses.id, courseLearners.courseId))
    .where(
      and(
        eq(courseLearners.accountId, accountId),
        inArray(
          courseLearners.courseId,
          steps.map(({ id }) => id),
        ),
      ),
    );
  const begun = new Map(rows.map((row) => [row.courseId, row]));
  return steps.map(({ id, lessons }) =>
    progressOf(begun.get(id) ?? { courseId: id, lessonsDone: 0, finishedAt: null, lessons }),
  );
}
