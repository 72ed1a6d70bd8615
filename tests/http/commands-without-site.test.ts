import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runProcess } from "../support/processes";

/** A folder in which no site is, where the commands are run. */
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "no-site-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a built program in that folder. Tests start processes in the sources, so the program itself changes folder. */
async function run(program: string, words: string[] = [], environment: Record<string, string> = {}) {
  const starter = join(folder, "start.mjs");
  const start = resolve("scripts/start-program.mjs");
  await writeFile(
    starter,
    `process.chdir(${JSON.stringify(folder)});
const { startProgram } = await import(${JSON.stringify(start)});
await startProgram(process.argv[2], new URL(${JSON.stringify(`file://${resolve("build")}/`)}));\n`,
  );
  return runProcess([starter, program, ...words], environment);
}

describe("commands that were not told their site", { timeout: 240_000 }, () => {
  test.each([
    ["migrate"],
    ["migrate", "--dry-run"],
    ["admin", "list"],
    ["audit-verify"],
    ["content-load", "pack", "--dry-run"],
    ["content-export", "pack"],
    ["files", "check"],
    ["export", "community"],
    ["import", "community"],
    ["import-discuz"],
    ["backup", "site.backup"],
  ])("%s %s refuses, says what to set, and makes no database", async (program, ...words) => {
    const { code, output } = await run(program, words);
    expect([code, output]).toEqual([1, expect.stringMatching(/没有数据库，也没有给出.*ENV_FILE/)]);
    expect(existsSync(join(folder, "data"))).toBe(false);
  });

  test("doctor says that it looks at no site, and makes nothing", async () => {
    const { output } = await run("doctor");
    expect(output).toMatch(/\[警告\] 配置：没有给出站点的变量/);
    expect(existsSync(join(folder, "data"))).toBe(false);
  });

  test("commands that only read refuse a data folder without a database too; ENV_FILE names the site", async () => {
    await mkdir(join(folder, "empty"));
    const file = join(folder, "portal.env");
    await writeFile(file, `DATA_DIR=${join(folder, "empty")}\nMAIL_FROM=Community <noreply@example.com>\n`);
    const reads = await run("admin", ["list"], { ENV_FILE: file });
    expect([reads.code, reads.output]).toEqual([1, expect.stringMatching(/empty 里没有数据库。/)]);
    const makes = await run("migrate", ["--dry-run"], { ENV_FILE: file });
    expect([makes.code, makes.output]).toEqual([0, expect.stringContaining("将运行")]);
  });
});
