import type { CourseProgress } from "contract/training/shapes";
import { orWithout } from "~/failure/explain.server";
import type { Scope } from "~/request/scope.server";

/**
 * The reader's progress in each of the courses; none for visitors. If the call fails, the list is shown without
 * progress.
 */
export async function progressIn(scope: Scope, courses: { id: number }[]): Promise<CourseProgress[]> {
  if (courses.length === 0 || !(await scope.signedIn())) return [];
  const progress = scope.gateway.call("studyProgress", { courses: courses.map(({ id }) => id) });
  return (await orWithout(scope, progress, { courses: [] })).courses;
}
