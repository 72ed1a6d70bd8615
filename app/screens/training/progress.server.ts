import type { CourseProgress } from "contract/training/shapes";
import { orWithout } from "~/failure/explain.server";
import type { Scope } from "~/request/scope.server";

/** How far the reader is in each of some courses; none for visitors. A list is one without it. */
export async function progressIn(scope: Scope, courses: { id: number }[]): Promise<CourseProgress[]> {
  if (courses.length === 0 || !(await scope.signedIn())) return [];
  const progress = scope.gateway.call("studyProgress", { courses: courses.map(({ id }) => id) });
  return (await orWithout(scope, progress, { courses: [] })).courses;
}
