import { ensureBuilt } from "../../../scripts/build.mjs";
import { startPortal } from "../../support/running-portal";

/** Starts the built portal once for all browser tests, and gives its origin to the workers. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  await ensureBuilt("all");
  const portal = await startPortal();
  process.env.PORTAL_ORIGIN = portal.origin;
  return () => portal.stop();
}
