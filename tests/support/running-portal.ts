import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RunningProcess, startProcess } from "./processes";

export interface RunningPortal extends Pick<RunningProcess, "pid" | "output"> {
  origin: string;
  dataDir: string;
  /** Stops the process and removes a data folder that was made for it. */
  stop(): Promise<void>;
}

/**
 * Starts the built portal as `npm start` does, on a free port, in demo mode and in a data folder of its own unless the
 * environment says otherwise. Resolves when it says that it listens; rejects with its output when it ends before.
 */
export async function startPortal(environment: Record<string, string> = {}): Promise<RunningPortal> {
  const own = environment.DATA_DIR === undefined ? await mkdtemp(join(tmpdir(), "portal-data-")) : undefined;
  const dataDir = environment.DATA_DIR ?? own ?? "";
  const remove = () => (own ? rm(own, { recursive: true, force: true }) : undefined);
  try {
    const settings = { PORT: "0", SESSIONS_PER_ACCOUNT: "100", ...environment, DATA_DIR: dataDir };
    const running = await startProcess(["build/main.js"], settings, /已启动：(http:\/\/\S+)/);
    return {
      origin: running.found[1] ?? "",
      dataDir,
      pid: running.pid,
      output: running.output,
      async stop() {
        await running.stop();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
