import { LRUCache } from "lru-cache";
import type { PageEntry } from "./page-entry";

/** How long a page is served as it is, and how much longer while a new one is being made, in milliseconds. */
const freshFor = 5_000;
const staleFor = 30_000;
const bytesMaximum = 64 * 1024 * 1024;

/** A page that was made: an entry to keep, or a response for the one who asked only. */
export type Made = { entry: PageEntry } | { response: Response };

interface Kept {
  entry: PageEntry;
  madeAt: number;
}

/**
 * Whole pages of visitors: bounded by bytes, the longest unused go first. However many ask for a page at
 * once, it is made once. A purge forgets everything, and what is being made at that moment is not kept.
 */
export class PageCache {
  readonly #pages: LRUCache<string, Kept>;
  readonly #making = new Map<string, Promise<Made>>();

  constructor(
    private readonly now: () => number = Date.now,
    maximum: number = bytesMaximum,
  ) {
    this.#pages = new LRUCache({ maxSize: maximum, sizeCalculation: ({ entry }) => entry.size });
  }

  /** The bytes kept at this moment. */
  get bytes(): number {
    return this.#pages.calculatedSize;
  }

  /** The page if it can be sent as it is. A stale one is made anew in the background. */
  find(id: string, make: () => Promise<Made>): PageEntry | undefined {
    const kept = this.#pages.get(id);
    if (!kept) return undefined;
    const age = this.now() - kept.madeAt;
    if (age >= freshFor + staleFor) return undefined;
    if (age >= freshFor && !this.#making.has(id)) {
      // A failure leaves the stale page until its time is up; the request that then makes it shows the
      // failure.
      this.#start(id, make).then(
        (made) => ("response" in made ? made.response.body?.cancel() : undefined),
        () => undefined,
      );
    }
    return kept.entry;
  }

  /**
   * Makes the page, or waits for the one that is being made. The caller who made it gets what came of it;
   * whoever waited gets the entry, or null where the answer was only for the other. Rejects as `make` does.
   */
  async load(id: string, make: () => Promise<Made>): Promise<Made | null> {
    const making = this.#making.get(id);
    if (!making) return this.#start(id, make);
    const made = await making;
    return "entry" in made ? made : null;
  }

  /** Forgets every page: something was written. */
  purge(): void {
    this.#pages.clear();
    this.#making.clear();
  }

  #start(id: string, make: () => Promise<Made>): Promise<Made> {
    const making = make()
      .then((made) => {
        // After a purge the page may show what was before the write.
        if (this.#making.get(id) === making) this.#keep(id, made);
        return made;
      })
      .finally(() => {
        if (this.#making.get(id) === making) this.#making.delete(id);
      });
    this.#making.set(id, making);
    return making;
  }

  #keep(id: string, made: Made): void {
    if ("response" in made && made.response.status >= 500) return;
    if ("entry" in made) this.#pages.set(id, { entry: made.entry, madeAt: this.now() });
    else this.#pages.delete(id);
  }
}
