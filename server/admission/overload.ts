import type { Work } from "../backend/work";

/** The loops are measured over windows of at least this many milliseconds. */
const window = 100;
/** The average time of an answer is taken over about this many windows. */
const remembered = 20;
/** From this share of busy time on, loops count as full. */
const full = 0.9;
/** Garbage collection fills a loop for a moment; overload fills it for longer. */
const windowsInRow = 3;
/** Fewer waiting requests than this per thread are one browser's, or a slow machine's; they are never overload. */
const few = 10;
/** Measurements further apart than this, in milliseconds, say nothing about the present. */
const forgotten = 1_000;
/** For this many milliseconds after a start everything is slower, and the limits are multiplied. */
const starts = 15_000;
const whileStarting = 3;

/** Visitors are refused at this share of a member's limit, and wait for their turn for this multiple of it. */
const visitorShare = 4 / 5;
const visitorPatience = 8 / 5;

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

  /** @param limit the expected waiting time, in milliseconds, above which members are refused */
  constructor(
    private readonly read: () => Work,
    private readonly limit: number,
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
    const ahead = (work.pending + waiting) / work.threads;
    return (work.late ?? 0) + (ahead < few ? 0 : ahead * each);
  }

  /**
   * How long a request that has been accepted may wait, in milliseconds. During overload an answer that would come too late
   * is not computed any more.
   */
  patience(usual: number): number {
    this.#look(this.read());
    return this.#isFull() ? Math.min(usual, this.limit * visitorPatience * this.#allowance()) : usual;
  }

  /** Whether a new request must be refused. */
  refuses(who: "member" | "visitor", waiting = 0): boolean {
    const share = who === "visitor" ? visitorShare : 1;
    return this.expectedWait(waiting) > this.limit * share * this.#allowance();
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
