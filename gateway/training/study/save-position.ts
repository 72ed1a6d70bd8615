import type { CallRequest, CallResponse } from "contract";
import { donePart } from "contract/training/limits";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { courseLearners, courses, lessonProgress, lessons, studyTotals } from "../../database/schema";
import { transact } from "../../database/transact";
import { accountOf, type CallContext } from "../../server/context";
import { forgetOwn } from "../../server/own-answers";
import { Refusal } from "../../server/refusal";
import { issueCertificate } from "../certificates/issue";
import { openLesson } from "../courses/find";
import { joinCourse } from "../join-course";
import { progressOf } from "./progress-of";
import { saveTogether } from "./save-together";

/** A moment that a page says, by the gateway's clock: none lies in the future. */
export const saidAt = (at: number | undefined, now: Date): Date =>
  at === undefined ? now : new Date(Math.min(at, now.getTime()));

/** The course's lessons that somebody has done, and how many it has. */
async function doneOf(database: Database, accountId: number, courseId: number) {
  const [row] = await database
    .select({ done: sql<number>`count(${lessonProgress.doneAt})::int`, all: sql<number>`count(*)::int` })
    .from(lessons)
    .leftJoin(
      lessonProgress,
      and(eq(lessonProgress.lessonId, lessons.id), eq(lessonProgress.accountId, accountId)),
    )
    .where(and(eq(lessons.courseId, courseId), isNull(lessons.delistedAt)));
  return row ?? { done: 0, all: 0 };
}

/** Counts what a lesson that became done, or is done no more, means for its course and for the person. */
async function countDone(
  context: CallContext,
  database: Database,
  lesson: typeof lessons.$inferSelect,
  by: 1 | -1,
): Promise<string | null> {
  const account = accountOf(context);
  const { courseId } = lesson;
  const { done, all } = await doneOf(database, account.id, courseId);
  const mine = and(eq(courseLearners.accountId, account.id), eq(courseLearners.courseId, courseId));
  await database.update(courseLearners).set({ lessonsDone: done }).where(mine);
  const finished =
    done === all && by === 1
      ? await database
          .update(courseLearners)
          .set({ finishedAt: context.now() })
          .where(and(mine, isNull(courseLearners.finishedAt)))
          .returning({ id: courseLearners.courseId })
      : [];
  await database
    .update(studyTotals)
    .set({
      lessonsDone: sql`greatest(${studyTotals.lessonsDone} + ${by}, 0)`,
      minutes: sql`greatest(${studyTotals.minutes} + ${by * lesson.minutes}, 0)`,
      finished: sql`${studyTotals.finished} + ${finished.length}`,
    })
    .where(eq(studyTotals.accountId, account.id));
  return by === 1 && done === all ? issueCertificate(context, database, account, courseId) : null;
}

/**
 * Keeps how far the caller is in a lesson. A lesson becomes done when most of its video was played, or when they
 * say so. What was so before something that is kept already changes nothing.
 */
export async function savePosition(
  request: CallRequest<"saveLessonPosition">,
  context: CallContext,
): Promise<CallResponse<"saveLessonPosition">> {
  const accountId = accountOf(context).id;
  const now = context.now();
  const place = { accountId, lessonId: request.lesson, at: saidAt(request.at, now) };
  if (request.position !== undefined && request.done === undefined) {
    const saved = await saveTogether(context, { ...place, position: Math.floor(request.position) });
    if (saved) return saved;
  }
  const saved = await saveAlone(request, context, place);
  forgetOwn(context.database, accountId);
  return saved;
}

/** What is more than a position: it may begin a course, or make a lesson done or not done. */
async function saveAlone(
  request: CallRequest<"saveLessonPosition">,
  context: CallContext,
  { accountId, at }: { accountId: number; at: Date },
): Promise<CallResponse<"saveLessonPosition">> {
  const now = context.now();
  const { lesson, courseDelistedAt } = await openLesson(context, request.lesson);
  const { courseId, seconds } = lesson;
  const mine = and(eq(lessonProgress.accountId, accountId), eq(lessonProgress.lessonId, lesson.id));
  const inCourse = and(eq(courseLearners.accountId, accountId), eq(courseLearners.courseId, courseId));
  return transact(context.database, async (database) => {
    if (courseDelistedAt || lesson.delistedAt) {
      // Those who had begun can go on with what was taken down.
      const began = await database.$count(courseLearners, inCourse);
      if (began === 0) throw new Refusal("COURSE_ENDED");
    }
    await joinCourse(database, { accountId, courseId, lessonId: lesson.id }, now);
    const [before] = await database.select().from(lessonProgress).where(mine);
    // What stands in the future was kept before the clock was set back: it overtakes nothing.
    const saved = !before || at >= before.at || before.at > now;
    const asked = request.position === undefined ? undefined : Math.floor(request.position);
    const position = Math.min(asked ?? before?.position ?? 0, seconds);
    const played = asked !== undefined && seconds > 0 && Math.min(asked, seconds) >= seconds * donePart;
    const wasDone = before !== undefined && before.doneAt !== null;
    // What was played was played, however late it is heard of.
    const done = saved ? (request.done ?? (wasDone || played)) : wasDone || played;
    const kept = {
      ...(saved ? { position, at } : { position: before.position, at: before.at }),
      doneAt: done ? (before?.doneAt ?? now) : null,
    };
    if (saved || done !== wasDone)
      await database
        .insert(lessonProgress)
        .values({ accountId, lessonId: lesson.id, ...kept })
        .onConflictDoUpdate({ target: [lessonProgress.accountId, lessonProgress.lessonId], set: kept });
    const certificate = done === wasDone ? null : await countDone(context, database, lesson, done ? 1 : -1);
    const [stands] = await database
      .select({
        ...{ lessonsDone: courseLearners.lessonsDone, finishedAt: courseLearners.finishedAt },
        lessons: courses.lessons,
      })
      .from(courseLearners)
      .innerJoin(courses, eq(courses.id, courseLearners.courseId))
      .where(inCourse);
    return {
      ...progressOf({ courseId, lessonsDone: 0, finishedAt: null, lessons: 0, ...stands }),
      lesson: {
        ...{ lesson: lesson.id, position: kept.position, done: kept.doneAt !== null },
        studiedAt: kept.at.toISOString(),
      },
      ...{ saved, certificate },
    };
  });
}
