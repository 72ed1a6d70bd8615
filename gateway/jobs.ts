import { and, eq, isNull, lte, or } from "drizzle-orm";
import type { Services } from "./context";
import { jobs as jobRows } from "./database/schema";
import { closeAccountsJob } from "./settings/close-accounts";
import { digestJob } from "./messages/digest";

/** Something that the gateway does by itself, now and then. */
export interface Job {
  /** Its row in the table `jobs`; never given to another job. */
  name: string;
  /** How long after one run the next is due. */
  everySeconds: number;
  /**
   * Does what there is to do, in transactions of its own that are short. Of several processes one is at it, unless a run
   * takes longer than the claim lasts: each step must be right even when it is tried twice.
   */
  run(services: Services): Promise<void>;
}

/** Every job of the gateway. */
export const gatewayJobs: Job[] = [closeAccountsJob, digestJob];

/** How long a process has a job for itself: one that was killed at work leaves it to others after that. */
const claimSeconds = 15 * 60;
/** How often a process looks whether something is due. */
const lookMilliseconds = 30_000;

const after = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000);

/** Takes a job that is due and that nobody is at. A job that has never run is due. */
async function claim({ database }: Services, { name }: Job, now: Date): Promise<boolean> {
  await database.insert(jobRows).values({ name, nextAt: now }).onConflictDoNothing();
  const free = or(isNull(jobRows.claimedUntil), lte(jobRows.claimedUntil, now));
  const claimed = await database
    .update(jobRows)
    .set({ claimedUntil: after(now, claimSeconds) })
    .where(and(eq(jobRows.name, name), lte(jobRows.nextAt, now), free))
    .returning({ name: jobRows.name });
  return claimed.length > 0;
}

/**
 * Runs the jobs that are due, one after the other; the time is the services'. A job that fails is logged and tried again
 * when it is due next. @param stopped asked between jobs. @returns the names of those that ran to their end.
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
      await job.run(services);
      done.push(job.name);
    } catch (error) {
      console.error(`[网关] 定时任务 ${job.name} 没有完成，到时间会再试：`, error);
    }
    await services.database
      .update(jobRows)
      .set({ nextAt: after(now, job.everySeconds), claimedUntil: null })
      .where(eq(jobRows.name, job.name));
  }
  return done;
}

/** Looks for due jobs from time to time, beside the gateway's work. @returns what stops it, and waits until it has stopped. */
export function startJobs(services: Services, jobs: readonly Job[] = gatewayJobs): () => Promise<void> {
  let stop = false;
  let running = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    running = runDueJobs(services, jobs, () => stop)
      // The database is away: next time.
      .catch((error: unknown) => console.warn("[网关] 定时任务这次没有查成：", error))
      .then(() => {
        if (!stop) timer = setTimeout(look, lookMilliseconds).unref();
      });
  };
  timer = setTimeout(look, lookMilliseconds).unref();
  return async () => {
    stop = true;
    clearTimeout(timer);
    await running;
  };
}
