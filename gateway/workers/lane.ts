import { MessageChannel } from "node:worker_threads";
import { Refusal } from "../server/refusal";
import { patienceFor } from "../text/cost/work-time";
import { ThreadNotStarted, ThreadPool } from "./thread-pool";
import type { Task } from "./worker";

/** The thread was lost over this text, or ended because it did not come back. */
export class WorkerLost extends Error {}

interface Waiting {
  account: number | null;
  start(): void;
}

/**
 * A thread that does not start by then never will; measured in minutes on the slowest machine, so that it is
 * never a matter of load.
 */
const startMaximum = 60_000;

/**
 * A few threads for one kind of work, behind a bounded queue. Only one job of an account runs at a time: a
 * member with a thousand texts delays nobody else.
 */
export class Lane {
  private readonly pool: ThreadPool;
  private readonly waiting: Waiting[] = [];
  private readonly busy = new Set<number>();
  /** The number of the turn in which an account was last served; cleared when nobody waits. */
  private readonly served = new Map<number, number>();
  private turns = 0;
  private running = 0;

  constructor(
    private readonly options: {
      /** The module that a thread runs. */
      filename: string;
      /** How much its threads give way to the process's other threads, as `nice` counts: 0 not at all. */
      niceness: number;
      threads: number;
      /** Jobs that may wait: of all, and of one account. */
      waitingMaximum: number;
      waitingPerAccount: number;
    },
  ) {
    const { filename, threads, niceness } = options;
    this.pool = new ThreadPool({
      filename,
      maxThreads: threads,
      // With nothing to do they end, and give back what they hold: 60 MB with the dictionary.
      idleTimeout: 30_000,
      maxQueue: threads,
      workerData: { niceness },
      // A text that exhausts the memory ends its own thread only.
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    });
  }

  /**
   * Does a job in a thread. Throws TEXTS_BUSY when too many wait, WorkerLost when the thread did not come
   * back, ThreadNotStarted when there is none.
   * @param length characters of its text, by which it has its time
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

  /** Jobs that wait, and that are in a thread. */
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
   * Takes the waiting job whose account was served longest ago: whoever sent many texts waits behind those
   * who sent one.
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
    const endAfter = (milliseconds: number) => setTimeout(() => controller.abort(), milliseconds).unref();
    let timer = endAfter(startMaximum);
    startPort.once("message", () => {
      this.pool.begun(controller);
      clearTimeout(timer);
      timer = endAfter(patienceFor(length));
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
