import { logWarning } from "contract/base/log";
import { ThreadPool } from "gateway/workers/thread-pool";
import { LRUCache } from "lru-cache";

type Bytes = Uint8Array<ArrayBuffer>;

export interface Drawings<Card> {
  /** The drawn file; null when it could not be drawn in time, or too many wait. */
  draw(card: Card): Promise<Bytes | null>;
  close(): Promise<void>;
}

interface DrawingOptions<Card> {
  /** The thread's program, bundled. */
  filename: string;
  /** How many bytes of drawn files are kept. */
  cacheBytes: number;
  /** How many milliseconds one may take. */
  timeMaximum: number;
  /** The megabytes of the thread's heap. */
  heapMegabytes: number;
  /** Everything that stands on a drawing. */
  keyOf(card: Card): string;
  /** What the log says of one that failed. */
  failure: string;
}

/** How many may wait. */
const waitingMaximum = 8;

/**
 * Draws files, one at a time, on a thread of its own that ends after an idle time, so that fonts do not stay in memory.
 * Recent ones are kept by all that stands on them.
 */
export function createDrawings<Card>(options: DrawingOptions<Card>): Drawings<Card> {
  const { filename, cacheBytes, timeMaximum, heapMegabytes, keyOf, failure } = options;
  const drawn = new LRUCache<string, Bytes>({
    maxSize: cacheBytes,
    sizeCalculation: (file) => file.byteLength,
  });
  const underWay = new Map<string, Promise<Bytes | null>>();
  const pool = new ThreadPool({
    filename,
    maxThreads: 1,
    idleTimeout: 15_000,
    maxQueue: waitingMaximum,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  });

  async function make(key: string, card: Card): Promise<Bytes | null> {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), timeMaximum).unref();
    try {
      const file = new Uint8Array((await pool.run(card, controller)) as Uint8Array);
      drawn.set(key, file);
      return file;
    } catch (error) {
      logWarning(`[门户] ${failure}：${(error as Error).message}`);
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    draw(card) {
      const key = keyOf(card);
      const found = drawn.get(key);
      if (found) return Promise.resolve(found);
      const file = underWay.get(key) ?? make(key, card).finally(() => underWay.delete(key));
      underWay.set(key, file);
      return file;
    },
    close: () => pool.close(),
  };
}
