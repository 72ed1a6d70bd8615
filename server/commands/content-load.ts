import { main } from "gateway/content/load/cli";
import { requireDatabase } from "../data/require-database";
import { openEmbeddedGateway } from "../embedded-gateway";
import { readEnvironment } from "../environment";
import { endSafelyOnUncaught } from "../last-words";
import { failToStart } from "../start-error";

/**
 * `npm run content:load -- DIR [--demo] [--dry-run]`: loads a pack into the database that a start with the same
 * environment would open.
 */
async function load(): Promise<number> {
  const environment = readEnvironment("command");
  requireDatabase(environment, "named");
  const gateway = await openEmbeddedGateway(environment, { jobs: false });
  try {
    return await main(process.argv.slice(2), gateway.forWork);
  } finally {
    await gateway.close();
  }
}

endSafelyOnUncaught();
load().then((code) => process.exit(code), failToStart);
