import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startProcess } from "./processes";

const cache = resolve("node_modules/.cache/portal-tests");
const prefix = "demo-";

/** A key that changes with the build and with the demo pack. */
async function key(): Promise<string> {
  const hash = createHash("sha256").update(await readFile("build/fingerprint-all"));
  const files = await readdir("content/demo", { recursive: true, withFileTypes: true });
  for (const file of files
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()) {
    hash.update(file).update(await readFile(file));
  }
  return hash.digest("hex").slice(0, 16);
}

/**
 * Removes folders of builds that nobody has used for an hour. Another checkout's tests may still copy from a younger
 * one.
 */
async function removeOutdated(): Promise<void> {
  for (const name of await readdir(cache)) {
    const folder = join(cache, name);
    if (!name.startsWith(prefix) || (await stat(folder)).mtimeMs > Date.now() - 3_600_000) continue;
    await rm(folder, { recursive: true, force: true });
  }
}

/** Longer than making the folder takes: an older lock belongs to a process that was killed. */
const makingMaximum = 180_000;

/**
 * A data folder as the built portal's first start leaves it. It is made once, and stays while the build and the pack
 * are the same. The browser tests run beside the others: one process makes the folder, the other waits.
 */
export async function prepareDemoData(): Promise<string> {
  const name = await key();
  const folder = join(cache, prefix + name);
  const making = join(cache, `making-${name}`);
  await mkdir(cache, { recursive: true });
  while (!existsSync(folder)) {
    const isOurs = await mkdir(making).then(
      () => true,
      () => false,
    );
    if (isOurs) await make(folder).finally(() => rm(making, { recursive: true, force: true }));
    else {
      const begun = await stat(making).catch(() => null);
      if (begun && begun.mtimeMs < Date.now() - makingMaximum)
        await rm(making, { recursive: true, force: true });
      await pause(200);
    }
  }
  return folder;
}

async function make(folder: string): Promise<void> {
  const unfinished = join(cache, `unfinished-${process.pid}`);
  const { stop } = await startProcess(["build/main.js"], { PORT: "0", DATA_DIR: unfinished }, /已启动：/);
  await stop();
  await removeOutdated();
  await rename(unfinished, folder).catch(async (error: unknown) => {
    if (!existsSync(folder)) throw error;
    await rm(unfinished, { recursive: true });
  });
}

/** Fills a folder with the demo's data in a fraction of the time that loading the pack takes. */
export async function copyDemoData(target: string): Promise<void> {
  await cp(await prepareDemoData(), target, { recursive: true });
}
