import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import sharp from "sharp";
import { startCluster } from "../scripts/postgres-cluster.mjs";
import { type Board, makeBoard } from "../tests/support/discuz/board";
import { startMariadb, writeBoard, writeFiles } from "../tests/support/discuz/mariadb";
import type { Version } from "../tests/support/discuz/schema";
import { runProcess } from "../tests/support/processes";
import { type Cost, watchCost } from "./memory";

/** About how many posts a board has; `TRIAL_POSTS` makes it smaller. */
export const boardPosts = Number(process.env.TRIAL_POSTS ?? 20_000);
const members = 500;
const picturesMade = 24;
const prefix = "bbs_";

/** Pictures like a camera's: large shapes, a little noise, some 100 KB. */
const photographs = (): Promise<Buffer[]> =>
  Promise.all(
    Array.from({ length: picturesMade }, (_, at) =>
      sharp({
        create: {
          width: 60 + at,
          height: 45,
          channels: 3,
          background: "#888",
          noise: { type: "gaussian", mean: 128, sigma: 60 },
        },
      })
        .resize(1_280, 960, { fit: "fill" })
        .jpeg({ quality: 90 })
        .toBuffer(),
    ),
  );

/** What a run of the import said and took. */
export interface ImportRun {
  code: number | null;
  output: string;
  came: Record<string, number>;
  /** The time that the program itself counts, without its start. */
  seconds: number;
  cost: Cost;
}

function killIfAlive(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** A PostgreSQL and a MariaDB of their own, and a folder. */
export async function startMoving() {
  const cluster = await startCluster();
  if (!cluster) throw new Error("install Debian's package postgresql");
  const at = await mkdtemp(join(tmpdir(), "trial-discuz-"));
  let mariadb: Awaited<ReturnType<typeof startMariadb>> | undefined;
  const stop = async () => {
    await mariadb?.stop();
    await cluster.stop();
    await rm(at, { recursive: true, force: true });
  };
  try {
    mariadb = await startMariadb();
    return movingBetween(cluster.url, mariadb, { at, stop, pictures: await photographs() });
  } catch (error) {
    await stop();
    throw error;
  }
}

function movingBetween(
  postgres: string,
  mariadb: Awaited<ReturnType<typeof startMariadb>>,
  { at, stop, pictures }: { at: string; stop: () => Promise<void>; pictures: Buffer[] },
) {
  const urlOf = (database: string) => postgres.replace(/\/postgres$/, `/${database}`);
  /** Asks a database; the rows. */
  const ask = async <Row extends Record<string, unknown>>(
    database: string,
    statement: string,
    values: unknown[] = [],
  ): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: urlOf(database) });
    await client.connect();
    try {
      return (await client.query<Row>(statement, values)).rows;
    } finally {
      await client.end();
    }
  };
  return {
    at,
    urlOf,
    ask,
    create: async (database: string) => {
      await ask("postgres", `create database ${database}`);
    },
    /** Writes a board into MariaDB and into the folder, or adds what a larger one has. */
    async board(
      version: Version,
      name: string,
      { posts = boardPosts, charset = "utf8mb4" } = {},
    ): Promise<Board> {
      const board = await makeBoard(version, { posts, members, pictures });
      const connection = await mariadb.connect();
      await writeBoard(connection, name, board, { charset, prefix });
      await connection.end();
      writeFiles(join(at, name), board);
      return board;
    },
    /**
     * Runs the built command. @param killAt the number of posts in the database at which it is killed
     */
    async import(
      name: string,
      database: string,
      { killAt, files = true }: { killAt?: number; files?: boolean } = {},
    ): Promise<ImportRun> {
      const report = join(at, "report.json");
      const places = files
        ? ["--uploads", join(at, name, "attachment"), "--avatars", join(at, name, "avatar")]
        : ["--no-uploads"];
      let watched: ReturnType<typeof watchCost> | undefined;
      let isOver = false;
      const killing = async (pid: number) => {
        while (killAt !== undefined && !isOver) {
          // Before the migrations there is no such table.
          const [row] = await ask<{ posts: number }>(
            database,
            "select count(*)::int as posts from posts",
          ).catch(() => []);
          // It may have ended by itself: the trial says whether the kill hit.
          if (row && row.posts >= killAt) return void (isOver || killIfAlive(pid));
          await pause(200);
        }
      };
      let killed: Promise<void> | undefined;
      const { code, output } = await runProcess(
        ["build/import-discuz.js", ...places, "--report", report],
        {
          DATABASE_URL: urlOf(database),
          DISCUZ_URL: `${mariadb.url(name)}?prefix=${prefix}`,
          DEMO: "0",
        },
        (pid) => {
          watched = watchCost(pid);
          killed = killing(pid);
        },
      );
      isOver = true;
      await killed;
      const cost = watched?.stop() as Cost;
      if (killAt !== undefined) return { code, output, came: {}, seconds: Number.NaN, cost };
      if (code !== 0) throw new Error(`the import ended with ${code}: ${output}`);
      const { came } = JSON.parse(await readFile(report, "utf8")) as { came: Record<string, number> };
      return { code, output, came, seconds: Number(/用时 ([\d.]+) 秒/.exec(output)?.[1]), cost };
    },
    stop,
  };
}

export type Moving = Awaited<ReturnType<typeof startMoving>>;
