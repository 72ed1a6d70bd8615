import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoAccounts } from "../support/accounts";
import { copyDemoData } from "../support/demo-data";
import { PlainBrowser } from "../support/plain-browser";
import { type RunningProcess, startProcess } from "../support/processes";
import { signInWithPassword } from "../support/sign-in";
import { isWhole } from "../support/tier";

/** Content that was scheduled in a portal of its own, whose process is killed before the time has come. */
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
afterAll(async () => {
  if (!isWhole) return;
  await portal?.stop("SIGKILL");
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
