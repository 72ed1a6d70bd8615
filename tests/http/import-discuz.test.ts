import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPglite } from "gateway/database/open";
import { posts } from "gateway/database/schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectExactCounters } from "../support/counters";
import { type Board, makeBoard } from "../support/discuz/board";
import { startMariadb, writeBoard, writeFiles } from "../support/discuz/mariadb";
import { runProcess } from "../support/processes";

/** `npm run import:discuz`, as an operator runs it: from MariaDB, killed twice on the way. */
let mariadb: Awaited<ReturnType<typeof startMariadb>>;
let folder: string;
beforeAll(async () => {
  mariadb = await startMariadb();
  folder = await mkdtemp(join(tmpdir(), "import-discuz-"));
});
afterAll(async () => {
  await mariadb?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

const size = 400;
const cases = [
  { version: "3.4", charset: "gbk" },
  { version: "3.5", charset: "utf8mb4" },
] as const;

describe.each(cases)("a board of X $version in $charset", ({ version, charset }) => {
  let board: Board;
  const database = `board_${version.replace(".", "_")}`;
  const dataDir = () => join(folder, `data-${version}`);
  const args = () => {
    const { uploads, avatars } = {
      uploads: join(folder, version, "attachment"),
      avatars: join(folder, version, "avatar"),
    };
    const report = join(folder, `${version}.json`);
    return [
      "scripts/run.mjs",
      "import-discuz",
      "--from",
      mariadb.url(database),
      "--uploads",
      uploads,
      "--avatars",
      avatars,
      "--report",
      report,
    ];
  };
  const variables = () => ({ DATA_DIR: dataDir(), DEMO: "0" });
  const run = async (...more: string[]) => {
    const { code, output } = await runProcess([...args(), ...more], variables());
    expect([code, output]).toEqual([0, expect.anything()]);
    const file = join(folder, `${version}.json`);
    return JSON.parse(await readFile(file, "utf8")) as {
      came: Record<string, number>;
      left: Record<string, { count: number }>;
    };
  };
  const opened = async <Result>(
    use: (database: Awaited<ReturnType<typeof openPglite>>["database"]) => Promise<Result>,
  ) => {
    const open = await openPglite(join(dataDir(), "database"));
    try {
      return await use(open.database);
    } finally {
      await open.close();
    }
  };
  const written = () => opened(async (db) => (await db.select({ id: posts.id }).from(posts)).length);

  /** Starts the command and kills it when its database has had time for some of the posts. */
  async function killAfter(milliseconds: number): Promise<void> {
    const child = spawn(process.execPath, args(), {
      env: { ...process.env, ...variables() },
      stdio: "ignore",
    });
    await new Promise((resolve) => {
      child.once("exit", resolve);
      setTimeout(() => child.kill("SIGKILL"), milliseconds);
    });
  }

  it("comes over, killed twice, and once more changes nothing", async () => {
    board = await makeBoard(version, { posts: size });
    const connection = await mariadb.connect();
    try {
      await writeBoard(connection, database, board, { charset });
      writeFiles(join(folder, version), board);
      const dry = await run("--dry-run");
      expect(dry.came).toMatchObject({ 会员: 40, 版块: 5 });
      await killAfter(6_000);
      await killAfter(9_000);
      await run();
      const total = await written();
      expect(total).toBeGreaterThan(size);
      await opened(expectExactCounters);
      const again = await run();
      expect(again.came).toEqual({});
      expect(again.left).toHaveProperty("门户文章没有带来");
      const more = await makeBoard(version, { posts: size + 50 });
      await writeBoard(connection, database, more, { charset });
      writeFiles(join(folder, version), more);
      const came = await run();
      expect(came.came.帖子).toBe(50);
      await opened(expectExactCounters);
    } finally {
      await connection.end();
    }
  });
});
