import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { startProcess } from "./processes";

const cache = resolve("node_modules/.cache/portal-tests");
const prefix = "demo-";

/** Changes with the build and with the demo pack. */
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
 * Folders of builds that nobody has used for an hour; another checkout's tests may be copying from a younger
 * one.
 */
async function removeOutdated(): Promise<void> {
  for (const name of await readdir(cache)) {
    const folder = join(cache, name);
    if (!name.startsWith(prefix) || (await stat(folder)).mtimeMs > Date.now() - 3_600_000) continue;
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * A data folder as the built portal's first start leaves it, made once and kept while the build and the pack
 * are the same.
 */
async function preparedFolder(): Promise<string> {
  const folder = join(cache, prefix + (await key()));
  if (existsSync(folder)) return folder;
  await mkdir(cache, { recursive: true });
  const unfinished = join(cache, `unfinished-${process.pid}`);
  const { stop } = await startProcess(["build/main.js"], { PORT: "0", DATA_DIR: unfinished }, /已启动：/);
  await stop();
  await removeOutdated();
  await rename(unfinished, folder).catch(async (error: unknown) => {
    // The browser's tests run beside the others: one of the two was first.
    if (!existsSync(folder)) throw error;
    await rm(unfinished, { recursive: true });
  });
  return folder;
}

/** Fills a folder with the demo's data in a fraction of the time that loading the pack takes. */
export async function copyDemoData(target: string): Promise<void> {
  await cp(await preparedFolder(), target, { recursive: true });
}
