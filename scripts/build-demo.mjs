/**
 * Prepares the demo's database for the build: loads the demo pack into a folder that the first start copies
 * (server/data/prepared-demo.ts). Remix's build empties `build/`, so the folder is made outside and copied there.
 */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { runChild } from "./build-child.mjs";

/** A first start uses it for a day, so a build makes it anew some hours before that. */
const usedAgainFor = 12 * 3_600_000;
/** Loading the pack takes less than a minute on a slow machine. */
const mostMinutes = 5;

const warn = (why) => console.warn(`演示数据没有备好，构建里不带它，第一次启动时再载入：${why}`);

/** Removes what builds that were killed left behind. */
function removeOld(cache) {
  for (const name of readdirSync(cache).filter((each) => each.startsWith("prepared-demo-"))) {
    const path = join(cache, name);
    if (statSync(path).mtimeMs < Date.now() - 3_600_000) rmSync(path, { recursive: true, force: true });
  }
}

/** Bundles the loader into the folder, and runs it there. */
async function load(root, folder, bundling, signal) {
  const { build: bundle } = await import("esbuild");
  const entryPoints = {
    "prepare-demo": "server/commands/prepare-demo.ts",
    "text-worker": "gateway/workers/worker.ts",
    "pdf-thread": "gateway/file-texts/pdf-thread.ts",
  };
  await bundle({ ...bundling, entryPoints, outdir: folder, splitting: true });
  cpSync(join(root, "gateway/database/migrations"), join(folder, "migrations"), { recursive: true });
  const args = [join(folder, "prepare-demo.js"), join(folder, "demo"), join(root, "content/demo")];
  await runChild(args, { cwd: root, signal }, "原因见上。");
}

/**
 * @param {string} root
 * @param {string} build where the database belongs: `demo` in there
 * @param {import("esbuild").BuildOptions} bundling
 * @param {string} fingerprint of the sources that decide about the database
 * @param {AbortSignal} signal ends it, because the build has failed
 * @returns a function that puts the database into the build; null where it cannot be prepared: then the build has none,
 * and the first start loads the pack
 */
export async function prepareDemo(root, build, bundling, fingerprint, signal) {
  const cache = join(root, "node_modules/.cache");
  const folder = join(cache, "prepared-demo");
  const stamp = join(folder, "fingerprint");
  const isCurrent =
    existsSync(stamp) &&
    readFileSync(stamp, "utf8") === fingerprint &&
    statSync(stamp).mtimeMs > Date.now() - usedAgainFor;
  if (!isCurrent) {
    const timeout = AbortSignal.timeout(mostMinutes * 60_000);
    let own;
    try {
      mkdirSync(cache, { recursive: true });
      removeOld(cache);
      // A folder of its own: two builds at once do not write into the same database.
      own = mkdtempSync(`${folder}-`);
      await load(root, own, bundling, AbortSignal.any([signal, timeout]));
      writeFileSync(join(own, "fingerprint"), fingerprint);
      rmSync(folder, { recursive: true, force: true });
      renameSync(own, folder);
    } catch (error) {
      if (own) rmSync(own, { recursive: true, force: true });
      if (signal.aborted) throw error;
      const why = timeout.aborted ? `${mostMinutes} 分钟还没有载入完` : error.message;
      warn(why);
      return null;
    }
  }
  return () => {
    const [prepared, placed] = [join(folder, "demo"), join(build, "demo")];
    rmSync(placed, { recursive: true, force: true });
    // Without its manifest it is not whole: the pack is invalid, and the first start reports what is wrong with it.
    if (!existsSync(join(prepared, "manifest.json"))) return;
    try {
      // PGlite makes files that everybody may write, so nobody else gets into their folder.
      mkdirSync(placed, { mode: 0o700 });
      cpSync(prepared, placed, { recursive: true });
      chmodSync(placed, 0o700);
    } catch (error) {
      rmSync(placed, { recursive: true, force: true });
      warn(error.message);
    }
  };
}
