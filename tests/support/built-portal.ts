import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { ensureBuilt } from "../../scripts/build.mjs";
import { findLeaks } from "./log-watch";
import { startPortal } from "./running-portal";

declare module "vitest" {
  interface ProvidedContext {
    /** The origin of the built portal in demo mode. All files of the run share it. */
    portalOrigin: string;
  }
}

/**
 * Builds the portal if it is not built, and starts it once for all HTTP tests. Fails the run when a log contains
 * private data.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await ensureBuilt("all");
  const watch = mkdtempSync(join(tmpdir(), "portal-logs-"));
  // This process and the workers that it starts read the variable.
  process.env.TEST_LOG_WATCH = watch;
  const portal = await startPortal();
  project.provide("portalOrigin", portal.origin);
  return async () => {
    // A portal that has died explains the refused connections in the tests.
    if (!isAlive(portal.pid))
      console.error(`the portal ended by itself; its last words:\n${portal.output().slice(-4000)}`);
    await portal.stop();
    const { secrets, lines, leaks } = findLeaks(watch);
    rmSync(watch, { recursive: true, force: true });
    console.info(
      `${lines} lines of the portals' logs searched for ${secrets} contacts, passwords, codes, tokens and texts`,
    );
    if (leaks.length === 0) return;
    const fault = `the logs hold what tests told in confidence:\n${leaks.slice(0, 20).join("\n")}`;
    process.exitCode = 1;
    // This failure stays even if a second try of a file passes (scripts/tests/run-tests.mjs).
    if (process.env.TEST_REPORT) writeFileSync(`${process.env.TEST_REPORT}.fault`, fault);
    throw new Error(fault);
  };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
