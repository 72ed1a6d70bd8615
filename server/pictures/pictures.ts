import { logWarning } from "contract/base/log";
import { ThreadPool } from "gateway/workers/thread-pool";
import { LRUCache } from "lru-cache";
import type { DrawTopic, TopicCard } from "../../app/settings/portal-context";

/** How many bytes of pictures are cached; each has some 30 KB. */
const cacheBytes = 4 * 1024 * 1024;
/** How many pictures may wait; further requests get the site's own picture. */
const waitingMaximum = 8;
/** How many milliseconds one picture may take. */
const timeMaximum = 10_000;

export interface Pictures {
  draw: DrawTopic;
  close(): Promise<void>;
}

/**
 * Draws pictures of topics, one at a time, on a thread of its own that ends after an idle time, so that fonts do not
 * stay in memory. Recent pictures are cached.
 * @param filename the thread's program: topic-picture.ts, bundled
 */
export function createPictures(filename: string): Pictures {
  const pictures = new LRUCache<string, Uint8Array<ArrayBuffer>>({
    maxSize: cacheBytes,
    sizeCalculation: (png) => png.byteLength,
  });
  const underWay = new Map<string, Promise<Uint8Array<ArrayBuffer> | null>>();
  const pool = new ThreadPool({
    filename,
    maxThreads: 1,
    idleTimeout: 15_000,
    maxQueue: waitingMaximum,
    resourceLimits: { maxOldGenerationSizeMb: 128 },
  });

  async function make(key: string, card: TopicCard): Promise<Uint8Array<ArrayBuffer> | null> {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), timeMaximum).unref();
    try {
      const png = new Uint8Array((await pool.run(card, controller)) as Uint8Array);
      pictures.set(key, png);
      return png;
    } catch (error) {
      logWarning(`[门户] 帖子的图没有画出来：${(error as Error).message}`);
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    draw(card) {
      const key = JSON.stringify([card.title, card.section, card.author, card.site]);
      const found = pictures.get(key);
      if (found) return Promise.resolve(found);
      const picture = underWay.get(key) ?? make(key, card).finally(() => underWay.delete(key));
      underWay.set(key, picture);
      return picture;
    },
    close: () => pool.close(),
  };
}
