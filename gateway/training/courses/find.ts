import { and, eq, exists, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { courseLecturers, courses, lecturers, lessons } from "../../database/schema";
import { accountOf, type CallContext } from "../../server/context";
import { found, Refusal } from "../../server/refusal";

/** A course that is open, also one that was taken down. Throws COURSE_NOT_FOUND. */
export async function openCourse({ database, now }: Pick<CallContext, "database" | "now">, id: number) {
  const [row] = await database.select().from(courses).where(eq(courses.id, id)).limit(1);
  return found(row && row.opensAt <= now() ? row : null, "COURSE_NOT_FOUND");
}

/** A lesson of an open course. Throws LESSON_NOT_FOUND. */
export async function openLesson({ database, now }: Pick<CallContext, "database" | "now">, id: number) {
  const [row] = await database
    .select({ lesson: lessons, opensAt: courses.opensAt, courseDelistedAt: courses.delistedAt })
    .from(lessons)
    .innerJoin(courses, eq(courses.id, lessons.courseId))
    .where(eq(lessons.id, id))
    .limit(1);
  return found(row && row.opensAt <= now() ? row : null, "LESSON_NOT_FOUND");
}

/** The condition that this account belongs to one of the course's lecturers. */
const taughtBy = (database: Database, accountId: number): SQL =>
  exists(
    database
      .select({ one: sql`1` })
      .from(courseLecturers)
      .innerJoin(lecturers, eq(lecturers.id, courseLecturers.lecturerId))
      .where(
        and(
          eq(courseLecturers.courseId, courses.id),
          eq(lecturers.accountId, accountId),
          isNull(lecturers.delistedAt),
        ),
      ),
  );

/**
 * The condition for courses that the caller may manage: all for an administrator, their own for a lecturer (spec 6).
 */
export const managedBy = (context: CallContext): SQL | undefined => {
  const { id, admin } = accountOf(context);
  return admin ? undefined : taughtBy(context.database, id);
};

/** Whether the caller may manage a course. */
export async function manages(context: CallContext, courseId: number): Promise<boolean> {
  const rows = await context.database
    .select({ id: courses.id })
    .from(courses)
    .where(and(inArray(courses.id, [courseId]), managedBy(context)));
  return rows.length > 0;
}

/** Whether the caller may manage any course: a lecturer their own, an administrator all. */
export async function mayManageCourses(context: CallContext): Promise<boolean> {
  const { id, admin } = accountOf(context);
  const own = and(eq(lecturers.accountId, id), isNull(lecturers.delistedAt));
  return admin || (await context.database.$count(lecturers, own)) > 0;
}

/** A course that the caller manages. Throws COURSE_NOT_FOUND or COURSE_RIGHT_MISSING. */
export async function managedCourse(context: CallContext, id: number) {
  const [row] = await context.database.select().from(courses).where(eq(courses.id, id)).limit(1);
  const course = found(row, "COURSE_NOT_FOUND");
  if (!(await manages(context, id))) throw new Refusal("COURSE_RIGHT_MISSING");
  return course;
}
