/** Starts a migration that takes the given time. The test kills it. */
import { migrationOf, migrationsFolder, readMigrations } from "gateway/database/migration-files";
import { connectPostgres } from "gateway/database/postgres";

const [url = "", seconds = ""] = process.argv.slice(2);
const known = readMigrations(migrationsFolder());
const slow = migrationOf("9999_slow", Date.now(), `-- needs: 0000_schema\nselect pg_sleep(${seconds})`);
console.info("begins");
await connectPostgres(url, [...known, slow]);
