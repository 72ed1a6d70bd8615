import { logWarning } from "contract/base/log";
import { LRUCache } from "lru-cache";
import { Piscina } from "piscina";
import type { DrawTopic, TopicCard } from "../../app/settings/portal-context";

/** Bytes of pictures that are kept; each is some 30 KB. */
const cacheBytes = 4 * 1024 * 1024;
/** Pictures that may wait; whoever asks for another is shown the site's own. */
const waitingMaximum = 8;
/** Milliseconds of one picture. */
const timeMaximum = 10_000;

export interface Pictures {
  draw: DrawTopic;
  close(): Promise<void>;
}

/**
 * Draws pictures of topics, one at a time and in a thread of its own, which ends when nobody has asked for a
 * while: fonts are not in memory at rest. What was drawn lately is kept.
 * @param filename the thread's program: topic-picture.ts, bundled
 */
export function createPictures(filename: string): Pictures {
  const pictures = new LRUCache<string, Uint8Array<ArrayBuffer>>({
    maxSize: cacheBytes,
    sizeCalculation: (png) => png.byteLength,
  });
  const underWay = new Map<string, Promise<Uint8Array<ArrayBuffer> | null>>();
  let pool: Piscina | undefined;

  async function make(key: string, card: TopicCard): Promise<Uint8Array<ArrayBuffer> | null> {
    pool ??= new Piscina({
      filename,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: 15_000,
      maxQueue: waitingMaximum,
      atomics: "disabled",
      resourceLimits: { maxOldGenerationSizeMb: 128 },
    });
    try {
      const picture: Uint8Array = await pool.run(card, { signal: AbortSignal.timeout(timeMaximum) });
      const png = new Uint8Array(picture);
      pictures.set(key, png);
      return png;
    } catch (error) {
      logWarning(`[门户] 帖子的图没有画出来：${(error as Error).message}`);
      return null;
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
    close: async () => {
      await pool?.destroy();
    },
  };
}
