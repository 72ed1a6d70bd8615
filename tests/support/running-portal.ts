import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const startMilliseconds = 120_000;
const stopMilliseconds = 15_000;

/** Variables that would let this machine's settings into a test's portal. */
const foreign =
  /^(HOST|PORT|DATA_DIR|DATABASE_URL|GATEWAY_URL|REDIS_URL|SESSION_SECRET|SITE_|SIGNIN_URL_|DEMO|TEST_|SMTP_|SMS_|TRUST_PROXY|VITEST|NODE_ENV)/;

export interface RunningPortal {
  origin: string;
  dataDir: string;
  /** All that it has written so far, for messages and for checks. */
  output(): string;
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
  const inherited = { ...process.env };
  for (const name of Object.keys(inherited)) if (foreign.test(name)) delete inherited[name];
  const child = spawn(process.execPath, ["build/main.js"], {
    env: { ...inherited, PORT: "0", SESSIONS_PER_ACCOUNT: "100", ...environment, DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const remove = () => (own ? rm(own, { recursive: true, force: true }) : undefined);
  try {
    const origin = await new Promise<string>((resolve, reject) => {
      const fail = (why: string) => reject(new Error(`the portal ${why}; its output:\n${output}`));
      const timer = setTimeout(() => fail(`did not start in ${startMilliseconds / 1000} s`), startMilliseconds);
      const read = (chunk: Buffer) => {
        output += chunk.toString();
        const address = /已启动：(http:\/\/\S+)/.exec(output)?.[1];
        if (!address) return;
        clearTimeout(timer);
        resolve(address);
      };
      child.stdout.on("data", read);
      child.stderr.on("data", read);
      child.once("error", reject);
      child.once("exit", (code) => {
        clearTimeout(timer);
        fail(`ended with ${code}`);
      });
    });
    return {
      origin,
      dataDir,
      output: () => output,
      async stop() {
        await endProcess(child);
        await remove();
      },
    };
  } catch (error) {
    child.kill("SIGKILL");
    await remove();
    throw error;
  }
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const timer = setTimeout(() => child.kill("SIGKILL"), stopMilliseconds);
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
  clearTimeout(timer);
}
