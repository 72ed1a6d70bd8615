import { readFileSync } from "node:fs";
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
   * Reads the pages of a file from one on, except those in `skip`. Throws ThreadNotStarted if no thread has begun: that
   * says nothing about the file.
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
/** Within this time the thread has begun, even on a busy machine. */
const beginMilliseconds = 60_000;
/**
 * A page that got less than this share of the processor was waiting most of its time, for example for a build or in a
 * suspended machine, so it gets its time again; but not more often than this.
 */
const [waitedBelow, patienceMaximum] = [0.8, 6];

/** The growth of the process at which a page is ended. */
function growthOf({ growth }: ReadingLimits): number {
  // Zero or more than any machine has where nothing limits the process.
  const contained = process.constrainedMemory() || Number.POSITIVE_INFINITY;
  return Math.min(growth, contained / 4);
}

/** The processor time of a thread in milliseconds, in steps of ten; null where the system does not tell it. */
function processorTime(thread: string | null): number | null {
  if (thread === null) return null;
  try {
    const stat = readFileSync(`/proc/${thread}/stat`, "latin1");
    // The fields follow the program's name in brackets: the 12th and 13th are hundredths of a second.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return null;
  }
}

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
  const growth = growthOf(limits);
  return {
    limits,
    async read(bytes, which, onPages) {
      const { port1: own, port2: port } = new MessageChannel();
      const controller = new AbortController();
      /** The process's memory when the present page began; null while none is read. */
      let memory: number | null = null;
      let at = 0;
      let thread: string | null = null;
      let timer: NodeJS.Timeout | undefined;
      let failure: { error: unknown } | null = null;
      /** The storing of pages that goes on. */
      let storing: Promise<void> = Promise.resolve();
      const within = (milliseconds: number, ended: () => void) => {
        clearTimeout(timer);
        timer = setTimeout(ended, milliseconds).unref();
      };
      /** Ends the thread after so much of its work, or when it has waited again and again. */
      const work = (milliseconds: number, patience = patienceMaximum) => {
        const had = processorTime(thread);
        within(milliseconds, () => {
          const now = processorTime(thread);
          const worked = had === null || now === null ? milliseconds : now - had;
          if (worked >= milliseconds * waitedBelow || patience <= 1) controller.abort();
          else work(milliseconds - worked, patience - 1);
        });
      };
      const watch = setInterval(() => {
        if (memory !== null && process.memoryUsage.rss() - memory > growth) controller.abort();
      }, lookMilliseconds).unref();
      const take = async (message: PdfMessage) => {
        if ("begins" in message) {
          pool.begun(controller);
          ({ begins: at, thread } = message);
          memory = process.memoryUsage.rss();
          work(at === 0 ? limits.openMilliseconds : limits.pageMilliseconds);
          return;
        }
        clearTimeout(timer);
        // What grows meanwhile is not the page's.
        memory = null;
        await onPages(message.pages, message.total);
        work(limits.pageMilliseconds);
        own.postMessage(null);
      };
      own.on("message", (message: PdfMessage) => {
        storing = take(message).catch((error: unknown) => {
          failure ??= { error };
          controller.abort();
        });
      });
      own.unref();
      within(beginMilliseconds, () =>
        controller.abort(new ThreadNotStarted(`no thread has begun to run ${filename}`)),
      );
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
        // Nobody may begin again while pages of this attempt are stored.
        await storing;
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
