import type { CallResponse } from "contract";
import { donePart, watchedPerSecond } from "contract/training/constants";
import { sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { courseLearners, courses, lessonProgress, lessons } from "../../database/schema";
import { transact } from "../../database/transact";
import type { Services } from "../../server/context";
import { studiedKeptSeconds } from "../join-course";
import { progressOf } from "./progress-of";

type Saved = CallResponse<"saveLessonPosition">;

/** Somebody's position in a lesson, in whole seconds. */
interface Position {
  accountId: number;
  lessonId: number;
  position: number;
  /** Where the played stretch began; null for the stored position. */
  from: number | null;
  at: Date;
}

/** One statement in so many milliseconds: who comes alone is written at once, a crowd together. */
const pauseMilliseconds = 50;

interface WaitingPosition extends Position {
  resolve(saved: Saved | null): void;
  reject(error: unknown): void;
}
/** The positions that wait to be written, one for each account, because one statement cannot update a row twice. */
const waitingByDatabase = new WeakMap<Database, Map<number, WaitingPosition>>();
/** When the last statement began, by the process's clock. */
const writtenAt = new WeakMap<Database, number>();

/**
 * Saves a position together with others that arrive at the same time, in one statement; otherwise a thousand players
 * would cause a hundred transactions a second. Null for a request that has to be saved alone: the first one of a
 * lesson, one older than the stored position, or one that makes the lesson done.
 */
export function saveTogether(
  { database, now }: Pick<Services, "database" | "now">,
  one: Position,
): Promise<Saved | null> {
  const waiting = waitingByDatabase.get(database) ?? new Map<number, WaitingPosition>();
  waitingByDatabase.set(database, waiting);
  if (waiting.has(one.accountId)) return Promise.resolve(null);
  if (waiting.size === 0) {
    const next = (writtenAt.get(database) ?? Number.NEGATIVE_INFINITY) + pauseMilliseconds;
    setTimeout(
      () => {
        waitingByDatabase.delete(database);
        writtenAt.set(database, performance.now());
        void write(database, [...waiting.values()], now());
      },
      Math.max(0, next - performance.now()),
    );
  }
  return new Promise((resolve, reject) => waiting.set(one.accountId, { ...one, resolve, reject }));
}

interface Row {
  accountId: number;
  courseId: number;
  lessonId: number;
  position: number;
  at: number;
  done: boolean;
  marked: boolean;
  lessonsDone: number;
  lessons: number;
  finishedAt: Date | string | null;
}

async function write(database: Database, waiting: WaitingPosition[], now: Date): Promise<void> {
  const positions = waiting.map(({ accountId, lessonId, position, from, at }) => ({
    accountId,
    lessonId,
    position,
    from,
    at,
  }));
  const moment = now.toISOString();
  // The same as watchedNow; the row's own `heard_at` is read again, because another statement may have changed it.
  const watched = sql`least(mine.seconds, progress.watched + greatest(0, least(
    case when progress.heard_at is null then 0 else mine.position - coalesce(mine.began, progress.position) end,
    floor(extract(epoch from ${moment}::timestamptz - greatest(progress.heard_at, mine.heard)) * ${watchedPerSecond}::float)::int)))`;
  // Locks each learner's row like joinCourse, so that a save which makes a lesson done runs before or after this one.
  const statement = sql`
    with mine as materialized (
      select learner.account_id, learner.course_id, learner.lessons_done, learner.finished_at,
        asked."lessonId" as lesson_id, asked.at, least(asked.position, lesson.seconds) as position,
        asked."from" as began, lesson.seconds, course.lessons,
        (select max(heard_at) from ${lessonProgress} where account_id = learner.account_id) as heard
      from json_to_recordset(${JSON.stringify(positions)}::json)
        as asked ("accountId" int, "lessonId" int, position int, "from" int, at timestamptz)
      join ${lessons} as lesson on lesson.id = asked."lessonId"
      join ${courses} as course on course.id = lesson.course_id and course.opens_at <= ${moment}::timestamptz
      join ${courseLearners} as learner
        on learner.account_id = asked."accountId" and learner.course_id = lesson.course_id
      order by learner.account_id, learner.course_id
      for update of learner
    ), kept as (
      update ${lessonProgress} as progress
      set position = mine.position, at = mine.at, watched = ${watched}, heard_at = ${moment}::timestamptz
      from mine
      where progress.account_id = mine.account_id and progress.lesson_id = mine.lesson_id
        and (progress.at <= mine.at or progress.at > ${moment}::timestamptz)
        and (progress.done_at is not null or mine.seconds = 0 or ${watched} < mine.seconds * ${donePart}::float)
      returning progress.account_id, progress.position, progress.at, progress.done_at is not null as done,
        progress.marked_at is not null as marked
    ), studied as (
      update ${courseLearners} as learner
      set lesson_id = mine.lesson_id, studied_at = greatest(${moment}::timestamptz, learner.studied_at)
      from mine join kept using (account_id)
      where learner.account_id = mine.account_id and learner.course_id = mine.course_id
        and (learner.studied_at < ${moment}::timestamptz - make_interval(secs => ${studiedKeptSeconds})
          or learner.lesson_id is distinct from mine.lesson_id)
    )
    select account_id as "accountId", course_id as "courseId", lesson_id as "lessonId", kept.position,
      (extract(epoch from kept.at) * 1000)::float as at, kept.done, kept.marked, lessons_done as "lessonsDone", lessons,
      finished_at as "finishedAt"
    from kept join mine using (account_id)`;
  try {
    const { rows } = (await transact(database, (transaction) =>
      transaction.execute(statement),
    )) as unknown as {
      rows: Row[];
    };
    const rowsByAccount = new Map(rows.map((row) => [row.accountId, row]));
    for (const { accountId, resolve } of waiting) {
      const row = rowsByAccount.get(accountId);
      resolve(row ? savedOf(row) : null);
    }
  } catch (error) {
    for (const { reject } of waiting) reject(error);
  }
}

const savedOf = ({ lessonId, position, at, done, marked, ...row }: Row): Saved => ({
  ...progressOf(row),
  lesson: { lesson: lessonId, position, done, marked, studiedAt: new Date(at).toISOString() },
  saved: true,
  certificate: null,
});
