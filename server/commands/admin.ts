import { main, type Terminal } from "gateway/moderation/administrators/cli";
import { confirm } from "../confirm";
import { requireDatabase } from "../data/require-database";
import { openEmbeddedGateway } from "../embedded-gateway";
import { readEnvironment } from "../environment";
import { endSafelyOnUncaught } from "../last-words";
import { failToStart } from "../start-error";

/** Prints to standard output, because the text is the command's result and not a log line. */
const terminal: Terminal = {
  say: (line) => void process.stdout.write(`${line}\n`),
  confirm,
};

/**
 * `npm run admin -- list | grant WHO | revoke WHO | reset-password WHO | remove-factors WHO [--yes]`: works on the database
 * that a start with the same environment would open.
 */
async function run(): Promise<number> {
  const environment = readEnvironment("command");
  requireDatabase(environment, "existing");
  const gateway = await openEmbeddedGateway(environment, { jobs: false });
  try {
    return await main(process.argv.slice(2), gateway.forWork, terminal);
  } finally {
    await gateway.close();
  }
}

endSafelyOnUncaught();
run().then((code) => process.exit(code), failToStart);
