import { MessageChannel } from "node:worker_threads";
import { ThreadNotStarted, ThreadPool } from "../workers/thread-pool";
import { type ReadingLimits, readingLimits } from "./limits";
import type { PageText, PdfEnd, PdfMessage, PdfTask } from "./pdf-thread";

/** How a reading ended; `costly` names the page (0: opening the file) that took too much time or memory. */
export type ReadEnd = { end: PdfEnd } | { end: "costly"; page: number };

/** Reads PDFs in a thread of their own, one at a time: nothing in a file can stop or end the process. */
export interface PdfReader {
  readonly limits: ReadingLimits;
  /**
   * Reads the pages of a file from one on, except those in `skip`.
   * @param bytes the file; the thread takes it, so it is empty afterwards
   * @param onPages called with some pages and the file's number of pages; the reading waits for it. What it throws ends
   * the reading
   */
  read(
    bytes: Uint8Array<ArrayBuffer>,
    which: { from: number; skip: number[] },
    onPages: (pages: PageText[], total: number) => Promise<void>,
  ): Promise<ReadEnd>;
  /** Ends the thread. */
  close(): Promise<void>;
}

/** The interval of looks at the memory of the process. */
const lookMilliseconds = 100;

/**
 * Creates the reader. Its thread starts with the first file, and ends after an idle time.
 * @param filename the thread's program: pdf-thread.ts, bundled
 */
export function createPdfReader(filename: string, limits: ReadingLimits = readingLimits): PdfReader {
  const pool = new ThreadPool({
    filename,
    maxThreads: 1,
    idleTimeout: 10_000,
    maxQueue: 4,
    // Pages have priority over the reading of files.
    workerData: { niceness: 10 },
    resourceLimits: { maxOldGenerationSizeMb: 320 },
  });
  return {
    limits,
    async read(bytes, which, onPages) {
      const { port1: own, port2: port } = new MessageChannel();
      const controller = new AbortController();
      const memory = process.memoryUsage.rss();
      let at = 0;
      let timer: NodeJS.Timeout | undefined;
      let failure: { error: unknown } | null = null;
      const within = (milliseconds: number) => {
        clearTimeout(timer);
        timer = setTimeout(() => controller.abort(), milliseconds).unref();
      };
      const watch = setInterval(() => {
        if (process.memoryUsage.rss() - memory > limits.growth) controller.abort();
      }, lookMilliseconds).unref();
      const take = async (message: PdfMessage) => {
        if ("begins" in message) {
          pool.begun(controller);
          at = message.begins;
          within(at === 0 ? limits.openMilliseconds : limits.pageMilliseconds);
          return;
        }
        clearTimeout(timer);
        await onPages(message.pages, message.total);
        within(limits.pageMilliseconds);
        own.postMessage(null);
      };
      own.on("message", (message: PdfMessage) => {
        take(message).catch((error: unknown) => {
          failure ??= { error };
          controller.abort();
        });
      });
      own.unref();
      // Until the thread has begun, which even a busy machine does within this time.
      within(60_000);
      const task: PdfTask = {
        bytes,
        ...which,
        upTo: limits.pages,
        pageCharacters: limits.pageCharacters,
        port,
      };
      try {
        return { end: (await pool.run(task, controller, [port, bytes.buffer])) as PdfEnd };
      } catch (error) {
        const thrown = failure as { error: unknown } | null;
        if (thrown) throw thrown.error;
        if (error instanceof ThreadNotStarted) throw error;
        const isLost =
          controller.signal.aborted || (error as NodeJS.ErrnoException).code === "ERR_WORKER_OUT_OF_MEMORY";
        if (isLost) return { end: "costly", page: at };
        throw error;
      } finally {
        clearTimeout(timer);
        clearInterval(watch);
        own.close();
      }
    },
    close: () => pool.close(),
  };
}
