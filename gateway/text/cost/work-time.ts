import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { createContext, Script } from "node:vm";

/**
 * Milliseconds of work that a text may cost, and more for long ones, in proportion: an honest text takes half
 * of it.
 */
const workMinimum = 300;
const workPerCharacter = 0.015;
/**
 * A busy machine makes everything late: the second try has as many times as long by the clock as the first
 * was kept waiting.
 */
const patienceMaximum = 12;
const patienceRoom = 1.5;
/**
 * A try that had less of the processor than this part of its time was kept waiting, and says nothing of its
 * text.
 */
const waitedBelow = 0.8;

/** Milliseconds of work that a text of so many characters may cost. */
export const workFor = (length: number): number =>
  Math.max(workMinimum, Math.round(length * workPerCharacter));

/**
 * Milliseconds after which a text that was begun must have come back, by the clock: everything it may take,
 * and room.
 */
export const patienceFor = (length: number): number => workFor(length) * (patienceMaximum + 2) + 1_000;

/**
 * Milliseconds of the processor that this thread has had, in steps of ten; null where the system does not
 * say.
 */
function threadTime(): number | null {
  try {
    const stat = readFileSync("/proc/thread-self/stat", "latin1");
    // After the program's name, which stands in brackets: the 12th and 13th are ticks of a hundredth of a
    // second.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return null;
  }
}

const context = createContext({ work: () => {} });
const script = new Script("work()");

/** What is left of the time for the text at hand. */
let remaining = workMinimum;

/** Gives the text that comes next its time; all that `withinTime` does for it shares it. */
export function beginWork(length: number): void {
  remaining = workFor(length);
}

/** Runs the work, and stops it when the clock has run that long. @returns whether it came to its end. */
function run(work: () => void, milliseconds: number): boolean {
  context.work = work;
  try {
    script.runInContext(context, { timeout: Math.max(1, Math.ceil(milliseconds)) });
    return true;
  } catch (error) {
    // The time's error is made in the other context, where Error is not our Error.
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
 * Runs synchronous work within what is left of the text's time. Returns null when it took longer, or ran out
 * of stack: what no check beforehand foresaw must not hold up everyone else. Work that was only kept from the
 * processor is tried again.
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
    // By the thread's time where it is known: a text does not pay for the machine's other work.
    const now = threadTime();
    remaining = Math.max(
      1,
      remaining - (now === null || had === null ? performance.now() - startedAt : now - had),
    );
  }
}
