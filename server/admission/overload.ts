import type { Work } from "../work";

/** A look at the loops takes in what happened since the last one, so it is taken at most so often, in milliseconds. */
const window = 100;
/** An average over about so many windows. */
const remembered = 20;
/** Loops that had something to do for this share of a window are full. */
const full = 0.9;
/** A loop that is full for one window collects garbage, or compiles; for several in a row it has too much to do. */
const windowsInRow = 3;
/** Looks further apart than this say nothing of the present. */
const forgotten = 1_000;
/** While code is compiled and caches are empty, everything takes longer than it will. */
const starts = 15_000;
const whileStarting = 3;

/** How long somebody may have to wait before the work for them begins, in milliseconds: members', and visitors'. */
export const waits = { member: 600, visitor: 400 };

/**
 * Says when work should be refused: while the loops are full, and what waits already would keep whoever comes now for
 * longer than it is worth. Either alone is no overload: loops are full for a moment when garbage is collected, and many
 * wait without hurting anybody while a database is slow. It has no timer: whoever asks makes it look.
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

  /** How long work that comes now would wait, in milliseconds; 0 while the loops have time. @param waiting work that is not theirs yet */
  expectedWait(waiting = 0): number {
    const work = this.read();
    this.#look(work);
    if (this.#fullFor < windowsInRow || this.#spent.done === 0) return 0;
    const each = this.#spent.active / this.#spent.done;
    return ((work.pending + waiting) * each) / work.threads;
  }

  /** Whether somebody who comes now should be told to come back later. */
  refuses(who: keyof typeof waits, waiting = 0): boolean {
    const limit = waits[who] * (this.now() - this.#startedAt < starts ? whileStarting : 1);
    return this.expectedWait(waiting) > limit;
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
    // However long a full loop kept everybody from looking: it was full all the time.
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
