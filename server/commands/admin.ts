import { createInterface } from "node:readline/promises";
import { main, type Terminal } from "gateway/moderation/administrators/cli";
import { openEmbeddedGateway } from "../embedded-gateway";
import { readEnvironment } from "../environment";
import { endSafelyOnUncaught } from "../last-words";
import { failToStart } from "../start-error";

/** Prints to standard output, because the text is the command's result and not a log line. */
const terminal: Terminal = {
  say: (line) => void process.stdout.write(`${line}\n`),
  async confirm(question) {
    const lines = createInterface({ input: process.stdin, output: process.stdout });
    // When the input ends, there is no answer.
    const ended = new Promise<string>((resolve) => lines.once("close", () => resolve("")));
    const answer = await Promise.race([lines.question(`${question}\n输入 y 确认：`), ended]);
    lines.close();
    return /^(y|yes|是)$/i.test(answer.trim());
  },
};

/**
 * `npm run admin -- list | grant WHO | revoke WHO | reset-password WHO [--yes]`: works on the database that a start
 * with the same environment would open.
 */
async function run(): Promise<number> {
  const gateway = await openEmbeddedGateway(readEnvironment("command"), { jobs: false });
  try {
    return await main(process.argv.slice(2), gateway.forWork, terminal);
  } finally {
    await gateway.close();
  }
}

endSafelyOnUncaught();
run().then((code) => process.exit(code), failToStart);
