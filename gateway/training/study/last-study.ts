import type { CallResponse } from "contract";
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { courseLearners, courses, lessonProgress, lessons } from "../../database/schema";
import { accountOf, type CallContext } from "../../server/context";

/**
 * With what the caller goes on: the lesson that they studied last, or the first one that is not done once that is. The
 * home page asks for it at every visit, so it reads one row of the learner's and the lessons of one course.
 */
export async function readLastStudy(context: CallContext): Promise<CallResponse<"lastStudy">["study"]> {
  const { database } = context;
  const accountId = accountOf(context).id;
  const [learner] = await database
    .select({
      courseId: courses.id,
      course: courses.title,
      lessonId: courseLearners.lessonId,
      finishedAt: courseLearners.finishedAt,
      delistedAt: courses.delistedAt,
      opensAt: courses.opensAt,
    })
    .from(courseLearners)
    .innerJoin(courses, eq(courses.id, courseLearners.courseId))
    .where(eq(courseLearners.accountId, accountId))
    // The order of the index.
    .orderBy(sql`${courseLearners.studiedAt} desc nulls last`, asc(courseLearners.courseId))
    .limit(1);
  if (!learner || learner.finishedAt !== null || learner.delistedAt !== null) return null;
  // A course whose opening an editor has put off.
  if (learner.opensAt > context.now()) return null;
  const { courseId, course, lessonId } = learner;
  const mine = and(eq(lessonProgress.lessonId, lessons.id), eq(lessonProgress.accountId, accountId));
  const [next] = await database
    .select({
      id: lessons.id,
      name: lessons.title,
      number: lessons.number,
      position: sql<number>`coalesce(${lessonProgress.position}, 0)::int`,
    })
    .from(lessons)
    .leftJoin(lessonProgress, mine)
    .where(and(eq(lessons.courseId, courseId), isNull(lessons.delistedAt), isNull(lessonProgress.doneAt)))
    // One that is marked by hand only if there is no other; the one of last time before the others.
    .orderBy(
      sql`${lessonProgress.markedAt} is not null`,
      sql`${lessons.id} is distinct from ${lessonId}::int`,
      asc(lessons.number),
    )
    .limit(1);
  if (!next) return null;
  const { position, ...lesson } = next;
  return { course: { id: courseId, name: course }, lesson, position };
}
