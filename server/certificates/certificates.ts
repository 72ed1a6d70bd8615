import { logWarning } from "contract/base/log";
import { ThreadPool } from "gateway/workers/thread-pool";
import { LRUCache } from "lru-cache";
import type { CertificatePaper, DrawCertificate } from "../../app/settings/portal-context";

/** How many bytes of drawn certificates are kept; each has some 100 KB. */
const cacheBytes = 6 * 1024 * 1024;
/** How many may wait; further requests are told to come back. */
const waitingMaximum = 8;
/** How many milliseconds one may take. */
const timeMaximum = 15_000;

export interface Certificates {
  draw: DrawCertificate;
  close(): Promise<void>;
}

/**
 * Draws certificates, one at a time, on a thread of its own that ends after an idle time. Recent ones are kept by all
 * that stands on them, so that one with another name is another one.
 * @param filename the thread's program: certificate.ts, bundled
 */
export function createCertificates(filename: string): Certificates {
  const drawn = new LRUCache<string, Uint8Array<ArrayBuffer>>({
    maxSize: cacheBytes,
    sizeCalculation: (file) => file.byteLength,
  });
  const underWay = new Map<string, Promise<Uint8Array<ArrayBuffer> | null>>();
  const pool = new ThreadPool({
    filename,
    maxThreads: 1,
    idleTimeout: 15_000,
    maxQueue: waitingMaximum,
    resourceLimits: { maxOldGenerationSizeMb: 192 },
  });

  async function make(key: string, paper: CertificatePaper): Promise<Uint8Array<ArrayBuffer> | null> {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), timeMaximum).unref();
    try {
      const file = new Uint8Array((await pool.run(paper, controller)) as Uint8Array);
      drawn.set(key, file);
      return file;
    } catch (error) {
      logWarning(`[门户] 证书没有画出来：${(error as Error).message}`);
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    draw(paper) {
      const key = JSON.stringify(Object.entries(paper).sort(([a], [b]) => (a < b ? -1 : 1)));
      const found = drawn.get(key);
      if (found) return Promise.resolve(found);
      const file = underWay.get(key) ?? make(key, paper).finally(() => underWay.delete(key));
      underWay.set(key, file);
      return file;
    },
    close: () => pool.close(),
  };
}
