import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { posts } from "gateway/database/schema";
import { main } from "gateway/discuz/run/cli";
import { afterAll, beforeAll, expect, it } from "vitest";
import { expectExactCounters } from "../support/counters";
import { makeBoard } from "../support/discuz/board";
import { startMariadb, writeBoard, writeFiles } from "../support/discuz/mariadb";
import { startGateway } from "../support/gateway";

/** The command itself, from MariaDB: a board in GBK and one in UTF-8 come into one portal. */
const gateway = startGateway();
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

/** More than one transaction takes. */
const size = 230;

it.each([
  { version: "3.4", charset: "gbk", name: "old" },
  { version: "3.4", charset: "utf8mb3", name: "short" },
  { version: "3.5", charset: "utf8mb4", name: "new" },
] as const)("a board of X $version in $charset, cut off twice", async ({ version, charset, name }) => {
  const reportFile = join(folder, `${name}.json`);
  const reported = async () =>
    JSON.parse(await readFile(reportFile, "utf8")) as { done: boolean; came: Record<string, number> };
  /** Runs the command; it ends like a kill after the first batch of a stage. */
  const run = async (cutAt: string | null, ...more: string[]) => {
    const terminal = {
      say: () => undefined,
      progress(line: string) {
        if (cutAt !== null && line.startsWith(cutAt)) throw new Error("killed");
      },
    };
    const files = ["--uploads", join(folder, name, "attachment"), "--avatars", join(folder, name, "avatar")];
    const from = `${mariadb.url(name)}?prefix=bbs_`;
    const args = [...files, "--name", name, "--report", reportFile, ...more];
    expect(await main(args, gateway().services, terminal, from)).toBe(0);
    return reported();
  };
  const connection = await mariadb.connect();
  const bring = async (count: number) => {
    const board = await makeBoard(version, { posts: count });
    await writeBoard(connection, name, board, { charset, prefix: "bbs_" });
    writeFiles(join(folder, name), board);
  };
  try {
    await bring(size);
    expect((await run(null, "--dry-run")).came).toMatchObject({ 会员: 40, 版块: 5 });
    for (const cutAt of ["编号：帖子", "帖子"]) await expect(run(cutAt)).rejects.toThrow("killed");
    expect(await reported()).toMatchObject({ done: false });
    const lines: string[] = [];
    const listening = { say: (line: string) => void lines.push(line), progress: () => undefined };
    const typed = ["--from", `${mariadb.url(name).replace("root@", "root:x@")}?prefix=bbs_`];
    await expect(main(typed, gateway().services, listening)).rejects.toThrow("连接不上");
    expect(lines.join()).toContain("DISCUZ_URL_FILE");
    const missing = main(["--from", mariadb.url(name)], gateway().services, listening);
    await expect(missing).rejects.toThrow(/common_member.*prefix/);
    const apart = `${mariadb.url(name)}?prefix=bbs_&ucenter=${name}.bbs_ucenter_`;
    await expect(main(["--from", apart], gateway().services, listening)).rejects.toThrow("--no-uploads");
    expect(await run(null)).toMatchObject({ done: true });
    await expectExactCounters(gateway().database);
    expect((await run(null)).came).toEqual({});
    await bring(size + 50);
    const { came: foreseen } = await run(null, "--dry-run");
    const { came: later } = await run(null);
    expect(later.帖子).toBe(50);
    expect(later).toEqual(foreseen);
    await expectExactCounters(gateway().database);
    const [row] = await gateway()
      .database.select({ source: posts.source })
      .from(posts)
      .where(sql`${posts.source} like '%😀%'`)
      .limit(1);
    expect(row).toBeDefined();
  } finally {
    await connection.end();
  }
});

it("says what is wrong with an address", async () => {
  const terminal = { say: () => undefined, progress: () => undefined };
  expect(await main(["--hidden", "maybe"], gateway().services, terminal)).toBe(2);
  for (const from of ["nonsense", "http://127.0.0.1/x", mariadb.url("absent")])
    await expect(main(["--from", from], gateway().services, terminal)).rejects.toThrow(/--from|连接不上/);
});
