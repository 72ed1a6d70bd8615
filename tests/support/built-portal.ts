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
  return () => portal.stop();
}
