/**
 * Prepares the demo's database for the build: loads the demo pack into a folder that the first start copies
 * (server/data/prepared-demo.ts). Remix's build empties `build/`, so the folder is made outside and copied there.
 */
import { spawn } from "node:child_process";
import { cpSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A first start uses it for a day, so a build makes it anew some hours before that. */
const usedAgainFor = 12 * 3_600_000;

/**
 * @param {string} root
 * @param {string} build where the database belongs: `demo` in there
 * @param {import("esbuild").BuildOptions} bundling
 * @param {string} fingerprint of the sources that decide about the database
 * @returns a function that puts the database into the build
 */
export async function prepareDemo(root, build, bundling, fingerprint) {
  const folder = join(root, "node_modules/.cache/prepared-demo");
  const [prepared, stamp] = [join(folder, "demo"), join(folder, "fingerprint")];
  const isCurrent =
    existsSync(stamp) &&
    readFileSync(stamp, "utf8") === fingerprint &&
    statSync(stamp).mtimeMs > Date.now() - usedAgainFor;
  if (!isCurrent) {
    rmSync(folder, { recursive: true, force: true });
    const { build: bundle } = await import("esbuild");
    const entryPoints = {
      "prepare-demo": "server/commands/prepare-demo.ts",
      "text-worker": "gateway/workers/worker.ts",
    };
    await bundle({ ...bundling, entryPoints, outdir: folder, splitting: true });
    cpSync(join(root, "gateway/database/migrations"), join(folder, "migrations"), { recursive: true });
    await new Promise((resolve, reject) => {
      const args = [join(folder, "prepare-demo.js"), prepared, join(root, "content/demo")];
      const child = spawn(process.execPath, args, { cwd: root, stdio: "inherit" });
      child.on("error", reject);
      child.on("exit", (code) =>
        code === 0 ? resolve() : reject(new Error("演示数据准备失败，原因见上。")),
      );
    });
    writeFileSync(stamp, fingerprint);
  }
  return () => {
    rmSync(join(build, "demo"), { recursive: true, force: true });
    // An invalid pack has no database; the first start reports what is wrong with it.
    if (existsSync(prepared)) cpSync(prepared, join(build, "demo"), { recursive: true });
  };
}
