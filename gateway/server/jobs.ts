import { setTimeout as pause } from "node:timers/promises";
import { logError, logWarning } from "contract/base/log";
import { addTime } from "contract/base/time";
import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, or, sql } from "drizzle-orm";
import { isOwnDatabaseLost } from "../database/failures";
import type { Database } from "../database/open";
import { jobs } from "../database/schema";
import { claimSeconds, clockSeconds, whileRenewed } from "./claims";
import type { Services } from "./context";

/** A running job, as its kind's `run` gets it. */
export interface RunningJob<Payload, Progress> {
  payload: Payload;
  /** The progress stored last, also by a process that was killed; null at the first step. */
  progress: Progress | null;
  /**
   * Stores the job's progress and renews its claim. Inside a step's transaction it makes the step happen exactly
   * once. Throws where another process has claimed the job, which rolls the step back.
   */
  keep(progress: Progress, database?: Database): Promise<void>;
  /**
   * Call it between the steps of a long job: in a process that is about to end it throws, and the next process
   * continues from the stored progress.
   */
  checkStop(): void;
}

/** The work of jobs of one kind. Payload and progress are JSON. */
export interface JobKind<Payload, Progress = never> {
  /** The rows store it, so never use it for another kind. */
  name: string;
  /** Attempts before it is given up. */
  tries: number;
  /** Called when a job is given up; without it the row stays for the operator. */
  giveUp?(payload: Payload, services: Services): Promise<void>;
  /** Whether a job that is given up loses its row: nobody may read its payload. */
  forgets?: true;
  /**
   * For jobs that may take minutes, or wait: the lane in which they run one after the other, beside those of all other
   * lanes. Without it they take turns with the schedules, which must not wait for them.
   */
  lane?: "readings" | "announcements" | "announcementMails" | "courseRecounts";
  /** What the log says when an attempt fails, as the beginning of a Chinese sentence. */
  failure(payload: Payload): string;
  run(job: RunningJob<Payload, Progress>, services: Services): Promise<void>;
}

/**
 * A kind of any payload, for lists. Safe because only `enqueue` writes rows, each with its kind's payload.
 */
export type AnyJobKind = JobKind<never, never>;

/** The seconds before the second try. They are doubled before each further one, up to an hour. */
const backoffSeconds = 30;
const backoffMaximum = 3_600;

const after = (at: Date, seconds: number) => addTime(at, seconds, "second");

export type JobRow = typeof jobs.$inferSelect;

/**
 * Adds a job. Inside a transaction, the job exists only after the commit.
 * @param now the present time: a job that was asked for later than now is of a clock that was ahead, and runs at once
 * @param at when it runs at the earliest; without it at once
 * @param key does nothing if an unfinished job of this kind has the same key
 * @param claimed the caller runs the job after the commit (`runClaimed`); if the caller is killed, another process does
 * @returns the job; undefined if there already is one with this key
 */
export async function enqueue<Payload>(
  database: Database,
  kind: Pick<JobKind<Payload, never>, "name">,
  payload: Payload,
  {
    now,
    at = now,
    key = null,
    claimed = false,
  }: { now: Date; at?: Date; key?: string | null; claimed?: boolean },
): Promise<JobRow | undefined> {
  const claim = claimed ? { claimedUntil: after(now, claimSeconds), tries: 1 } : {};
  const [row] = await database
    .insert(jobs)
    .values({ kind: kind.name, key, payload, runAt: at, createdAt: now, ...claim })
    .onConflictDoNothing()
    .returning();
  return row;
}

/** Removes the job with this key, because it is done. */
export async function finishJob(database: Database, { name }: { name: string }, key: string): Promise<void> {
  await database.delete(jobs).where(and(eq(jobs.kind, name), eq(jobs.key, key)));
}

/** Frees the job with this key, so that the next process can claim it at once. */
export async function handOver(
  database: Database,
  { name }: { name: string },
  key: string,
  at: Date,
): Promise<void> {
  await database
    .update(jobs)
    .set({ claimedUntil: null, runAt: at })
    .where(and(eq(jobs.kind, name), eq(jobs.key, key), isNull(jobs.failedAt)));
}

/** Releases all claims. Call it only if no other process can exist: then all claims belong to killed ones. */
export async function releaseClaims(database: Database): Promise<void> {
  await database.update(jobs).set({ claimedUntil: null }).where(isNotNull(jobs.claimedUntil));
}

/** The earliest time at which the next job of these kinds can start; null if none waits. */
export async function nextJobAt(database: Database, kinds: readonly AnyJobKind[]): Promise<Date | null> {
  const names = kinds.map(({ name }) => name);
  const free = sql`greatest(${jobs.runAt}, coalesce(${jobs.claimedUntil}, ${jobs.runAt}))`;
  const [row] = await database
    .select({ at: sql<Date | null>`min(${free})`.mapWith(jobs.runAt) })
    .from(jobs)
    .where(and(isNull(jobs.failedAt), inArray(jobs.kind, names)));
  return row?.at ?? null;
}

/** The number of unfinished jobs, the number of given-up jobs, and how long the oldest due job has waited. */
export async function countJobs({
  database,
  now,
}: Pick<Services, "database" | "now">): Promise<{ waiting: number; failed: number; oldestSeconds: number }> {
  const waits = isNull(jobs.failedAt);
  const [row] = await database
    .select({
      waiting: sql<number>`count(*) filter (where ${waits})`.mapWith(Number),
      failed: sql<number>`count(*) filter (where not ${waits})`.mapWith(Number),
      oldest: sql<Date | null>`min(${jobs.runAt}) filter (where ${waits})`.mapWith(jobs.runAt),
    })
    .from(jobs);
  const { waiting = 0, failed = 0, oldest = null } = row ?? {};
  const oldestSeconds = oldest ? Math.max(0, (now().getTime() - oldest.getTime()) / 1_000) : 0;
  return { waiting, failed, oldestSeconds };
}

/** Claims the job that has been due longest, among those without a valid claim. */
async function claim({ database, now }: Services, kinds: readonly AnyJobKind[]): Promise<JobRow | undefined> {
  const at = now();
  const due = database
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        isNull(jobs.failedAt),
        // A job that should run at once, but was written by a clock that was ahead, is due now.
        or(
          lte(jobs.runAt, at),
          and(gt(jobs.createdAt, after(at, clockSeconds)), lte(jobs.runAt, jobs.createdAt)),
        ),
        or(
          isNull(jobs.claimedUntil),
          lte(jobs.claimedUntil, at),
          gt(jobs.claimedUntil, after(at, claimSeconds + clockSeconds)),
        ),
        inArray(
          jobs.kind,
          kinds.map(({ name }) => name),
        ),
      ),
    )
    .orderBy(asc(jobs.runAt), asc(jobs.id))
    .limit(1)
    .for("update", { skipLocked: true });
  const [row] = await database
    .update(jobs)
    .set({ claimedUntil: after(at, claimSeconds), tries: sql`${jobs.tries} + 1` })
    .where(eq(jobs.id, sql`(${due})`))
    .returning();
  return row;
}

/** The condition for the row while this claim is the latest. */
const claimed = ({ id, tries }: JobRow) => and(eq(jobs.id, id), eq(jobs.tries, tries));

/** The error that `checkStop` throws. */
class ProcessEnds extends Error {}

async function perform(
  services: Services,
  kind: AnyJobKind,
  row: JobRow,
  stopped: () => boolean,
): Promise<void> {
  const run = kind.run as unknown as JobKind<unknown, unknown>["run"];
  const keep = async (progress: unknown, database: Database = services.database) => {
    const renewed = await database
      .update(jobs)
      .set({ progress, claimedUntil: after(services.now(), claimSeconds) })
      .where(claimed(row))
      .returning({ id: jobs.id });
    if (renewed.length === 0) throw new Error(`Job ${row.id} was claimed by another process`);
  };
  const checkStop = () => {
    if (stopped()) throw new ProcessEnds();
  };
  await whileRenewed(
    () =>
      services.database
        .update(jobs)
        .set({ claimedUntil: after(services.now(), claimSeconds) })
        .where(and(claimed(row), isNotNull(jobs.claimedUntil))),
    () => run({ payload: row.payload, progress: row.progress, keep, checkStop }, services),
  );
}

/** How often the database is tried again after it was lost, in milliseconds. */
const backMilliseconds = 500;

/**
 * Returns a job that was interrupted because the database was lost: it goes on as soon as the database is back, and the
 * attempt does not count. When the process ends first, the claim expires.
 */
async function leaveWhenBack(services: Services, row: JobRow, stopped: () => boolean): Promise<void> {
  for (;;) {
    const error = await leave(services, row).then(
      () => null,
      (problem: unknown) => problem,
    );
    if (error === null || stopped()) return;
    if (!isOwnDatabaseLost(error)) throw error;
    await pause(backMilliseconds);
  }
}

/** Returns the job unstarted: the next process can claim it at once, and the attempt does not count. */
async function leave({ database }: Services, row: JobRow): Promise<void> {
  await database
    .update(jobs)
    .set({ claimedUntil: null, tries: sql`${jobs.tries} - 1` })
    .where(claimed(row));
}

/** After a failed attempt: schedules the next, or gives the job up. */
async function postpone(services: Services, kind: AnyJobKind, row: JobRow): Promise<void> {
  const { database, now } = services;
  if (row.tries >= kind.tries) {
    await kind.giveUp?.(row.payload as never, services);
    if (kind.forgets) await database.delete(jobs).where(claimed(row));
    else await database.update(jobs).set({ failedAt: now(), claimedUntil: null }).where(claimed(row));
    return;
  }
  const seconds = Math.min(backoffMaximum, backoffSeconds * 2 ** (row.tries - 1));
  await database
    .update(jobs)
    .set({ runAt: after(now(), seconds), claimedUntil: null })
    .where(claimed(row));
}

/**
 * Tries a claimed job once. A job that was interrupted because the database was lost is left until the database is
 * back. Any other failure is logged, and the job is retried with growing pauses up to its kind's number of
 * tries.
 */
async function attempt(
  services: Services,
  kind: AnyJobKind,
  row: JobRow,
  stopped: () => boolean,
  waitsForDatabase = true,
): Promise<"done" | "failed" | "left"> {
  try {
    // The process was killed during its last attempt.
    if (row.tries > kind.tries) throw new Error("The last try did not end");
    await perform(services, kind, row, stopped);
    await services.database.delete(jobs).where(claimed(row));
    return "done";
  } catch (error) {
    if (error instanceof ProcessEnds) {
      await leave(services, row);
      return "left";
    }
    if (isOwnDatabaseLost(error)) {
      logWarning(`[网关] ${kind.failure(row.payload as never)}，数据库恢复后继续：`, error);
      await leaveWhenBack(services, row, () => !waitsForDatabase || stopped());
      return "left";
    }
    const last = row.tries >= kind.tries;
    (last ? logError : logWarning)(
      `[网关] ${kind.failure(row.payload as never)}，${last ? "不再重试" : "稍后再试"}：`,
      error,
    );
    await postpone(services, kind, row);
    return "failed";
  }
}

/**
 * Runs a job that was added as claimed, after the commit. The caller waits for it. If it fails or the process is
 * killed, the job runs later.
 */
export async function runClaimed<Payload, Progress>(
  services: Services,
  kind: JobKind<Payload, Progress>,
  row: JobRow | undefined,
): Promise<void> {
  if (row) await attempt(services, kind as unknown as AnyJobKind, row, () => false, false);
}

/**
 * Runs the due jobs one after the other until none is left. A failure is logged, and the job is retried with growing
 * pauses up to its kind's number of tries.
 * @param stopped called between jobs and by `checkStop`; ends the run if true
 * @returns how many were completed
 */
export async function runJobs(
  services: Services,
  kinds: readonly AnyJobKind[],
  stopped: () => boolean = () => false,
): Promise<number> {
  let done = 0;
  while (!stopped()) {
    const row = await claim(services, kinds);
    const kind = kinds.find(({ name }) => name === row?.kind);
    if (!row || !kind) return done;
    const outcome = await attempt(services, kind, row, stopped);
    if (outcome === "left") return done;
    if (outcome === "done") done += 1;
  }
  return done;
}
