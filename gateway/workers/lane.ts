import { MessageChannel } from "node:worker_threads";
import { Refusal } from "../server/refusal";
import { patienceFor, threadTime } from "../text/cost/work-time";
import { ThreadNotStarted, ThreadPool } from "./thread-pool";
import type { Task } from "./worker";

/** Thrown when the thread crashed on this text, or was ended because it did not finish. */
export class WorkerLost extends Error {}

interface Waiting {
  account: number | null;
  start(): void;
}

/**
 * The maximal time by the clock for the start of a thread, and for a job that waits for the processor. It is so long that even
 * a slow and busy machine does not exceed it.
 */
const clockMaximum = 60_000;

/** Counts the milliseconds that a thread has worked from now on; by the clock where the system does not tell its own. */
function workedIn(thread: string | null): () => number {
  const time = () => (thread === null ? null : threadTime(thread)) ?? performance.now();
  const begun = time();
  return () => time() - begun;
}

/**
 * A few threads for one kind of work, with a bounded queue. Only one job of an account runs at a time, so that a member
 * with a thousand texts delays nobody else.
 */
export class Lane {
  private readonly pool: ThreadPool;
  private readonly waiting: Waiting[] = [];
  private readonly busy = new Set<number>();
  /** The number of the last turn of each account; cleared when nobody waits. */
  private readonly served = new Map<number, number>();
  private turns = 0;
  private running = 0;

  constructor(
    private readonly options: {
      /** The module that a thread runs. */
      filename: string;
      /** The `nice` value of its threads: with a higher value they yield to the other threads of the process. */
      niceness: number;
      threads: number;
      /** The maximal number of waiting jobs; `waitingPerAccount` is that of one account. */
      waitingMaximum: number;
      waitingPerAccount: number;
    },
  ) {
    const { filename, threads, niceness } = options;
    this.pool = new ThreadPool({
      filename,
      maxThreads: threads,
      // Idle threads end and free their memory, 60 MB with the dictionary.
      idleTimeout: 30_000,
      maxQueue: threads,
      workerData: { niceness },
      // A text that exhausts the memory ends its own thread only.
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    });
  }

  /**
   * Runs a job in a thread. Throws TEXTS_BUSY when too many jobs wait, WorkerLost when the thread did not finish, and
   * ThreadNotStarted when no thread could start.
   * @param length the number of characters of its text, which decides its time
   */
  async run(name: string, input: unknown, length: number, account: number | null): Promise<unknown> {
    await this.turn(account);
    try {
      return await this.inThread(name, input, length);
    } finally {
      this.running -= 1;
      if (account !== null) this.busy.delete(account);
      if (this.waiting.length === 0) this.served.clear();
      this.next();
    }
  }

  /** The numbers of waiting and running jobs. */
  get queued(): { waiting: number; running: number } {
    return { waiting: this.waiting.length, running: this.running };
  }

  private turn(account: number | null): Promise<void> {
    const { waitingMaximum, waitingPerAccount } = this.options;
    const own = account === null ? 0 : this.waiting.filter((each) => each.account === account).length;
    if (this.waiting.length >= waitingMaximum || own >= waitingPerAccount)
      return Promise.reject(new Refusal("TEXTS_BUSY"));
    return new Promise((start) => {
      this.waiting.push({ account, start });
      this.next();
    });
  }

  private next(): void {
    while (this.running < this.options.threads) {
      const job = this.takeNext();
      if (!job) return;
      this.running += 1;
      if (job.account !== null) this.busy.add(job.account);
      job.start();
    }
  }

  /**
   * Takes the waiting job whose account had its last turn longest ago. So people with many texts wait behind those with
   * one.
   */
  private takeNext(): Waiting | undefined {
    const ready = this.waiting.filter(({ account }) => account === null || !this.busy.has(account));
    const servedAt = ({ account }: Waiting) => (account === null ? 0 : (this.served.get(account) ?? 0));
    const job = ready.reduce<Waiting | undefined>(
      (first, each) => (!first || servedAt(each) < servedAt(first) ? each : first),
      undefined,
    );
    if (!job) return undefined;
    this.waiting.splice(this.waiting.indexOf(job), 1);
    this.turns += 1;
    if (job.account !== null) this.served.set(job.account, this.turns);
    return job;
  }

  private async inThread(name: string, input: unknown, length: number): Promise<unknown> {
    const { port1: startPort, port2: begins } = new MessageChannel();
    const controller = new AbortController();
    const patience = patienceFor(length);
    let timer = setTimeout(() => controller.abort(), clockMaximum).unref();
    startPort.once("message", (thread: string | null) => {
      this.pool.begun(controller);
      clearTimeout(timer);
      const worked = workedIn(thread);
      const until = performance.now() + Math.max(clockMaximum, patience);
      const look = () => {
        // A thread that other work keeps from the processor says nothing about the text.
        const isWaiting = worked() < patience && performance.now() < until;
        if (isWaiting) timer = setTimeout(look, patience - worked()).unref();
        else controller.abort();
      };
      timer = setTimeout(look, patience).unref();
    });
    startPort.unref();
    const task: Task = { name, input, length, begins };
    try {
      return await this.pool.run(task, controller, [begins]);
    } catch (error) {
      if (error instanceof ThreadNotStarted) throw error;
      const code = (error as NodeJS.ErrnoException).code;
      const lost = controller.signal.aborted || code === "ERR_WORKER_OUT_OF_MEMORY";
      throw lost ? new WorkerLost(`${name} of ${length} characters`, { cause: error }) : error;
    } finally {
      clearTimeout(timer);
      startPort.close();
    }
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}
