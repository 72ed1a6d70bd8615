import { availableParallelism } from "node:os";
import { type JobInput, type JobName, type JobOutput, writingJobs } from "./jobs";
import { Lane } from "./lane";

/**
 * The threads that parse people's texts. The main thread, which answers requests, never parses them.
 */
export interface TextWorkers {
  /**
   * Runs a job. Throws TEXTS_BUSY when too many jobs wait, WorkerLost when its thread crashed, and ThreadNotStarted
   * when no thread could start.
   * @param length the number of characters of the job's text, which decides its time
   * @param account the author, of whom only one job runs at a time; null without an author
   */
  run<Name extends JobName>(
    name: Name,
    input: JobInput<Name>,
    length: number,
    account: number | null,
  ): Promise<JobOutput<Name>>;
  /** The numbers of waiting and running jobs. */
  queued(): { waiting: number; running: number };
  /** Ends the threads. */
  close(): Promise<void>;
}

/**
 * Creates the threads. They start with the first text, and do not keep the process alive.
 * @param filename the threads' program: worker.ts, bundled
 */
export function createTextWorkers(filename: string): TextWorkers {
  const writing = new Lane({
    filename,
    threads: Math.max(1, Math.min(2, availableParallelism() - 1)),
    // On machines with few processors, pages have priority over deliberately slow texts.
    niceness: 5,
    waitingMaximum: 60,
    waitingPerAccount: 20,
  });
  // Only one thread, because each one loads the dictionary: a quarter of a second and 60 MB.
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
