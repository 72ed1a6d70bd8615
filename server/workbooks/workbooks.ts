import { logWarning } from "contract/base/log";
import { ThreadPool } from "gateway/workers/thread-pool";
import type { WriteWorkbook } from "../../app/settings/portal-context";

/** How many tables may wait: as many as are written in the time. Further requests are told to take the CSV. */
const waitingMaximum = 3;
/** How many milliseconds one workbook may take, its waiting included. */
const timeMaximum = 15_000;

export interface Workbooks {
  write: WriteWorkbook;
  close(): Promise<void>;
}

/**
 * Writes tables as Excel workbooks, one at a time, on a thread of its own that ends after an idle time: 225,000 cells
 * take 1.4 s, in which the portal would answer nobody.
 * @param filename the thread's program: workbook.ts, bundled
 */
export function createWorkbooks(filename: string): Workbooks {
  const pool = new ThreadPool({
    filename,
    maxThreads: 1,
    idleTimeout: 15_000,
    maxQueue: waitingMaximum,
    resourceLimits: { maxOldGenerationSizeMb: 384 },
  });
  return {
    async write(table) {
      const controller = new AbortController();
      const timer = setTimeout(() => controller.abort(), timeMaximum).unref();
      try {
        return new Uint8Array((await pool.run(table, controller)) as Uint8Array);
      } catch (error) {
        logWarning(`[门户] 表格没有写成 XLSX：${(error as Error).message}`);
        return null;
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => pool.close(),
  };
}
