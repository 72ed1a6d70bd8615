import { spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { serverIdentity } from "../scripts/postgres-cluster.mjs";

/** A program: its Debian package, the variable with another path, and its path in Debian. */
export interface Program {
  package: string;
  variable: string;
  place: string;
}

export const programs = {
  promtool: { package: "prometheus", variable: "PROMTOOL", place: "/usr/bin/promtool" },
  nginx: { package: "nginx", variable: "NGINX_PROGRAM", place: "/usr/sbin/nginx" },
  haproxy: { package: "haproxy", variable: "HAPROXY", place: "/usr/sbin/haproxy" },
  systemd: { package: "systemd", variable: "SYSTEMD_ANALYZE", place: "/usr/bin/systemd-analyze" },
  etcd: { package: "etcd-server", variable: "ETCD", place: "/usr/bin/etcd" },
  patroni: { package: "patroni", variable: "PATRONI", place: "/usr/bin/patroni" },
  pgbouncer: { package: "pgbouncer", variable: "PGBOUNCER", place: "/usr/sbin/pgbouncer" },
} satisfies Record<string, Program>;

/** The program's path. Throws an error that names the package if it is not installed. */
export function placeOf({ package: name, variable, place }: Program): string {
  const found = process.env[variable] ?? place;
  if (existsSync(found)) return found;
  throw new Error(`install Debian's package ${name}, or name its program with ${variable}`);
}

/** A running server that stays in the foreground. */
export interface RunningServer {
  pid: number;
  log(): string;
  /** Ends the server and waits; kills it after 20 s. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/**
 * Starts a server with its output in `log`, and resolves when `isReady` does. Rejects with its output if it ends before
 * or takes a minute. @param asOwn runs it as this user; otherwise root starts it as PostgreSQL's user or nobody
 */
export async function startServer(
  program: Program,
  args: string[],
  options: { log: string; isReady(): Promise<boolean>; asOwn?: boolean; env?: Record<string, string> },
): Promise<RunningServer> {
  const output = openSync(options.log, "a");
  const child = spawn(placeOf(program), args, {
    ...(options.asOwn ? {} : serverIdentity()),
    env: { ...process.env, ...options.env },
    stdio: ["ignore", output, output],
  });
  closeSync(output);
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const log = () => readFileSync(options.log, "utf8");
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  const stop = async (signal: NodeJS.Signals = "SIGTERM") => {
    if (isOver()) return;
    child.kill(signal);
    const timer = setTimeout(() => child.kill("SIGKILL"), 20_000);
    await ended;
    clearTimeout(timer);
  };
  for (const deadline = Date.now() + 60_000; !(await options.isReady().catch(() => false)); ) {
    if (isOver() || Date.now() > deadline) {
      await stop("SIGKILL");
      throw new Error(`${program.package} did not start:\n${log()}`);
    }
    await pause(100);
  }
  return { pid: child.pid ?? 0, log, stop };
}
