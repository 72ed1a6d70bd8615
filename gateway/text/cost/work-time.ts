import { readFileSync, readlinkSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { createContext, Script } from "node:vm";

/**
 * Milliseconds of work that a text may cost; long texts get more in proportion. An ordinary text takes half of it.
 */
const workMinimum = 300;
const workPerCharacter = 0.015;
/**
 * On a busy machine a try may wait for the processor. So the second try gets more time by the clock, in proportion to
 * the waiting of the first one.
 */
const patienceMaximum = 12;
const patienceRoom = 1.5;
/**
 * A try that got less than this share of the processor was waiting most of the time, so its failure says nothing
 * about the text.
 */
const waitedBelow = 0.8;

/** Milliseconds of work that a text of so many characters may cost. */
export const workFor = (length: number): number =>
  Math.max(workMinimum, Math.round(length * workPerCharacter));

/** Milliseconds after which a text must be finished, if its thread has the processor: the time of all tries and a reserve. */
export const patienceFor = (length: number): number => workFor(length) * (patienceMaximum + 2) + 1_000;

/** The folder in which the system tells about this thread, for threads of the same process; null where it does not. */
export function threadFolder(): string | null {
  try {
    return `/proc/${readlinkSync("/proc/thread-self")}`;
  } catch {
    return null;
  }
}

/**
 * The processor time of a thread in milliseconds, in steps of ten; null where the system does not tell it.
 * @param folder what `threadFolder` said in that thread; this thread's without it
 */
export function threadTime(folder = "/proc/thread-self"): number | null {
  try {
    const stat = readFileSync(`${folder}/stat`, "latin1");
    // The fields follow the program's name in brackets: the 12th and 13th are hundredths of a second.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return null;
  }
}

const context = createContext({ work: () => {} });
const script = new Script("work()");

/** The time that remains for the present text. */
let remaining = workMinimum;

/** Starts the time of the next text; all its calls of `withinTime` share it. */
export function beginWork(length: number): void {
  remaining = workFor(length);
}

/**
 * Runs the work and stops it after this time.
 * @returns whether it finished
 */
function run(work: () => void, milliseconds: number): boolean {
  context.work = work;
  try {
    script.runInContext(context, { timeout: Math.max(1, Math.ceil(milliseconds)) });
    return true;
  } catch (error) {
    // The time limit's error comes from another context, whose Error is not ours.
    if (
      typeof error === "object" &&
      error !== null &&
      "code" in error &&
      error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT"
    )
      return false;
    throw error;
  } finally {
    context.work = () => {};
  }
}

/**
 * Runs synchronous work within the remaining time of the text. Returns null when it took longer or ran out of stack, so
 * that an unexpected text does not block others. Work that only waited for the processor is tried again.
 */
export function withinTime<Result>(work: () => Result): Result | null {
  let result: Result | null = null;
  const whole = () => {
    result = work();
  };
  const [startedAt, had] = [performance.now(), threadTime()];
  try {
    if (run(whole, remaining)) return result;
    const worked = had === null ? remaining : (threadTime() ?? had + remaining) - had;
    if (worked >= remaining * waitedBelow) return null;
    const waited = Math.min(patienceMaximum, (remaining / Math.max(worked, 10)) * patienceRoom);
    return run(whole, remaining * waited) ? result : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  } finally {
    // It counts the processor time of the thread if known, so that other work of the machine does not count.
    const now = threadTime();
    remaining = Math.max(
      1,
      remaining - (now === null || had === null ? performance.now() - startedAt : now - had),
    );
  }
}
