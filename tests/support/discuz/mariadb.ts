import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Connection, createConnection } from "mysql2/promise";
import { freePort } from "../../../scripts/postgres-cluster.mjs";
import type { Board } from "./board";
import { columnNames, tablesOf } from "./schema";

/** A program of MariaDB: on the PATH, or where Debian has servers. */
function program(name: string): string {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"];
  const folder = folders.find((each) => existsSync(join(each, name)));
  if (!folder)
    throw new Error(
      `${name} was not found. Install MariaDB (such as sudo apt-get install mariadb-server); the tests of the import from Discuz! need it.`,
    );
  return join(folder, name);
}

const isRoot = process.getuid?.() === 0;
const startSeconds = 60;

/** A MariaDB of its own in a temporary folder, on a free port of this machine. */
export async function startMariadb(): Promise<{
  url(database: string): string;
  connect(): Promise<Connection>;
  stop(): Promise<void>;
}> {
  const folder = mkdtempSync(join(tmpdir(), "portal-mariadb-"));
  const data = join(folder, "data");
  const own = isRoot ? ["--user=root"] : [];
  const made = spawnSync(
    program("mariadb-install-db"),
    [
      "--no-defaults",
      `--datadir=${data}`,
      "--auth-root-authentication-method=normal",
      "--skip-test-db",
      ...own,
    ],
    { encoding: "utf8" },
  );
  if (made.status !== 0) throw new Error(`mariadb-install-db failed: ${made.stderr || made.stdout}`);
  const port = await freePort();
  const server = spawn(
    program("mariadbd"),
    [
      "--no-defaults",
      `--datadir=${data}`,
      `--socket=${join(folder, "s")}`,
      `--pid-file=${join(folder, "pid")}`,
      `--port=${port}`,
      "--bind-address=127.0.0.1",
      "--innodb-flush-log-at-trx-commit=0",
      ...own,
    ],
    { stdio: "ignore" },
  );
  const connect = () => createConnection({ host: "127.0.0.1", port, user: "root", charset: "utf8mb4" });
  const stop = async () => {
    if (server.exitCode === null) {
      const ended = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGKILL");
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  for (let tries = 0; ; tries += 1) {
    try {
      await (await connect()).end();
      break;
    } catch (error) {
      if (server.exitCode !== null || tries > startSeconds * 5) {
        await stop();
        throw new Error("MariaDB did not start", { cause: error });
      }
      await pause(200);
    }
  }
  return { url: (database) => `mysql://root@127.0.0.1:${port}/${database}`, connect, stop };
}

/** What GBK or three bytes lack is stored as a reference, as browsers send it to a page in GBK. */
const forCharset = (value: unknown, charset: string) =>
  charset !== "utf8mb4" && typeof value === "string"
    ? value.replace(/[\u{10000}-\u{10ffff}]/gu, (letter) => `&#${letter.codePointAt(0)};`)
    : value;

/** Writes a board into a database of its own; rows that are there stay. */
export async function writeBoard(
  connection: Connection,
  database: string,
  board: Board,
  { charset = "utf8mb4", prefix = "pre_" } = {},
): Promise<void> {
  await connection.query(`create database if not exists ${database} character set ${charset}`);
  await connection.query(`use ${database}`);
  for (const [table, definition] of Object.entries(tablesOf(board.version))) {
    const name = `\`${prefix}${table}\``;
    const columns = definition.columns.replace(/(^|,\s*)([a-z_]+) /g, "$1`$2` ");
    const keys = definition.keys.replace(/key ([a-z]+) \(/g, "key `$1` (");
    await connection.query(`create table if not exists ${name} (${columns}, ${keys})`);
    const names = columnNames(definition);
    const rows = board.rows[table] ?? [];
    for (let at = 0; at < rows.length; at += 500) {
      const values = rows
        .slice(at, at + 500)
        .map((row) => names.map((each) => forCharset(row[each] ?? null, charset)));
      await connection.query(
        `insert ignore into ${name} (${names.map((each) => `\`${each}\``).join(", ")}) values ?`,
        [values],
      );
    }
  }
}

/** Writes the board's files into folders, as the command reads them. */
export function writeFiles(folder: string, board: Board): { uploads: string; avatars: string } {
  const [uploads, avatars] = [join(folder, "attachment"), join(folder, "avatar")];
  for (const [root, files] of [
    [uploads, board.files],
    [avatars, board.avatars],
  ] as const) {
    mkdirSync(root, { recursive: true });
    for (const [path, content] of files) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
    }
  }
  return { uploads, avatars };
}
