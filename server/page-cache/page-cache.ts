import type { Made, PageEntry } from "./page-entry";

/** How long a page is served as it is, and how much longer while a new one is being made, in milliseconds. */
const freshFor = 5_000;
const staleFor = 30_000;
const bytesMaximum = 64 * 1024 * 1024;

interface Kept {
  entry: PageEntry;
  madeAt: number;
}

/**
 * Whole pages of visitors: bounded by bytes, the longest unused go first. However many ask for a page at
 * once, it is made once. A purge forgets everything, and what is being made at that moment is not kept.
 */
export class PageCache {
  readonly #pages = new Map<string, Kept>();
  readonly #making = new Map<string, Promise<Made>>();
  #bytes = 0;

  constructor(
    private readonly now: () => number = Date.now,
    private readonly maximum: number = bytesMaximum,
  ) {}

  /** The bytes kept at this moment. */
  get bytes(): number {
    return this.#bytes;
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
    // The map's order is the order of use.
    this.#pages.delete(id);
    this.#pages.set(id, kept);
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
    this.#bytes = 0;
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
    this.#drop(id);
    if (!("entry" in made) || made.entry.size > this.maximum) return;
    this.#pages.set(id, { entry: made.entry, madeAt: this.now() });
    this.#bytes += made.entry.size;
    for (const oldest of this.#pages.keys()) {
      if (this.#bytes <= this.maximum) break;
      this.#drop(oldest);
    }
  }

  #drop(id: string): void {
    const kept = this.#pages.get(id);
    if (!kept) return;
    this.#pages.delete(id);
    this.#bytes -= kept.entry.size;
  }
}
