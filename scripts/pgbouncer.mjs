// A temporary PgBouncer in transaction mode for tests, on a free port of this machine, in front of a PostgreSQL.
import { spawn, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { freePort, serverIdentity } from "./postgres-cluster.mjs";

const find = () =>
  [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin"]
    .map((folder) => join(folder, "pgbouncer"))
    .find((path) => existsSync(path));

function install() {
  if (process.getuid?.() !== 0) return;
  const options = { stdio: ["ignore", 2, 2], env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
  spawnSync("apt-get", ["update", "-q"], options);
  spawnSync("apt-get", ["install", "-y", "-q", "--no-install-recommends", "pgbouncer"], options);
}

/** The path of the program, which is installed if possible. Fails with instructions otherwise. */
function program() {
  if (!find()) install();
  const found = find();
  if (found) return found;
  throw new Error(
    "没有找到 PgBouncer，连接池的测试无法运行。请安装它（例如 sudo apt-get install pgbouncer）。/ No PgBouncer was found. Install it (such as sudo apt-get install pgbouncer).",
  );
}

const answers = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("connect", () => resolve(true)).on("error", () => resolve(false));
    socket.on("connect", () => socket.destroy());
  });

/**
 * Starts a PgBouncer in front of the server of `databaseUrl`, for all its databases. `settings` are lines of the
 * section `pgbouncer`; `query` runs first on each connection to the server.
 * @param {string} databaseUrl
 * @param {{ settings?: string[], query?: string }} options
 */
export async function startPgbouncer(databaseUrl, { settings = [], query = "" } = {}) {
  const bouncer = program();
  const server = new URL(databaseUrl);
  const socket = server.searchParams.get("host");
  const place = mkdtempSync(join(tmpdir(), "portal-pgbouncer-"));
  const port = await freePort();
  const user = decodeURIComponent(server.username) || "postgres";
  const password = decodeURIComponent(server.password);
  const target = [
    `host=${socket ?? server.hostname}`,
    `port=${server.port || 5432}`,
    `user=${user}`,
    ...(password ? [`password=${password}`] : []),
    ...(query ? [`connect_query='${query.replaceAll("'", "''")}'`] : []),
  ];
  const file = join(place, "pgbouncer.ini");
  writeFileSync(
    file,
    [
      "[databases]",
      `* = ${target.join(" ")}`,
      "[pgbouncer]",
      "listen_addr = 127.0.0.1",
      `listen_port = ${port}`,
      "unix_socket_dir =",
      "auth_type = any",
      "pool_mode = transaction",
      "max_client_conn = 500",
      "default_pool_size = 10",
      "server_idle_timeout = 5",
      ...settings,
      "",
    ].join("\n"),
  );
  const identity = serverIdentity();
  if (identity.uid) for (const path of [place, file]) chownSync(path, identity.uid, identity.gid);
  const log = join(place, "log");
  const child = spawn("sh", ["-c", 'exec "$0" "$1" >"$2" 2>&1', bouncer, file, log], {
    ...identity,
    cwd: place,
    stdio: "ignore",
  });
  const ended = new Promise((resolve) => child.on("exit", resolve));
  const deadline = Date.now() + 20_000;
  while (!(await answers(port))) {
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`pgbouncer: ${existsSync(log) ? readFileSync(log, "utf8") : "did not start"}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const url = new URL(`postgresql://${server.username || "postgres"}@127.0.0.1:${port}${server.pathname}`);
  return {
    url: url.href,
    log: () => readFileSync(log, "utf8"),
    async stop() {
      child.kill("SIGTERM");
      await ended;
      rmSync(place, { recursive: true, force: true });
    },
  };
}
