import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { keepLog } from "./log-watch";
import { programFlags } from "./thrifty-flags";

const startMilliseconds = 300_000;
const stopMilliseconds = 60_000;

/** Variables that would bring this machine's settings into a test's process. */
const foreign =
  /^(HOST|PORT|DATA_DIR|DATABASE_|MIGRATE|JOBS|GATEWAY_URL|REDIS_URL|FILES|S3_|SESSION_SECRET|SITE_|SIGNIN_URL_|DEMO|TEST_|SMTP_|SMS_|TRUST_PROXY|RATE_LIMIT_|OVERLOAD_|LOG_|VITEST|NODE_ENV)/;

/** This process's environment without the variables of the test runner and the machine, and with the child's own. */
function environmentFor(environment: Record<string, string>): NodeJS.ProcessEnv {
  const inherited = { ...process.env };
  for (const name of Object.keys(inherited)) if (foreign.test(name)) delete inherited[name];
  // Tests wait for lines in the format for people. They run on busy machines and send many requests at once: only the
  // tests of overload ask for too much.
  return { ...inherited, LOG_FORMAT: "text", OVERLOAD_MILLISECONDS: "20000", ...environment };
}

export interface RunningProcess {
  pid: number;
  /** The match of the pattern that the start waited for. */
  found: RegExpExecArray;
  /** All output so far, for messages and checks. */
  output(): string;
  /** Asks the process to end, waits, and gives its exit code (null if it was killed). */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

function collect(child: ChildProcess, onText: (output: string) => void = () => undefined): () => string {
  let output = "";
  const read = (chunk: Buffer) => {
    output += chunk.toString();
    onText(output);
  };
  child.stdout?.on("data", read);
  child.stderr?.on("data", read);
  child.once("close", () => keepLog(output));
  return () => output;
}

/**
 * Starts a Node program and resolves when its output matches. Rejects with its output if the program ends before, or
 * takes too long.
 */
export async function startProcess(
  program: string[],
  environment: Record<string, string>,
  ready: RegExp,
): Promise<RunningProcess> {
  const child = spawn(process.execPath, [...programFlags, ...program], {
    env: environmentFor(environment),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = () => "";
  try {
    const found = await new Promise<RegExpExecArray>((resolve, reject) => {
      const fail = (why: string) => {
        clearTimeout(timer);
        reject(new Error(`${program.join(" ")} ${why}; its output:\n${output()}`));
      };
      const timer = setTimeout(
        () => fail(`did not start in ${startMilliseconds / 1000} s`),
        startMilliseconds,
      );
      output = collect(child, (text) => {
        const match = ready.exec(text);
        if (!match) return;
        clearTimeout(timer);
        resolve(match);
      });
      child.once("error", (error) => fail(error.message));
      child.once("exit", (code) => fail(`ended with ${code}`));
    });
    return { pid: child.pid ?? 0, found, output, stop: (signal) => endProcess(child, signal) };
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
}

/** Runs a Node program to its end; its code is null if it was killed. @param started gets its process id */
export async function runProcess(
  program: string[],
  environment: Record<string, string>,
  started: (pid: number) => void = () => undefined,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [...programFlags, ...program], {
    env: environmentFor(environment),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = collect(child);
  if (child.pid !== undefined) started(child.pid);
  const [code] = (await once(child, "close")) as [number | null];
  return { code, output: output() };
}

async function endProcess(child: ChildProcess, signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const timer = setTimeout(() => child.kill("SIGKILL"), stopMilliseconds);
  const ended = once(child, "exit");
  // The output is complete at "close", but a grandchild that lives on can prevent that event.
  const closed = once(child, "close");
  child.kill(signal);
  await ended;
  clearTimeout(timer);
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 1_000))]);
  return child.exitCode;
}
