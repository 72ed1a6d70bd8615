import { logError, logWarning } from "contract/base/log";
import { and, asc, eq, inArray, isNull, lte, or, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { jobs } from "../database/schema";
import type { Services } from "./context";

/** A job at work, as its kind's `run` sees it. */
export interface RunningJob<Payload, Progress> {
  payload: Payload;
  /** What was kept last, also by a process that was killed since; null at the first step. */
  progress: Progress | null;
  /**
   * Keeps how far the job is and renews its claim. Called inside the transaction that does a step, it makes
   * the step happen exactly once. Throws where another process has claimed the job since, which rolls the
   * step back.
   */
  keep(progress: Progress, database?: Database): Promise<void>;
  /**
   * Called between the steps of a long job: in a process that is about to end it throws, and the job is left
   * to the next process as it was kept.
   */
  checkStop(): void;
}

/** What jobs of one kind do. Payload and progress are JSON. */
export interface JobKind<Payload, Progress = never> {
  /** Stored in the rows, and so never reused for another kind. */
  name: string;
  /** Attempts before it is given up. */
  tries: number;
  /**
   * How long a claim lasts without `keep`, where the longest step is much shorter than usual: after that, another
   * process takes over the job of one that was killed.
   */
  claimSeconds?: number;
  /** What the log says when an attempt fails, as the beginning of a Chinese sentence. */
  failure(payload: Payload): string;
  run(job: RunningJob<Payload, Progress>, services: Services): Promise<void>;
}

/**
 * A kind of any payload, for lists. Safe because only `enqueue` writes rows, each with its kind's payload.
 */
export type AnyJobKind = JobKind<never, never>;

/** How long a claim lasts without `keep`, for kinds that say nothing of it. */
const usualClaimSeconds = 15 * 60;
/** Seconds before the second try; doubled before each one after it, to an hour. */
const backoffSeconds = 30;
const backoffMaximum = 3_600;

const after = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1000);

/**
 * Asks for a job. Inside a transaction it is asked for when that commits, and never when it is rolled back.
 * @param key asks for nothing where an unfinished job of this kind has the same key.
 */
export async function enqueue<Payload>(
  database: Database,
  kind: Pick<JobKind<Payload, never>, "name">,
  payload: Payload,
  { at, key = null }: { at: Date; key?: string | null },
): Promise<void> {
  await database
    .insert(jobs)
    .values({ kind: kind.name, key, payload, runAt: at, createdAt: at })
    .onConflictDoNothing();
}

type JobRow = typeof jobs.$inferSelect;

/** Claims the job that has been due longest and that no live claim holds. */
async function claim({ database, now }: Services, kinds: readonly AnyJobKind[]): Promise<JobRow | undefined> {
  const at = now();
  const due = database
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        isNull(jobs.failedAt),
        lte(jobs.runAt, at),
        or(isNull(jobs.claimedUntil), lte(jobs.claimedUntil, at)),
        inArray(
          jobs.kind,
          kinds.map(({ name }) => name),
        ),
      ),
    )
    .orderBy(asc(jobs.runAt), asc(jobs.id))
    .limit(1)
    .for("update", { skipLocked: true });
  const seconds = sql.join(
    kinds.map(({ name, claimSeconds = usualClaimSeconds }) => sql`when ${name} then ${claimSeconds}::int`),
    sql` `,
  );
  const claimedUntil = sql`${at.toISOString()}::timestamptz + (case ${jobs.kind} ${seconds} end) * interval '1 second'`;
  const [row] = await database
    .update(jobs)
    .set({ claimedUntil, tries: sql`${jobs.tries} + 1` })
    .where(eq(jobs.id, sql`(${due})`))
    .returning();
  return row;
}

/** The row, as long as this claim is the latest. */
const claimed = ({ id, tries }: JobRow) => and(eq(jobs.id, id), eq(jobs.tries, tries));

/** What `checkStop` throws. */
class ProcessEnds extends Error {}

async function perform(
  services: Services,
  kind: AnyJobKind,
  row: JobRow,
  stopped: () => boolean,
): Promise<void> {
  const run = kind.run as unknown as JobKind<unknown, unknown>["run"];
  const keep = async (progress: unknown, database: Database = services.database) => {
    const kept = await database
      .update(jobs)
      .set({ progress, claimedUntil: after(services.now(), kind.claimSeconds ?? usualClaimSeconds) })
      .where(claimed(row))
      .returning({ id: jobs.id });
    if (kept.length === 0) throw new Error(`Job ${row.id} was claimed by another process`);
  };
  const checkStop = () => {
    if (stopped()) throw new ProcessEnds();
  };
  await run({ payload: row.payload, progress: row.progress, keep, checkStop }, services);
}

/** Leaves the job to whoever looks next; nobody waits for the claim's end. */
async function leave({ database }: Services, row: JobRow): Promise<void> {
  await database.update(jobs).set({ claimedUntil: null }).where(claimed(row));
}

/** After a failed attempt: schedules the next, or gives the job up. */
async function postpone({ database, now }: Services, { tries }: AnyJobKind, row: JobRow): Promise<void> {
  const seconds = Math.min(backoffMaximum, backoffSeconds * 2 ** (row.tries - 1));
  const next = row.tries < tries ? { runAt: after(now(), seconds) } : { failedAt: now() };
  await database
    .update(jobs)
    .set({ ...next, claimedUntil: null })
    .where(claimed(row));
}

/**
 * Runs the jobs that are due, one after the other, until none is left. One that fails is logged and retried
 * with growing pauses, up to its kind's number of attempts.
 * @param stopped asked between jobs, and by `checkStop`
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
    try {
      // The process was killed during its last attempt.
      if (row.tries > kind.tries) throw new Error("The last try did not end");
      await perform(services, kind, row, stopped);
      await services.database.delete(jobs).where(claimed(row));
      done += 1;
    } catch (error) {
      if (error instanceof ProcessEnds) {
        await leave(services, row);
        return done;
      }
      const last = row.tries >= kind.tries;
      (last ? logError : logWarning)(
        `[网关] ${kind.failure(row.payload as never)}，${last ? "不再重试" : "稍后再试"}：`,
        error,
      );
      await postpone(services, kind, row);
    }
  }
  return done;
}
