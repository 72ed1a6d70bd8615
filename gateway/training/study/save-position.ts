import type { CallRequest, CallResponse } from "contract";
import { donePart } from "contract/training/constants";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { courseLearners, courses, lessonProgress, lessons, studyTotals } from "../../database/schema";
import { transact } from "../../database/transact";
import { accountOf, type CallContext } from "../../server/context";
import { issueCertificate } from "../certificates/issue";
import { openLesson } from "../courses/find";
import { studyLesson } from "../join-course";
import { progressOf } from "./progress-of";
import { saveTogether } from "./save-together";
import { checkRead, lastHeard, watchedOf } from "./time-to-learn";

/** A time that a page sent, limited to the gateway's present time. */
export const positionTime = (at: number | undefined, now: Date): Date =>
  at === undefined ? now : new Date(Math.min(at, now.getTime()));

/** How many lessons of a listed course somebody has done, and how many it has; null for one that was taken down. */
async function doneOf(database: Database, accountId: number, courseId: number) {
  const [row] = await database
    .select({
      done: sql<number>`count(${lessonProgress.doneAt})::int`,
      all: sql<number>`count(${lessons.id})::int`,
    })
    .from(courses)
    .leftJoin(lessons, and(eq(lessons.courseId, courses.id), isNull(lessons.delistedAt)))
    .leftJoin(
      lessonProgress,
      and(eq(lessonProgress.lessonId, lessons.id), eq(lessonProgress.accountId, accountId)),
    )
    .where(and(eq(courses.id, courseId), isNull(courses.delistedAt)))
    .groupBy(courses.id);
  return row ?? null;
}

/**
 * Adds a lesson that became done to the counts of its course and of the person. A course that was taken down lists no
 * lessons: what was done of it is counted when it comes back (recount.ts). Whether it is listed is read together with its
 * lessons, because it may have been taken down since the request began.
 */
async function countDone(
  context: CallContext,
  database: Database,
  lesson: typeof lessons.$inferSelect,
): Promise<string | null> {
  const account = accountOf(context);
  const { courseId } = lesson;
  const counts = await doneOf(database, account.id, courseId);
  const mine = and(eq(courseLearners.accountId, account.id), eq(courseLearners.courseId, courseId));
  if (counts) await database.update(courseLearners).set({ lessonsDone: counts.done }).where(mine);
  const isFinished = counts !== null && counts.all > 0 && counts.done === counts.all;
  const finished = isFinished
    ? await database
        .update(courseLearners)
        .set({ finishedAt: context.now() })
        .where(and(mine, isNull(courseLearners.finishedAt)))
        .returning({ id: courseLearners.courseId })
    : [];
  await database
    .update(studyTotals)
    .set({
      lessonsDone: sql`${studyTotals.lessonsDone} + 1`,
      minutes: sql`${studyTotals.minutes} + ${lesson.minutes}`,
      finished: sql`${studyTotals.finished} + ${finished.length}`,
    })
    .where(eq(studyTotals.accountId, account.id));
  return isFinished ? issueCertificate(context, database, account, courseId) : null;
}

/**
 * Stores the caller's position in a lesson. A lesson is done when most of its video was played, or when it was open as
 * long as reading it takes. Marks by hand are stored separately. A position older than the stored one changes nothing.
 */
export async function savePosition(
  request: CallRequest<"saveLessonPosition">,
  context: CallContext,
): Promise<CallResponse<"saveLessonPosition">> {
  const accountId = accountOf(context).id;
  const now = context.now();
  const place = { accountId, lessonId: request.lesson, at: positionTime(request.at, now) };
  const { position, from, read, marked } = request;
  if (position !== undefined && read === undefined && marked === undefined) {
    const stretch = { position: Math.floor(position), from: from === undefined ? null : Math.floor(from) };
    const saved = await saveTogether(context, { ...place, ...stretch });
    if (saved) return saved;
  }
  return saveAlone(request, context, place);
}

type Progress = typeof lessonProgress.$inferSelect;

/** The watched seconds of a lesson after this position. */
async function watchedNow(
  database: Database,
  { position, from }: Pick<CallRequest<"saveLessonPosition">, "position" | "from">,
  { accountId, seconds, before, now }: { accountId: number; seconds: number; before: Progress; now: Date },
): Promise<number> {
  if (position === undefined || before.heardAt === null) return before.watched;
  const elapsed = now.getTime() - ((await lastHeard(database, accountId)) ?? now.getTime());
  const to = Math.min(Math.floor(position), seconds);
  return Math.min(seconds, before.watched + watchedOf(Math.floor(from ?? before.position), to, elapsed));
}

/** Saves a request that the shared statement cannot handle, because it may start a course or make a lesson done. */
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
    const gone = courseDelistedAt !== null || lesson.delistedAt !== null;
    await studyLesson(database, { accountId, courseId, lessonId: lesson.id, gone }, now);
    const [before] = await database.select().from(lessonProgress).where(mine);
    const wasDone = before !== undefined && before.doneAt !== null;
    if (request.read !== undefined && !wasDone)
      await checkRead(context, database, { accountId, lesson, word: request.read });
    // A stored time in the future comes from before the clock was set back, so it does not count as newer.
    const isNewer = !before || at >= before.at || before.at > now;
    const position = request.position === undefined ? undefined : Math.floor(request.position);
    // A late stretch still counts as watched, if it says where it began.
    const stretch = isNewer || request.from !== undefined ? request : {};
    const watched = before ? await watchedNow(database, stretch, { accountId, seconds, before, now }) : 0;
    const done = wasDone || request.read !== undefined || (seconds > 0 && watched >= seconds * donePart);
    const isStudied = request.position !== undefined || request.read !== undefined;
    const marked = request.marked === undefined ? (before?.markedAt ?? null) : request.marked ? now : null;
    const progress = {
      ...(isNewer
        ? { position: Math.min(position ?? before?.position ?? 0, seconds), at }
        : { position: before.position, at: before.at }),
      watched,
      heardAt: isStudied ? now : (before?.heardAt ?? null),
      doneAt: done ? (before?.doneAt ?? now) : null,
      markedAt: marked,
    };
    await database
      .insert(lessonProgress)
      .values({ accountId, lessonId: lesson.id, ...progress })
      .onConflictDoUpdate({ target: [lessonProgress.accountId, lessonProgress.lessonId], set: progress });
    const certificate = done && !wasDone ? await countDone(context, database, lesson) : null;
    const [learnerRow] = await database
      .select({
        lessonsDone: courseLearners.lessonsDone,
        finishedAt: courseLearners.finishedAt,
        lessons: courses.lessons,
      })
      .from(courseLearners)
      .innerJoin(courses, eq(courses.id, courseLearners.courseId))
      .where(inCourse);
    return {
      ...progressOf({ courseId, lessonsDone: 0, finishedAt: null, lessons: 0, ...learnerRow }),
      lesson: {
        lesson: lesson.id,
        position: progress.position,
        done: progress.doneAt !== null,
        marked: progress.markedAt !== null,
        studiedAt: progress.at.toISOString(),
      },
      saved: isNewer,
      certificate,
    };
  });
}
