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
 * Recurring work. For long or unreliable work it enqueues jobs (server/jobs.ts), which have payloads, progress and
 * retries.
 */
export interface Job {
  /** The name of its row in the table `schedules`. Never reuse a name. */
  name: string;
  /** The time from one run to the next. */
  everySeconds: number;
  /**
   * Does the pending work in its own short transactions. One process at a time runs it, but another one may start when
   * a run takes longer than its claim, so each step must be idempotent.
   */
  run(services: Services): Promise<void>;
}

/** All recurring work of the gateway. */
export const gatewayJobs: readonly Job[] = domains.flatMap(({ jobs = [] }) => jobs);

/** All kinds of jobs. */
export const jobKinds: readonly AnyJobKind[] = [
  ...domains.flatMap(({ jobKinds: kinds = [] }) => kinds),
  contactMessages,
];

/** The interval of checks for due work. */
const lookMilliseconds = 30_000;
/** The shortest pause between two checks, when nobody waits for a job. */
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
 * Runs the due work, one piece after the other, by the clock of the services. A failure is logged, and the work runs
 * again at its next due time. @param stopped is called between jobs. @returns the names of the completed ones
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
  /** Checks for jobs now, or again right after the present check. */
  wake(): void;
  /** Stops the checks, and waits until running jobs have ended or finished a step. */
  stop(): Promise<void>;
}

/** The kinds of each lane. Those without a lane, which take turns with the recurring work, come first. */
const [sharedKinds, ...laneKinds] = [undefined, ...new Set(jobKinds.flatMap(({ lane }) => lane ?? []))].map(
  (name) => jobKinds.filter(({ lane }) => lane === name),
) as [AnyJobKind[], ...AnyJobKind[][]];

/** The time until the next check: when the next job of these kinds can start, but at most the normal interval. */
async function lookAgainIn({ database, now }: Services, kinds: readonly AnyJobKind[]): Promise<number> {
  const next = await nextJobAt(database, kinds);
  const wait = next ? next.getTime() - now().getTime() : lookMilliseconds;
  return Math.min(lookMilliseconds, Math.max(leastMilliseconds, wait));
}

/** Runs recurring work and jobs of these kinds, one piece after the other. */
function startLane(services: Services, jobs: readonly Job[], kinds: readonly AnyJobKind[]): RunningJobs {
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
      await runJobs(services, kinds, () => stopped);
      if (!stopped) wait = await lookAgainIn(services, kinds);
    } catch (error) {
      // The database is not available, so the next check tries again.
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
  // The first check does only jobs, because the server is busy with its first pages. Recurring work follows.
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

/**
 * Starts background work. It first runs waiting jobs, for example those of a killed process, and then checks regularly
 * for jobs and recurring work. Each lane goes on beside the others, one job at a time.
 */
export function startJobs(services: Services, jobs: readonly Job[] = gatewayJobs): RunningJobs {
  const lanes = [
    startLane(services, jobs, sharedKinds),
    ...laneKinds.map((kinds) => startLane(services, [], kinds)),
  ];
  return {
    wake() {
      for (const lane of lanes) lane.wake();
    },
    async stop() {
      await Promise.all(lanes.map((lane) => lane.stop()));
    },
  };
}
