import type { Work } from "../backend/work";

/** The loops are measured over windows of at least this many milliseconds. */
const window = 100;
/** The average time of an answer is taken over about this many windows. */
const remembered = 20;
/** From this share of busy time on, loops count as full. */
const full = 0.9;
/**
 * Garbage collection and a page with many pictures fill a loop for a moment, on a busy machine for a second; overload
 * fills it for longer.
 */
const windowsInRow = 20;
/** Measurements further apart than this, in milliseconds, say nothing about the present. */
const forgotten = 1_000;
/** For this many milliseconds after a start everything is slower, and the limits are multiplied. */
const starts = 15_000;
const whileStarting = 3;

/**
 * The expected waiting times, in milliseconds, above which members and visitors are refused. Below, people would rather
 * wait than press again.
 */
export const waits = { member: 3_000, visitor: 2_000 };

/**
 * Decides when requests must be refused: when the event loops are full and the waiting requests would take too long. One
 * sign alone is no overload: garbage collection fills a loop for a moment, and a slow database makes many requests wait
 * while the loops are idle. There is no timer: each question measures.
 */
export class Overload {
  readonly #startedAt: number;
  #last: (Work & { at: number }) | undefined;
  #fullFor = 0;
  #spent = { active: 0, done: 0 };

  constructor(
    private readonly read: () => Work,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.#startedAt = now();
  }

  /** The expected waiting time of a new request in milliseconds; 0 while the loops have time. @param waiting requests that have not reached the threads */
  expectedWait(waiting = 0): number {
    const work = this.read();
    this.#look(work);
    if (!this.#isFull() || this.#spent.done === 0) return 0;
    const each = this.#spent.active / this.#spent.done;
    return Math.max(((work.pending + waiting) * each) / work.threads, work.late ?? 0);
  }

  /**
   * How long a request that has been accepted may wait, in milliseconds. During overload an answer that would come too late
   * is not computed any more.
   */
  patience(usual: number): number {
    this.#look(this.read());
    return this.#isFull() ? Math.min(usual, waits.visitor * this.#allowance() * 2) : usual;
  }

  /** Whether a new request must be refused. */
  refuses(who: keyof typeof waits, waiting = 0): boolean {
    return this.expectedWait(waiting) > waits[who] * this.#allowance();
  }

  #isFull(): boolean {
    return this.#fullFor >= windowsInRow;
  }

  #allowance(): number {
    return this.now() - this.#startedAt < starts ? whileStarting : 1;
  }

  #look(work: Work): void {
    const at = this.now();
    const last = this.#last;
    if (!last) {
      this.#last = { ...work, at };
      return;
    }
    const length = at - last.at;
    if (length < window) return;
    this.#last = { ...work, at };
    const active = work.active - last.active;
    const share = active / (length * work.threads);
    // A full loop on this thread delays the measurement too, so one long window counts as many.
    const windows = Math.floor(length / window);
    if (share >= full) this.#fullFor += windows;
    else this.#fullFor = 0;
    if (length > forgotten && share < full) return;
    const keeps = Math.exp(-length / (window * remembered));
    this.#spent = {
      active: this.#spent.active * keeps + active,
      done: this.#spent.done * keeps + (work.done - last.done),
    };
  }
}
