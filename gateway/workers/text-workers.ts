import { availableParallelism } from "node:os";
import { type JobInput, type JobName, type JobOutput, writingJobs } from "./jobs";
import { Lane } from "./lane";

/**
 * The threads in which texts are read. Only they parse what people write: the thread that answers requests
 * never does.
 */
export interface TextWorkers {
  /**
   * Does a job. Throws TEXTS_BUSY when too many wait, WorkerLost when its thread was lost, ThreadNotStarted
   * when there is none.
   * @param length characters of the job's text, by which it has its time
   * @param account whose text it is: one of theirs is at work at a time; null for nobody's
   */
  run<Name extends JobName>(
    name: Name,
    input: JobInput<Name>,
    length: number,
    account: number | null,
  ): Promise<JobOutput<Name>>;
  /** How many texts wait for a thread, and how many are in one. */
  queued(): { waiting: number; running: number };
  /** Ends the threads. */
  close(): Promise<void>;
}

/**
 * The threads start with the first text, and keep no process alive.
 * @param filename the threads' program: worker.ts, bundled
 */
export function createTextWorkers(filename: string): TextWorkers {
  const writing = new Lane({
    filename,
    threads: Math.max(1, Math.min(2, availableParallelism() - 1)),
    // Where the processors are few, a text that is built to be slow waits for pages, and not they for it.
    niceness: 5,
    waitingMaximum: 60,
    waitingPerAccount: 20,
  });
  // One, because each has the dictionary: a quarter of a second and some 60 MB.
  const words = new Lane({ filename, threads: 1, niceness: 0, waitingMaximum: 300, waitingPerAccount: 30 });
  return {
    run: (name, input, length, account) =>
      (name in writingJobs ? writing : words).run(name, input, length, account) as Promise<
        JobOutput<typeof name>
      >,
    queued: () => ({
      waiting: writing.queued.waiting + words.queued.waiting,
      running: writing.queued.running + words.queued.running,
    }),
    close: async () => {
      await Promise.all([writing.close(), words.close()]);
    },
  };
}
