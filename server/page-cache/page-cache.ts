import type { PagesChange } from "contract/base/pages";
import { LRUCache } from "lru-cache";
import { leaveBody } from "../responses/plain-response";
import type { PageEntry, PageResult } from "./page-entry";

/** How long a page is served as it is, and how much longer while a new one is being made, in milliseconds. */
const freshFor = 5_000;
const staleFor = 30_000;
/**
 * How long a page may lack what was added since it was made. A new one is begun by whoever asks after the
 * first second, so that the many pages that one write has to do with are not all due at once.
 */
const lacksFor = 5_000;
const renewedAfter = 1_000;
/** How old a page may be that is better than none, in milliseconds. */
const oldFor = 10 * 60_000;
const bytesMaximum = 64 * 1024 * 1024;

interface CachedPage {
  entry: PageEntry;
  madeAt: number;
  /** When something was added that the page may lack. */
  lacksFrom: number | undefined;
}

/** A page that is being made, and since when it may lack something. */
interface Making {
  result: Promise<PageResult>;
  lacksFrom: number | undefined;
}

/**
 * A cache of visitors' whole pages: bounded by bytes, the least recently used go first. Each page is made
 * once, however many ask at the same time. A write that hides something removes pages at once, and a page
 * that is being made at that moment is not kept; an addition is seen within seconds.
 */
export class PageCache {
  readonly #pages: LRUCache<string, CachedPage>;
  readonly #making = new Map<string, Making>();

  constructor(
    // Not the clock: set back, it would keep pages for as long as it was ahead.
    private readonly now: () => number = () => performance.now(),
    maximum: number = bytesMaximum,
  ) {
    this.#pages = new LRUCache({ maxSize: maximum, sizeCalculation: ({ entry }) => entry.size });
  }

  /** The bytes kept at this moment. */
  get bytes(): number {
    return this.#pages.calculatedSize;
  }

  /** The page if it can be sent as it is. A stale one is made anew in the background. */
  find(id: string, make: () => Promise<PageResult>): PageEntry | undefined {
    const cached = this.#pages.get(id);
    if (!cached) return undefined;
    const now = this.now();
    const age = now - cached.madeAt;
    const lacking = cached.lacksFrom === undefined ? 0 : now - cached.lacksFrom;
    if (age >= freshFor + staleFor) return undefined;
    // While a new one is being made, nobody waits for it.
    if (this.#making.has(id)) return cached.entry;
    if (lacking >= lacksFor) return undefined;
    if (age >= freshFor || lacking >= renewedAfter) {
      // A failure leaves the stale page until its time is up; the request that then makes it shows the
      // failure.
      this.#start(id, make).then(
        (page) => ("response" in page ? leaveBody(page.response) : undefined),
        () => undefined,
      );
    }
    return cached.entry;
  }

  /**
   * The page as it was made some minutes ago, for whoever would get none otherwise: what was hidden since then it does not
   * show, but it may lack what was added. Null where there is none, or somebody makes it just now.
   */
  findOld(id: string): PageEntry | null {
    const cached = this.#pages.get(id);
    if (!cached || this.#making.has(id) || this.now() - cached.madeAt > oldFor) return null;
    return cached.entry;
  }

  /** Whether the page is being made: whoever asks for it makes no work. */
  isMaking(id: string): boolean {
    return this.#making.has(id);
  }

  /**
   * Makes the page, or waits for the one that is being made. The caller who made it gets what came of it;
   * whoever waited gets the entry, or null where the answer was only for the other. Rejects as `make` does.
   */
  async load(id: string, make: () => Promise<PageResult>): Promise<PageResult | null> {
    const making = this.#making.get(id);
    if (!making) return this.#start(id, make);
    const page = await making.result;
    return "entry" in page ? page : null;
  }

  /** Something was written: see PagesChange. */
  take({ drop, later }: PagesChange): void {
    if (drop === "all") this.#pages.clear();
    else if (drop.length > 0)
      for (const [id, { entry }] of [...this.#pages.entries()])
        if (entry.topics.size === 0 || drop.some((tid) => entry.topics.has(tid))) this.#pages.delete(id);
    // A page that is being made may show the state from before.
    if (drop.length > 0) this.#making.clear();
    if (!later) return;
    const now = this.now();
    for (const page of this.#pages.values()) page.lacksFrom ??= now;
    for (const making of this.#making.values()) making.lacksFrom ??= now;
  }

  #start(id: string, make: () => Promise<PageResult>): Promise<PageResult> {
    const making: Making = { result: make(), lacksFrom: undefined };
    making.result = making.result
      .then((page) => {
        // Where something was taken out of sight meanwhile, the page may still show it.
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
