import { QueueFull } from "contract/base/concurrency-limit";

/** How many milliseconds after a member's last request members count as present. */
const membersStay = 2_000;
/** A task that takes longer waits for something and does not compute, so the next one may start. */
const computes = 1_000;
/** The longest pause after a visitor's task while members are present, in milliseconds. */
const pauseMaximum = 250;
/** How many milliseconds a visitor may wait in the queue; then the request is refused. */
const patience = 10_000;

export interface QueueLimits {
  /** How many visitors' tasks run at once while members are present, and while none are. */
  atOnce: { besideMembers: number; alone: number };
  /** How many tasks one address may have, running and waiting. */
  address: number;
  /** How many visitors of all addresses may wait. */
  waiting: number;
}

interface QueuedVisitor {
  start(): void;
  giveUp(): void;
  since: number;
}

/**
 * Decides who is served next. Pages and searches compute on one thread, so a member waits for one visitor's task at
 * most. Visitors queue. While members are present, a pause as long as the task follows each visitor's task, which
 * leaves half of the time for members.
 */
export class VisitorQueue {
  readonly #queue: QueuedVisitor[] = [];
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

  /** Runs a member's task at once. Throws QueueFull above the limit for one session. */
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

  /** Runs a visitor's task when its turn comes. Throws QueueFull when too many wait, or after too long a wait. */
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
