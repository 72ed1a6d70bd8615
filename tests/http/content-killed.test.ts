import { appendFile, cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import { demoAccounts } from "../support/accounts";
import { zipOfPack } from "../support/content";
import { copyDemoData } from "../support/demo-data";
import { PlainBrowser } from "../support/plain-browser";
import { type RunningProcess, startProcess } from "../support/processes";
import { signInWithPassword } from "../support/sign-in";
import { isWhole } from "../support/tier";

/** A portal of its own, whose process is killed before what was asked for in it is done. */
let dataDir: string;
let portal: RunningProcess;

const start = async () => {
  const settings = { PORT: "0", DATA_DIR: dataDir, RATE_LIMIT_SCALE: "100", REGISTER_CONFIG: "1" };
  portal = await startProcess(["build/main.js"], settings, /已启动：(http:\/\/\S+)/);
  return new PlainBrowser(portal.found[1] ?? "");
};

beforeAll(async () => {
  if (!isWhole) return;
  dataDir = await mkdtemp(join(tmpdir(), "content-killed-"));
  await copyDemoData(dataDir);
}, 300_000);
// The tests run in any order, and the data folder is one process's at a time.
afterEach(async () => {
  await portal?.stop("SIGKILL");
});
afterAll(async () => {
  if (!isWhole) return;
  await rm(dataDir, { recursive: true, force: true });
});

/** The full minute, in China, that comes after this one, with some seconds left to press the button. */
function nextMinute(): { typed: string; at: number } {
  const minute = 60_000;
  const at = (Math.floor((Date.now() + 10_000) / minute) + 1) * minute;
  return { typed: new Date(at + 8 * 3_600_000).toISOString().slice(0, 16), at };
}

// Forms have minutes, so the test takes up to two.
test.runIf(isWhole)("a scheduled publish survives kill -9", { timeout: 600_000 }, async () => {
  const admin = await start();
  await signInWithPassword(admin, demoAccounts.admin);
  const form = await admin.get("/moderator/content/news/new");
  const { typed, at } = nextMinute();
  const scheduled = await admin.submit(
    form,
    { intent: "schedule" },
    {
      title: "杀不掉的定时",
      summary: "一句话",
      category: form.$("[name=category] option").eq(1).attr("value") ?? "",
      date: "2026-01-01T09:30",
      content: "到点发布。",
      publishTime: typed,
    },
  );
  expect(scheduled.text).toContain("第 1 版会在");
  const page = `/information/details/${scheduled.url.pathname.split("/").at(-1)}`;
  await portal.stop("SIGKILL");
  // The time passes while nothing runs.
  await pause(Math.max(0, at - Date.now()) + 1_000);
  const visitor = await start();
  const until = Date.now() + 120_000;
  while ((await visitor.get(page)).status === 404 && Date.now() < until) await pause(500);
  const read = await visitor.get(page);
  expect([read.status, read.$("h1").text()]).toEqual([200, "杀不掉的定时"]);
  // It is done once: another kill and start change nothing.
  await portal.stop("SIGKILL");
  const again = await start();
  await signInWithPassword(again, demoAccounts.admin);
  const log = await again.get("/moderator/log?action=publishContent");
  expect(log.text.match(/杀不掉的定时/g)).toHaveLength(1);
});

test.runIf(isWhole)("the load of an uploaded pack survives kill -9", { timeout: 600_000 }, async () => {
  const address = "/moderator/content";
  /** The page after its jobs, of whichever process. */
  const settled = async (browser: PlainBrowser) => {
    for (const until = Date.now() + 120_000; ; await pause(200)) {
      const page = await browser.get(address);
      if (page.$('meta[http-equiv="refresh"]').length === 0 || Date.now() > until) return page;
    }
  };
  const admin = await start();
  await signInWithPassword(admin, demoAccounts.admin);
  const folder = join(await mkdtemp(join(tmpdir(), "demo-pack-")), "pack");
  onTestFinished(() => rm(dirname(folder), { recursive: true, force: true }));
  await cp("content/demo", folder, { recursive: true });
  await appendFile(join(folder, "news/001.md"), "\n\n又一段。\n");
  const pack = new File([new Uint8Array(await zipOfPack(folder))], "杀不掉的包.zip", {
    type: "application/zip",
  });
  await admin.submit(await admin.get(address), { intent: "upload" }, { pack });
  // What was uploaded is checked, whatever happens to the process that took it.
  await portal.stop("SIGKILL");
  const second = await start();
  await signInWithPassword(second, demoAccounts.admin);
  const checked = await settled(second);
  expect(checked.$("[aria-labelledby=upload-title]").text()).toContain("杀不掉的包.zip");
  const asked = await second.submit(checked, { intent: "loadUpload" });
  expect(asked.status).toBe(200);
  await portal.stop("SIGKILL");
  const third = await start();
  await signInWithPassword(third, demoAccounts.admin);
  const loaded = await settled(third);
  expect(loaded.$("#upload-title")).toHaveLength(0);
  expect(loaded.text).toContain("最近一次装载之前用的是");
  // It is done once, and said once.
  const log = await third.get("/moderator/log?action=loadContent");
  expect(log.text.match(/内容包「杀不掉的包」/g)).toHaveLength(1);
});
