import { QueueFull } from "contract/base/concurrency-limit";

/** Members count as about for this long after the last request of one, in milliseconds. */
const membersStay = 2_000;
/** Work that takes longer than this is waiting for something and not computing: the next piece may begin. */
const computes = 1_000;
/** The longest pause after a visitor's work while members are about, in milliseconds. */
const pauseMaximum = 250;
/** Whoever has waited longer than this is refused, in milliseconds. */
const patience = 10_000;

export interface QueueLimits {
  /** How many visitors' pieces of work run at once while members are about, and while none are. */
  atOnce: { besideMembers: number; alone: number };
  /** Pieces of work of one address, running and waiting. */
  address: number;
  /** Waiting visitors of all addresses. */
  waiting: number;
}

interface Waiting {
  start(): void;
  giveUp(): void;
  since: number;
}

/**
 * Decides who is served next. Pages and searches compute on one thread, so a member waits for at most one
 * visitor's. Visitors queue; while members are about, each visitor's work is followed by a pause as long as
 * it took. That leaves half of the time to members and half to visitors.
 */
export class VisitorQueue {
  readonly #queue: Waiting[] = [];
  readonly #addresses = new Map<string, number>();
  #running = 0;
  #members = 0;
  #memberSeen = Number.NEGATIVE_INFINITY;
  #freeFrom = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly limits: QueueLimits,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Visitors whose work has not begun. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** Does a signed-in person's work at once. Throws QueueFull beyond the bound, here of a session. */
  member<Result>(session: string, work: () => Promise<Result>): Promise<Result> {
    return this.#counted(session, async () => {
      this.#members += 1;
      this.#memberSeen = this.now();
      try {
        return await work();
      } finally {
        this.#members -= 1;
        this.#memberSeen = this.now();
      }
    });
  }

  /**
   * Does a visitor's work when its turn comes. Throws QueueFull when too many wait, or it has waited too
   * long.
   */
  visitor<Result>(address: string, work: () => Promise<Result>): Promise<Result> {
    return this.#counted(address, async () => {
      await this.#turn();
      const startedAt = this.now();
      let open = true;
      const end = () => {
        if (!open) return;
        open = false;
        this.#running -= 1;
        if (this.#membersAbout())
          this.#freeFrom = this.now() + Math.min(this.now() - startedAt, pauseMaximum);
        this.#next();
      };
      const timer = setTimeout(end, computes);
      try {
        return await work();
      } finally {
        clearTimeout(timer);
        end();
      }
    });
  }

  async #counted<Result>(address: string, work: () => Promise<Result>): Promise<Result> {
    const open = this.#addresses.get(address) ?? 0;
    if (open >= this.limits.address) throw new QueueFull();
    this.#addresses.set(address, open + 1);
    try {
      return await work();
    } finally {
      const remaining = (this.#addresses.get(address) ?? 1) - 1;
      if (remaining === 0) this.#addresses.delete(address);
      else this.#addresses.set(address, remaining);
    }
  }

  #membersAbout(): boolean {
    return this.#members > 0 || this.now() - this.#memberSeen < membersStay;
  }

  #turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#queue.length >= this.limits.waiting) {
        reject(new QueueFull());
        return;
      }
      this.#queue.push({ start: resolve, giveUp: () => reject(new QueueFull()), since: this.now() });
      this.#next();
    });
  }

  #next(): void {
    while (this.#queue[0] && this.now() - this.#queue[0].since > patience) this.#queue.shift()?.giveUp();
    const about = this.#membersAbout();
    while (
      this.#queue.length > 0 &&
      this.#running < (about ? this.limits.atOnce.besideMembers : this.limits.atOnce.alone)
    ) {
      const pause = about ? this.#freeFrom - this.now() : 0;
      if (pause > 0) {
        this.#later(pause);
        return;
      }
      this.#running += 1;
      this.#queue.shift()?.start();
    }
  }

  #later(pause: number): void {
    if (this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#next();
    }, pause);
  }
}
