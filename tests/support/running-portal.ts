import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copyDemoData } from "./demo-data";
import { startProcess } from "./processes";

export interface RunningPortal {
  origin: string;
  pid: number;
  dataDir: string;
  /** All output so far, for messages and checks. */
  output(): string;
  /** Stops the process and removes a data folder that was made for it. */
  stop(): Promise<void>;
}

/**
 * Starts the built portal like `npm start`: on a free port, in demo mode and in its own data folder (a copy of one with
 * the demo), unless the environment says otherwise. Resolves when the portal listens; rejects with its output if it
 * ends before.
 */
export async function startPortal(environment: Record<string, string> = {}): Promise<RunningPortal> {
  const own = environment.DATA_DIR === undefined ? await mkdtemp(join(tmpdir(), "portal-data-")) : undefined;
  const dataDir = environment.DATA_DIR ?? own ?? "";
  const remove = () => (own ? rm(own, { recursive: true, force: true }) : undefined);
  try {
    if (own && environment.DEMO !== "0" && !environment.DATABASE_URL && !environment.GATEWAY_URL)
      await copyDemoData(own);
    // Tests sign in and register often, all from one address; only the tests of the limits need low limits. New members
    // see no completion modal, except in the tests of that modal.
    const usual = {
      PORT: "0",
      // As in production. The run searches this output for secrets of the tests (log-watch.ts).
      LOG_FORMAT: "json",
      SESSIONS_PER_ACCOUNT: "100",
      RATE_LIMIT_SCALE: "100",
      REGISTER_CONFIG: "1",
    };
    // Several portals may share a database: each must accept the others' signatures.
    const shared: Record<string, string> = environment.DATABASE_URL
      ? { SESSION_SECRET: "one-secret-for-all-portals-of-the-tests" }
      : {};
    const settings = { ...usual, ...shared, ...environment, DATA_DIR: dataDir };
    const { pid, found, output, stop } = await startProcess(
      ["build/main.js"],
      settings,
      /已启动：(http:\/\/[^\s"]+)/,
    );
    return {
      origin: found[1] ?? "",
      pid,
      dataDir,
      output,
      async stop() {
        await stop();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
