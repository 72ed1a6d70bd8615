import { OldDatabaseProblem } from "gateway/discuz/read/mysql-tables";
import { main, type Terminal } from "gateway/discuz/run/cli";
import { requireDatabase } from "../data/require-database";
import { openEmbeddedGateway } from "../embedded-gateway";
import { readEnvironment } from "../environment";
import { endSafelyOnUncaught } from "../last-words";
import { failToStart, StartError } from "../start-error";

/** Prints to standard output, because the text is the command's result and not a log line. */
function terminal(): Terminal {
  let width = 0;
  return {
    say(line) {
      process.stdout.write(`${width > 0 ? "\n" : ""}${line}\n`);
      width = 0;
    },
    progress(line) {
      // Into a file or a pipe goes no progress.
      if (!process.stdout.isTTY) return;
      process.stdout.write(`\r${line.padEnd(width)}`);
      width = line.length;
    },
  };
}

/**
 * `DISCUZ_URL=mysql://… npm run import:discuz -- [--uploads DIR|URL]`: brings a Discuz! X board into the database that a start
 * with the same environment would open.
 */
async function run(): Promise<number> {
  const environment = readEnvironment("command");
  requireDatabase(environment, "named");
  const gateway = await openEmbeddedGateway(environment, { jobs: false });
  try {
    return await main(process.argv.slice(2), gateway.forWork, terminal(), environment.discuzUrl);
  } catch (error) {
    throw error instanceof OldDatabaseProblem ? new StartError(error.message) : error;
  } finally {
    await gateway.close();
  }
}

endSafelyOnUncaught();
run().then((code) => process.exit(code), failToStart);
