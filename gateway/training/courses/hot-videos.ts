import { dayOf } from "contract/base/time";
import type { HotVideo } from "contract/videos/calls";
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { courses, lessons } from "../../database/schema";
import type { CallContext } from "../../server/context";
import { courseVideos, isOpen } from "./rows";

/** The hottest videos of open courses with their heat, for lists that mix videos of several kinds. */
export async function hotLessons(
  { database, now }: Pick<CallContext, "database" | "now">,
  count: number,
): Promise<(HotVideo & { heat: number })[]> {
  const rows = await database
    .select({ id: lessons.id, heat: lessons.heat, opensAt: courses.opensAt })
    .from(lessons)
    .innerJoin(courses, eq(courses.id, lessons.courseId))
    .where(and(isNull(lessons.delistedAt), gt(lessons.seconds, 0), isOpen(now())))
    .orderBy(sql`${lessons.heat} desc nulls last`, sql`${lessons.id} desc nulls last`)
    .limit(count);
  const videos = await courseVideos(
    database,
    rows.map(({ id }) => id),
  );
  return videos.flatMap(({ lesson: id, course, ...video }) => {
    const row = rows.find((each) => each.id === id);
    if (!row) return [];
    const { heat, opensAt } = row;
    return [{ ...video, id, course, heat, summary: "", date: dayOf(opensAt), delisted: false }];
  });
}
