import type { TestProject } from "vitest/node";
import { ensureBuilt } from "../../scripts/build.mjs";
import { startPortal } from "./running-portal";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the built portal answers, in demo mode, the same one for every file of the run. */
    portalOrigin: string;
  }
}

/** Builds what is not built, and starts the portal once for all HTTP tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await ensureBuilt("all");
  const portal = await startPortal();
  project.provide("portalOrigin", portal.origin);
  return async () => {
    // Refused connections in the tests come from this.
    if (!isAlive(portal.pid)) console.error(`the portal ended by itself; its last words:\n${portal.output().slice(-4000)}`);
    await portal.stop();
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
