import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { copyDemoData } from "../tests/support/demo-data";
import { PlainBrowser } from "../tests/support/plain-browser";
import { startPortal } from "../tests/support/running-portal";
import type { Report } from "../trial/report";
import { cookieOf } from "./portal";

const megabyte = 1024 * 1024;
/** The size of the file. Videos, datasheets and packages are stored and sent in the same way. */
const fileBytes = 20 * megabyte;
const people = 20;
/** The speed of watching a video of 2 Mbit/s. */
const bytesASecond = 250_000;
const looks = 150;
const pauseBetweenLooks = 100;
const rounds = 3;
const list = "/forum/all";

/** Reads a file at the speed of watching, repeatedly from the given position, until stopped. */
async function watch(address: string, from: number, signal: AbortSignal): Promise<number> {
  let read = 0;
  try {
    for (let first = from; ; first = 0) {
      const response = await fetch(address, { headers: { range: `bytes=${first}-` }, signal });
      if (response.status !== 206) throw new Error(`a part of the file was answered ${response.status}`);
      const reader = response.body?.getReader();
      for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
        read += part.value.length;
        await pause((1_000 * part.value.length) / bytesASecond, undefined, { signal });
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    return read;
  }
}

/** The 95th percentile of a member's waiting time for the forum's list, in milliseconds. */
export async function listTime(origin: string, cookie: string): Promise<number> {
  const times: number[] = [];
  for (let look = 0; look < looks; look += 1) {
    const start = performance.now();
    const response = await fetch(origin + list, { headers: { cookie } });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${list} was answered ${response.status}`);
    times.push(performance.now() - start);
    await pause(pauseBetweenLooks);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(0.95 * looks)] ?? Number.NaN;
}

const resource = `---
id: 9000001
title: 大文件
level: 2101
products: [110101]
language: 中文
access: open
licence: 资料使用许可 1.0
versions:
  - { version: "1.0", date: 2026-01-01, file: files/large.pdf }
---
一个大文件。
`;

/** Makes the demo's data with an additional file of 20 MB. */
async function fillData(folder: string): Promise<string> {
  const [dataDir, pack] = [join(folder, "data"), join(folder, "pack")];
  await copyDemoData(dataDir);
  await cp("content/demo", pack, { recursive: true });
  const pdf = Buffer.concat([Buffer.from("%PDF-1.4\n"), randomBytes(fileBytes), Buffer.from("\n%%EOF\n")]);
  await writeFile(join(pack, "files/large.pdf"), pdf);
  await writeFile(join(pack, "resources/large.md"), resource);
  execFileSync(process.execPath, ["build/content-load.js", pack], {
    env: { ...process.env, DATA_DIR: dataDir, DEMO: "0" },
  });
  return dataDir;
}

/**
 * Compares the list's p95 while twenty people watch this file with the quiet before.
 * @param what the name of the file. @param apart the bytes between their start positions
 */
export async function compareWatched(
  origin: string,
  address: string,
  what: string,
  report: Report,
  apart = megabyte,
): Promise<void> {
  const { cookie } = await cookieOf(origin, "member");
  await listTime(origin, cookie);
  const [ratios, quiets]: [number[], number[]] = [[], []];
  let rate = 0;
  for (let round = 0; round < rounds; round += 1) {
    const quiet = await listTime(origin, cookie);
    const end = new AbortController();
    const started = performance.now();
    const watching = Array.from({ length: people }, (_, index) =>
      watch(origin + address, index * apart, end.signal),
    );
    const busy = await listTime(origin, cookie);
    end.abort();
    const read = (await Promise.all(watching)).reduce((total, bytes) => total + bytes, 0);
    rate = read / megabyte / ((performance.now() - started) / 1_000);
    ratios.push(busy / quiet);
    quiets.push(quiet);
  }
  const goal = (people * bytesASecond) / megabyte;
  report.figure(`${people} 人同时看${what}`, rate, "MB/秒", {
    atLeast: 0.8 * goal,
  });
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[rounds >> 1] ?? Number.NaN;
  const ratio = median(ratios);
  report.figure("会员的论坛列表，安静时的 p95", median(quiets), "ms");
  report.figure("同时，会员的论坛列表的 p95 为安静时的", ratio, "倍", { atMost: 2 });
}

/** Measures the effect of people who watch a large file on others, on the embedded database. */
export async function measureStreams(report: Report): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "portal-streams-"));
  try {
    const portal = await startPortal({ DATA_DIR: await fillData(folder), RATE_LIMIT_SCALE: "1000" });
    try {
      const page = await new PlainBrowser(portal.origin).get("/resources/details/9000001");
      const address = page.$('a[href*="/gateway/downloads/"], a[href*="/gateway/media/"]').attr("href");
      if (!address) throw new Error("the page has no address of the file");
      await compareWatched(portal.origin, address, ` ${fileBytes / megabyte} MB 的文件`, report);
    } finally {
      await portal.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
