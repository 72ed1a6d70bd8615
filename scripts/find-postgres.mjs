// Runs a command with TEST_DATABASE_URL set: node scripts/find-postgres.mjs -- npm test
// It uses the given TEST_DATABASE_URL, or else a server on this machine, or else a temporary cluster that runs as long
// as the command, or else installs PostgreSQL first. Fails with instructions when nothing works.
import { spawn, spawnSync } from "node:child_process";
import { userInfo } from "node:os";
import pg from "pg";
import { startCluster } from "./postgres-cluster.mjs";

const isRoot = process.getuid?.() === 0;
const connectMilliseconds = 3_000;

/** Addresses at which a server of this machine may answer without a password. */
function localAddresses() {
  const users = [...new Set(["postgres", "root", userInfo().username])];
  const hosts = ["127.0.0.1:5432", "/var/run/postgresql", "/tmp"];
  return hosts.flatMap((host) =>
    users.map((user) =>
      host.startsWith("/")
        ? `postgresql://${user}@localhost/postgres?host=${host}`
        : `postgresql://${user}@${host}/postgres`,
    ),
  );
}

async function query(address, statement) {
  const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: connectMilliseconds });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await client.query(statement);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Creates a database on the server at this address; undefined when that fails. */
async function createDatabase(address) {
  const name = `portal_test_${process.pid}_${Date.now().toString(36)}`;
  try {
    await query(address, `create database ${name} encoding 'UTF8' template template0`);
  } catch {
    return undefined;
  }
  const url = new URL(address);
  url.pathname = `/${name}`;
  return { url: url.href, stop: () => query(address, `drop database if exists ${name} with (force)`) };
}

async function onRunningServer() {
  for (const address of localAddresses()) {
    const database = await createDatabase(address);
    if (database) return database;
  }
  return undefined;
}

/**
 * Starts a cluster in a temporary folder; undefined when PostgreSQL is not installed. Throws when it does not start.
 */
async function onTemporaryCluster() {
  const cluster = await startCluster();
  if (!cluster) return undefined;
  const database = await createDatabase(cluster.url);
  if (!database) {
    await cluster.stop();
    throw new Error("the temporary cluster does not let a database be made");
  }
  return { url: database.url, stop: cluster.stop };
}

function installPostgres() {
  if (!isRoot) return;
  const options = { stdio: ["ignore", 2, 2], env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
  spawnSync("apt-get", ["update", "-q"], options);
  spawnSync("apt-get", ["install", "-y", "-q", "--no-install-recommends", "postgresql"], options);
}

async function findPostgres() {
  const url = process.env.TEST_DATABASE_URL;
  if (url) {
    await query(url, "select 1").catch((error) => {
      throw new Error(`TEST_DATABASE_URL 无法连接 / TEST_DATABASE_URL cannot be reached: ${error.message}`);
    });
    return { url, stop: async () => undefined };
  }
  const present = (await onRunningServer()) ?? (await onTemporaryCluster());
  if (present) return present;
  installPostgres();
  const installed = (await onRunningServer()) ?? (await onTemporaryCluster());
  if (installed) return installed;
  throw new Error(
    [
      "没有找到 PostgreSQL，数据库测试无法运行。请安装它（例如 sudo apt-get install postgresql），或设置 TEST_DATABASE_URL。",
      "No PostgreSQL was found. Install it (such as sudo apt-get install postgresql) or set TEST_DATABASE_URL.",
    ].join("\n"),
  );
}

/** Runs the command, forwards signals to it, and resolves its exit code. */
function run(command, environment) {
  return new Promise((resolve, reject) => {
    const child = spawn(command[0], command.slice(1), { stdio: "inherit", env: environment });
    for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
    child.on("error", reject);
    child.on("exit", (code) => resolve(code ?? 1));
  });
}

const command = process.argv.slice(process.argv.indexOf("--") + 1);
if (!process.argv.includes("--") || command.length === 0) {
  console.error("usage: node scripts/find-postgres.mjs -- COMMAND [ARGUMENTS]");
  process.exit(2);
}
try {
  const found = await findPostgres();
  const address = new URL(found.url);
  address.password = "";
  console.error(`TEST_DATABASE_URL=${address.href}`);
  try {
    process.exitCode = await run(command, { ...process.env, TEST_DATABASE_URL: found.url });
  } finally {
    await found.stop();
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
