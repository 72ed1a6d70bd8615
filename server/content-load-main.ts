import { main } from "gateway/content/cli";
import { openEmbeddedGateway } from "./embedded-gateway";
import { readEnvironment } from "./environment";
import { failToStart } from "./start-error";

/** `npm run content:load -- DIR [--demo]`: into the database that a start with the same environment would open. */
async function load(): Promise<number> {
  const gateway = await openEmbeddedGateway(readEnvironment("gateway"));
  try {
    return await main(process.argv.slice(2), gateway.services);
  } finally {
    await gateway.close();
  }
}

load().then((code) => process.exit(code), failToStart);
