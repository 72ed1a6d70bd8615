import type { PagesChange } from "contract/base/pages";
import { LRUCache } from "lru-cache";
import { leaveBody } from "../responses/plain-response";
import type { PageEntry, PageResult } from "./page-entry";

/** How long a page is served unchanged, and how much longer while a new one is made, in milliseconds. */
const freshFor = 5_000;
const staleFor = 30_000;
/**
 * How many milliseconds a page may lack content that was added since it was made. The first request after
 * `renewedAfter` starts a new one, so that the many pages that one write affects are not all rebuilt at once.
 */
const lacksFor = 5_000;
const renewedAfter = 1_000;
const bytesMaximum = 64 * 1024 * 1024;

interface CachedPage {
  entry: PageEntry;
  madeAt: number;
  /** Since when the page may lack added content. */
  lacksFrom: number | undefined;
}

/** A page that is being made, and since when it may lack added content. */
interface PageInProgress {
  result: Promise<PageResult>;
  lacksFrom: number | undefined;
}

/**
 * A cache of visitors' whole pages, limited by bytes; the least recently used are evicted. Concurrent requests for a
 * page make it once. A write that hides content removes pages at once, and a page being made at that moment is not
 * cached; added content appears within seconds.
 */
export class PageCache {
  readonly #pages: LRUCache<string, CachedPage>;
  readonly #making = new Map<string, PageInProgress>();

  constructor(
    private readonly now: () => number = Date.now,
    maximum: number = bytesMaximum,
  ) {
    this.#pages = new LRUCache({ maxSize: maximum, sizeCalculation: ({ entry }) => entry.size });
  }

  /** The present size of the cache in bytes. */
  get bytes(): number {
    return this.#pages.calculatedSize;
  }

  /** The page if the cached one can be sent. A stale one is rebuilt in the background. */
  find(id: string, make: () => Promise<PageResult>): PageEntry | undefined {
    const cached = this.#pages.get(id);
    if (!cached) return undefined;
    const now = this.now();
    const age = now - cached.madeAt;
    const lacking = cached.lacksFrom === undefined ? 0 : now - cached.lacksFrom;
    if (age >= freshFor + staleFor) return undefined;
    // While a new one is made, everybody gets the old one without waiting.
    if (this.#making.has(id)) return cached.entry;
    if (lacking >= lacksFor) return undefined;
    if (age >= freshFor || lacking >= renewedAfter) {
      // After a failure the stale page stays until its time is over; then a request makes the page and shows the
      // failure.
      this.#start(id, make).then(
        (page) => ("response" in page ? leaveBody(page.response) : undefined),
        () => undefined,
      );
    }
    return cached.entry;
  }

  /**
   * Makes the page, or waits for the request that is making it. The maker gets any result; a waiting caller gets the
   * entry, or null if the answer was for the maker only. Rejects as `make` does.
   */
  async load(id: string, make: () => Promise<PageResult>): Promise<PageResult | null> {
    const making = this.#making.get(id);
    if (!making) return this.#start(id, make);
    const page = await making.result;
    return "entry" in page ? page : null;
  }

  /** Applies a write to the cache: see PagesChange. */
  take({ drop, later }: PagesChange): void {
    if (drop === "all") this.#pages.clear();
    else if (drop.length > 0)
      for (const [id, { entry }] of [...this.#pages.entries()])
        if (entry.topics.size === 0 || drop.some((tid) => entry.topics.has(tid))) this.#pages.delete(id);
    // A page that is being made may show the state before the write.
    if (drop.length > 0) this.#making.clear();
    if (!later) return;
    const now = this.now();
    for (const page of this.#pages.values()) page.lacksFrom ??= now;
    for (const making of this.#making.values()) making.lacksFrom ??= now;
  }

  #start(id: string, make: () => Promise<PageResult>): Promise<PageResult> {
    const making: PageInProgress = { result: make(), lacksFrom: undefined };
    making.result = making.result
      .then((page) => {
        // Not cached after a write that hid content meanwhile, because the page may still show it.
        if (this.#making.get(id) === making) this.#keep(id, page, making.lacksFrom);
        return page;
      })
      .finally(() => {
        if (this.#making.get(id) === making) this.#making.delete(id);
      });
    this.#making.set(id, making);
    return making.result;
  }

  #keep(id: string, page: PageResult, lacksFrom: number | undefined): void {
    if ("response" in page && page.response.status >= 500) return;
    if ("entry" in page) this.#pages.set(id, { entry: page.entry, madeAt: this.now(), lacksFrom });
    else this.#pages.delete(id);
  }
}
