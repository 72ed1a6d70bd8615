import type { CollectedLesson } from "contract/collections/calls";
import { eq, inArray } from "drizzle-orm";
import type { Database } from "../../database/open";
import { courses, lessons } from "../../database/schema";
import { picturesFor } from "./rows";

/** Lessons by their ids, in that order, as collections show them. */
export async function collectedLessons(database: Database, ids: number[]): Promise<CollectedLesson[]> {
  if (ids.length === 0) return [];
  const rows = await database
    .select({
      id: lessons.id,
      title: lessons.title,
      minutes: lessons.minutes,
      seconds: lessons.seconds,
      poster: lessons.poster,
      delistedAt: lessons.delistedAt,
      course: { id: courses.id, name: courses.title },
    })
    .from(lessons)
    .innerJoin(courses, eq(courses.id, lessons.courseId))
    .where(inArray(lessons.id, ids));
  const pictureOf = await picturesFor(
    database,
    rows.map(({ poster }) => poster),
  );
  return ids.flatMap((id) =>
    rows
      .filter((row) => row.id === id)
      .map(({ poster, delistedAt, ...row }) => ({
        ...row,
        poster: pictureOf(poster),
        delisted: delistedAt !== null,
      })),
  );
}
