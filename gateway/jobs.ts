import { logError, logWarning } from "contract/base/log";
import { addTime } from "contract/base/time";
import { and, eq, gt, isNotNull, isNull, lte, or } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { schedules } from "./database/schema";
import { domains } from "./domains";
import { claimSeconds, clockSeconds, whileRenewed } from "./server/claims";
import { contactMessages } from "./server/contact-messages";
import type { Services } from "./server/context";
import { type AnyJobKind, nextJobAt, runJobs } from "./server/jobs";

/**
 * Recurring work. What takes long or may fail, it asks for as jobs (server/jobs.ts), which have payloads,
 * progress and retries.
 */
export interface Job {
  /** Its row in the table `schedules`; never given to another one. */
  name: string;
  /** How long after one run the next is due. */
  everySeconds: number;
  /**
   * Does what there is to do, in short transactions of its own. One process at a time runs it, unless a run
   * outlasts its claim: each step has to be idempotent.
   */
  run(services: Services): Promise<void>;
}

/** All recurring work of the gateway. */
export const gatewayJobs: readonly Job[] = domains.flatMap(({ jobs = [] }) => jobs);

/** Every kind of job that may wait. */
export const jobKinds: readonly AnyJobKind[] = [
  ...domains.flatMap(({ jobKinds: kinds = [] }) => kinds),
  contactMessages,
];

/** How often a process looks whether something is due. */
const lookMilliseconds = 30_000;
/** How soon after one look the next is, at least, where nobody waits for it. */
const leastMilliseconds = 500;

const after = (now: Date, seconds: number) => addTime(now, seconds, "second");

/**
 * Whether a time is later than any that the present clock could have written: the clock was ahead and has been set back.
 * Without this check, work would wait as long as the clock was ahead.
 */
const isOfWrongClock = (column: PgColumn, now: Date, most: number) =>
  gt(column, after(now, most + clockSeconds));

/** Claims recurring work that is due and unclaimed. What has never run is due. */
async function claim({ database }: Services, { name, everySeconds }: Job, now: Date): Promise<boolean> {
  await database.insert(schedules).values({ name, nextAt: now }).onConflictDoNothing();
  const free = or(
    isNull(schedules.claimedUntil),
    lte(schedules.claimedUntil, now),
    isOfWrongClock(schedules.claimedUntil, now, claimSeconds),
  );
  const due = or(lte(schedules.nextAt, now), isOfWrongClock(schedules.nextAt, now, everySeconds));
  const claimed = await database
    .update(schedules)
    .set({ claimedUntil: after(now, claimSeconds) })
    .where(and(eq(schedules.name, name), due, free))
    .returning({ name: schedules.name });
  return claimed.length > 0;
}

/**
 * Runs the jobs that are due, one after the other; the time is the services'. A job that fails is logged and
 * tried again when it is due next. @param stopped asked between jobs. @returns the names of those that ran to
 * their end.
 */
export async function runDueJobs(
  services: Services,
  jobs: readonly Job[] = gatewayJobs,
  stopped: () => boolean = () => false,
): Promise<string[]> {
  const done: string[] = [];
  for (const job of jobs) {
    if (stopped()) break;
    const now = services.now();
    if (!(await claim(services, job, now))) continue;
    try {
      await whileRenewed(
        () =>
          services.database
            .update(schedules)
            .set({ claimedUntil: after(services.now(), claimSeconds) })
            .where(and(eq(schedules.name, job.name), isNotNull(schedules.claimedUntil))),
        () => job.run(services),
      );
      done.push(job.name);
    } catch (error) {
      logError(`[网关] 定时任务 ${job.name} 没有完成，到时间会再试：`, error);
    }
    await services.database
      .update(schedules)
      .set({ nextAt: after(now, job.everySeconds), claimedUntil: null })
      .where(eq(schedules.name, job.name));
  }
  return done;
}

export interface RunningJobs {
  /** Looks for jobs now, or once more when the look at hand is over. */
  wake(): void;
  /** Looks no more, and waits until what is at work has ended or come to the end of a step. */
  stop(): Promise<void>;
}

/** When somebody looks again: as soon as a job can be begun, and not much later in any case. */
async function lookAgainIn({ database, now }: Services): Promise<number> {
  const next = await nextJobAt(database, jobKinds);
  const wait = next ? next.getTime() - now().getTime() : lookMilliseconds;
  return Math.min(lookMilliseconds, Math.max(leastMilliseconds, wait));
}

/**
 * Looks for jobs at once, which a process that was killed may have left, and from then on from time to time for them and
 * for recurring work, beside the gateway's work.
 */
export function startJobs(services: Services, jobs: readonly Job[] = gatewayJobs): RunningJobs {
  let stopped = false;
  let woken = false;
  let looking = true;
  let timer: NodeJS.Timeout | undefined;
  const lookIn = (milliseconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(look, milliseconds).unref();
  };
  const doJobs = async (first?: () => Promise<unknown>) => {
    let wait = lookMilliseconds;
    try {
      await first?.();
      await runJobs(services, jobKinds, () => stopped);
      if (!stopped) wait = await lookAgainIn(services);
    } catch (error) {
      // The database is away: next time.
      logWarning("[网关] 定时任务这次没有查成：", error);
    }
    looking = false;
    if (!stopped && (first || woken || wait < lookMilliseconds)) lookIn(woken ? 0 : wait);
  };
  const look = () => {
    looking = true;
    woken = false;
    running = running.then(() => doJobs(() => runDueJobs(services, jobs, () => stopped)));
  };
  lookIn(lookMilliseconds);
  // A start has enough to do with its first pages: recurring work comes with the next look.
  let running = doJobs();
  return {
    wake() {
      woken = true;
      if (!stopped && !looking) lookIn(0);
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
