import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoAccounts } from "../support/accounts";
import { PlainBrowser } from "../support/plain-browser";
import { runProcess } from "../support/processes";
import { startPortal } from "../support/running-portal";
import { signInWithPassword } from "../support/sign-in";
import { publishTopic } from "./support";

/** Runs `npm run backup` and `npm run restore` as an operator does. */
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "backup-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
const at = (name: string) => join(folder, name);
const run = (program: "backup" | "restore", file: string, dataDir: string) =>
  runProcess(["scripts/run.mjs", program, file], { DATA_DIR: dataDir });

describe("npm run backup and restore", { timeout: 240_000 }, () => {
  test("copy the data of a running portal into a data folder that another portal can serve", async () => {
    const portal = await startPortal();
    const file = at("site.backup");
    let title = "";
    try {
      const browser = new PlainBrowser(portal.origin);
      await signInWithPassword(browser, demoAccounts.member);
      title = (await publishTopic(browser)).$("h1").first().text();
      const taken = await run("backup", file, portal.dataDir);
      expect(taken.code, taken.output).toBe(0);
      expect(taken.output).toMatch(/已备份到 .*site\.backup（\d+\.\d MB）/);
      // The file is complete, and only its owner may read it.
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      const again = await run("backup", file, portal.dataDir);
      expect([again.code, again.output]).toEqual([1, expect.stringContaining("已经存在")]);
      expect((await browser.get("/forum/all")).status).toBe(200);
    } finally {
      await portal.stop();
    }
    const restored = await run("restore", file, at("restored"));
    expect(restored.code, restored.output).toBe(0);
    expect(restored.output).toMatch(/已恢复 \d{4}-\d\d-\d\dT\S+ 的备份：\d+ 张表，\d+ 行/);
    const filled = await run("restore", file, at("restored"));
    expect([filled.code, filled.output]).toEqual([1, expect.stringContaining("数据库不是空的")]);

    const second = await startPortal({ DATA_DIR: at("restored"), DEMO: "0" });
    try {
      const browser = new PlainBrowser(second.origin);
      await signInWithPassword(browser, demoAccounts.member);
      expect((await browser.get("/forum/all?order=new")).text).toContain(title);
      expect((await publishTopic(browser)).status).toBe(200);
    } finally {
      await second.stop();
    }
    // No process uses the folder now, so the command opens it itself.
    const stopped = await run("backup", at("stopped.backup"), at("restored"));
    expect(stopped.code, stopped.output).toBe(0);
    for (const [name, reason] of [
      ["stopped.backup", "已经存在"],
      ["missing/site.backup", "无法写入（ENOENT）"],
    ] as const) {
      const refused = await run("backup", at(name), at("restored"));
      expect([refused.code, refused.output]).toEqual([1, expect.stringContaining(reason)]);
      expect(refused.output).not.toContain("没有处理的错误");
    }

    const whole = await readFile(at("stopped.backup"));
    await writeFile(at("cut"), whole.subarray(0, Math.floor(whole.length / 2)));
    const cut = await run("restore", at("cut"), at("from-cut"));
    expect([cut.code, cut.output]).toEqual([
      1,
      expect.stringContaining("备份已损坏（不完整），没有恢复任何内容"),
    ]);
  });

  test("print what is wrong, and write nothing", async () => {
    const text = "没有这样的备份";
    await writeFile(at("text"), text);
    await writeFile(at("packed"), gzipSync(text));
    for (const [file, reason] of [
      ["text", "不是本程序的备份"],
      ["packed", "不是本程序的备份"],
      ["nothing", "没有文件"],
    ] as const) {
      const { code, output } = await run("restore", at(file), at(`from-${file}`));
      expect([code, output]).toEqual([1, expect.stringContaining(reason)]);
      await expect(stat(at(`from-${file}`))).rejects.toThrow();
    }
    const none = await run("backup", at("none.backup"), at("no-such-folder"));
    expect([none.code, none.output]).toEqual([1, expect.stringContaining("没有数据库")]);
    await expect(stat(at("none.backup"))).rejects.toThrow();
    const usage = await runProcess(["scripts/run.mjs", "restore"], { DATA_DIR: at("unused") });
    expect([usage.code, usage.output]).toEqual([2, expect.stringContaining("用法")]);
  });
});
