import { mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoAccounts } from "../support/accounts";
import { copyDemoData } from "../support/demo-data";
import { startStores, type TestStores } from "../support/file-stores";
import { PlainBrowser } from "../support/plain-browser";
import { runProcess } from "../support/processes";
import { startPortal } from "../support/running-portal";
import { signInWithPassword } from "../support/sign-in";
import { png } from "../support/upload-files";

/** Moves the files of a running portal out of the database, as an operator does. */
let stores: TestStores;
let dataDir: string;
beforeAll(async () => {
  stores = await startStores();
  dataDir = await mkdtemp(join(tmpdir(), "files-outside-"));
  await copyDemoData(dataDir);
});
afterAll(async () => {
  await stores.close();
  await rm(dataDir, { recursive: true, force: true });
});

const run = (args: string[], environment: Record<string, string> = {}) =>
  runProcess(["scripts/run.mjs", ...args], { DATA_DIR: dataDir, ...environment });
const check = (environment: Record<string, string>) => run(["files", "check"], environment);
/** Waits until all files are in one place. Returns the output of the check. */
async function untilAllIn(place: string, environment: Record<string, string>): Promise<string> {
  for (;;) {
    const { output } = await check(environment);
    const places = [...output.matchAll(/^(\w+)：\d+ 个文件$/gm)].map(([, name]) => name);
    if (places.join() === place) return output;
    await pause(300);
  }
}
/** Waits until a folder is not empty. */
async function untilBegun(folder: string): Promise<void> {
  while ((await readdir(folder).catch(() => [])).length === 0) await pause(20);
}
/** The statuses of the pictures on some pages. */
async function picturesOf(browser: PlainBrowser): Promise<number[]> {
  const pages = await Promise.all(["/home", "/products", "/forum/all"].map((path) => browser.get(path)));
  const found = pages.flatMap(({ html }) => html.match(/\/gateway\/files\/[0-9a-f]{32}\.\w+/g) ?? []);
  const answers = [...new Set(found)].map((address) => browser.fetchPage(address));
  return (await Promise.all(answers)).map(({ status }) => status);
}
const allServed = async (browser: PlainBrowser) => {
  const statuses = await picturesOf(browser);
  expect(statuses.length).toBeGreaterThan(2);
  expect(new Set(statuses)).toEqual(new Set([200]));
};

describe("files outside of the database", { timeout: 240_000 }, () => {
  test("are moved to a folder by a portal that is killed and its successor, and from there to a bucket", async () => {
    const slow = { DATA_DIR: dataDir, DEMO: "0", FILES: "folder", FILES_MOVE_RATE: "1" };
    const killed = await startPortal(slow);
    await untilBegun(join(dataDir, "files", "files"));
    process.kill(killed.pid, "SIGKILL");
    await killed.stop();
    const some = (await check(slow)).output;
    expect(some).toMatch(/database：[1-9]/);

    const fast = { ...slow, FILES_MOVE_RATE: "1000" };
    const second = await startPortal(fast);
    try {
      await allServed(new PlainBrowser(second.origin));
      const output = await untilAllIn("folder", fast);
      expect(output).toContain("文件不见了的记录：0 个");
      await allServed(new PlainBrowser(second.origin));
    } finally {
      await second.stop();
    }
    const { endpoint, bucket, accessKeyId, secretAccessKey } = stores.s3;
    const s3 = {
      ...fast,
      FILES: "s3",
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
      S3_PATH_STYLE: "1",
    };
    const third = await startPortal(s3);
    try {
      await untilAllIn("s3", s3);
      await allServed(new PlainBrowser(third.origin));
      const file = join(dataDir, "site.backup");
      expect((await run(["backup", file], s3)).code).toBe(0);
      const into = { DATA_DIR: join(dataDir, "restored"), FILES: "folder" };
      const restored = await run(["restore", file], into);
      expect(restored.output).toMatch(/张表，\d+ 行，\d+ 个数据库之外的文件/);
      const found = await check(into);
      expect(found.output).toMatch(/^folder：\d+ 个文件\n没有记录的文件：0 个\n文件不见了的记录：0 个/m);
    } finally {
      await third.stop();
    }
  });

  test("a missing folder affects only its files, loses no text, and prevents the next start", async () => {
    const own = await mkdtemp(join(tmpdir(), "files-away-"));
    const folder = join(own, "files");
    const environment = { FILES: "folder", FILES_DIR: folder, FILES_MOVE_RATE: "0" };
    const portal = await startPortal(environment);
    try {
      const browser = new PlainBrowser(portal.origin);
      await signInWithPassword(browser, demoAccounts.member);
      const page = await browser.get("/posting");
      await rename(folder, `${folder}-away`);
      await writeFile(folder, "no folder");
      const file = new File([new Uint8Array(await png(91, 17))], "电源.png");
      const button = { button: "上传并插入" };
      const refused = await browser.submit(page, button, { content: "先写的字", title: "标题还在", file });
      expect(refused.status).toBe(503);
      expect(refused.text).toContain("电源.png：文件现在存不下来，请过几分钟再上传一次");
      expect(refused.$('textarea[name="content"]').text()).toContain("先写的字");
      expect(refused.$('input[name="title"]').attr("value")).toBe("标题还在");
      expect((await browser.get("/forum/all")).status).toBe(200);
      const ready = JSON.parse((await browser.get("/readyz")).html) as object;
      expect(ready).toMatchObject({ ready: true, files: "unavailable" });

      await rm(folder);
      await rename(`${folder}-away`, folder);
      const taken = await browser.submit(refused, button, { file });
      expect(taken.text).toContain("已插入到正文末尾：电源.png");
      expect(await readdir(join(folder, "files"))).toHaveLength(1);
    } finally {
      await portal.stop();
      await rm(own, { recursive: true, force: true });
    }
    const never = { FILES: "folder", FILES_DIR: "/dev/null/files", DEMO: "0" };
    await expect(startPortal(never)).rejects.toThrow(/存放文件的文件夹 \/dev\/null\/files 不能读写/);
  });
});
