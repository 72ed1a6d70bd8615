import { main } from "gateway/content/export/cli";
import { requireDatabase } from "../data/require-database";
import { openEmbeddedGateway } from "../embedded-gateway";
import { readEnvironment } from "../environment";
import { endSafelyOnUncaught } from "../last-words";
import { failToStart } from "../start-error";

/** `npm run content:export -- DIR`: writes a pack of what stands in the database that a start would open. */
async function run(): Promise<number> {
  const environment = readEnvironment("command");
  requireDatabase(environment, "existing");
  const gateway = await openEmbeddedGateway(environment, { jobs: false });
  try {
    return await main(process.argv.slice(2), gateway.forWork);
  } finally {
    await gateway.close();
  }
}

endSafelyOnUncaught();
run().then((code) => process.exit(code), failToStart);
