// A PostgreSQL cluster in a temporary folder, on a free port of this machine: for tests without a running server, and
// for tests that stop, freeze or kill a server.
import { spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import pg from "pg";

const isRoot = process.getuid?.() === 0;

/** The folder with initdb and pg_ctl: Debian's newest version, or else the one on the PATH. */
export function binaries() {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(debian, version, "bin")),
    ...(process.env.PATH ?? "").split(delimiter),
  ];
  return folders.find((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "pg_ctl")));
}

/** The user of the server: PostgreSQL refuses to run as root, so root starts it as `postgres` or `nobody`. */
export function serverIdentity() {
  if (!isRoot) return {};
  for (const user of ["postgres", "nobody"]) {
    const read = (flag) => Number(spawnSync("id", [flag, user], { encoding: "utf8" }).stdout);
    const [uid, gid] = [read("-u"), read("-g")];
    if (uid > 0 && Number.isInteger(gid)) return { uid, gid };
  }
  throw new Error("no user but root to run PostgreSQL as");
}

/** @returns {Promise<number>} a port that is free now */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Process ids of a process's children, from /proc (Linux). */
export function childrenOf(pid) {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return Number(/\)\s+\S+\s+(\d+)/.exec(readFileSync(`/proc/${name}/stat`, "utf8"))?.[1]) === pid;
      } catch {
        return false;
      }
    })
    .map(Number);
}

/**
 * A cluster in its folder, not started yet. Without fsync, because tests kill processes but never lose a machine.
 * @param {string} folder with the programs @param {(run: (program: string, args: string[]) => void, data: string) =>
 * void} fill
 */
async function clusterIn(folder, fill, under = tmpdir()) {
  const identity = serverIdentity();
  const place = mkdtempSync(join(under, "portal-postgres-"));
  if (identity.uid) chownSync(place, identity.uid, identity.gid);
  const data = join(place, "data");
  const run = (program, args) => {
    const { status, stderr, error } = spawnSync(join(folder, program), args, {
      ...identity,
      cwd: place,
      encoding: "utf8",
      stdio: ["ignore", "ignore", "pipe"],
    });
    if (status !== 0) throw new Error(`${program}: ${stderr || error}`);
  };
  fill(run, data);
  const port = await freePort();
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${place} -c fsync=off`;
  const start = () => run("pg_ctl", ["-D", data, "-w", "-l", join(place, "log"), "-o", options, "start"]);
  /** @param {"smart" | "fast" | "immediate"} mode */
  const down = (mode) => run("pg_ctl", ["-D", data, "-w", "-m", mode, "stop"]);
  const postmaster = () => Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n", 1)[0]);
  /** Sends a signal to the server and all of its processes. @param {"SIGSTOP" | "SIGCONT"} signal */
  const signalAll = (signal) => {
    const main = postmaster();
    for (const pid of [main, ...childrenOf(main)]) process.kill(pid, signal);
  };
  start();
  return {
    /** The address of its database `postgres`. */
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    /** The address of its socket. */
    socketUrl: `postgresql://postgres@/postgres?host=${place}&port=${port}`,
    start,
    down,
    isRunning: () => spawnSync(join(folder, "pg_ctl"), ["-D", data, "status"], identity).status === 0,
    /** Suspends every process of the server: connections stay open, but nothing answers. */
    freeze: () => signalAll("SIGSTOP"),
    thaw: () => signalAll("SIGCONT"),
    /** Stops the cluster and deletes its data. */
    async stop() {
      if (existsSync(join(data, "postmaster.pid"))) down("immediate");
      rmSync(place, { recursive: true, force: true });
    },
  };
}

/**
 * Starts a cluster; undefined if PostgreSQL is not installed. Throws if it does not start.
 * @param {{ under?: string }} place the parent of its folder
 */
export async function startCluster({ under } = {}) {
  const folder = binaries();
  if (!folder) return undefined;
  const make = (run, data) =>
    run("initdb", ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C"]);
  return clusterIn(folder, make, under);
}

/** Starts a streaming standby of a cluster. @param {{ url: string }} primary */
export async function startStandby(primary) {
  const folder = binaries();
  if (!folder) throw new Error("no PostgreSQL to make a standby with");
  const from = primary.url.replace(/\/postgres$/, "/");
  const standby = await clusterIn(folder, (run, data) =>
    run("pg_basebackup", ["-d", from, "-D", data, "-R", "-X", "stream", "-c", "fast"]),
  );
  const ask = async (statement) => {
    const client = new pg.Client({ connectionString: standby.url });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  return {
    ...standby,
    /** Stops replaying. Changes from the primary are still received. */
    pauseReplay: () => ask("select pg_wal_replay_pause()"),
    resumeReplay: () => ask("select pg_wal_replay_resume()"),
  };
}
