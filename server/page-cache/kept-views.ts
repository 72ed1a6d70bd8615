import { LRUCache } from "lru-cache";

/** A topic's page, in either shell. */
const topicPath = /^(?:\/h5)?\/hsforum\/thread-(\d{1,10})-/;
const sendAfter = 3_000;
/** How many milliseconds a repeated load of a page counts as the same view. */
const sameViewFor = 60_000;
const viewersMaximum = 20_000;

/** Counts the views of topics whose pages the cache serves; the backend does not see those requests. */
export class KeptViews {
  readonly #recentViews = new LRUCache<string, true>({ max: viewersMaximum, ttl: sameViewFor });
  #views = new Map<number, number>();
  #timer: NodeJS.Timeout | undefined;

  /** @param send receives the counts of the last seconds, by tid */
  constructor(private readonly send: (views: ReadonlyMap<number, number>) => void) {}

  /** Counts a view when a visitor at this address got the cached page at `url`. */
  add(url: string, address: string): void {
    const tid = topicPath.exec(url)?.[1];
    if (!tid) return;
    const view = `${address} ${tid}`;
    if (this.#recentViews.has(view)) return;
    this.#recentViews.set(view, true);
    this.#views.set(Number(tid), (this.#views.get(Number(tid)) ?? 0) + 1);
    this.#timer ??= setTimeout(() => this.flush(), sendAfter).unref();
  }

  /** Sends the counts so far. Also called before the process ends. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const views = this.#views;
    this.#views = new Map();
    if (views.size > 0) this.send(views);
  }
}
