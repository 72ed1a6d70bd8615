import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runChild } from "../../scripts/build-child.mjs";
import { prepareDemo } from "../../scripts/build-demo.mjs";

const { signal } = new AbortController();
let root: string;
let cache: string;
let build: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "build-demo-"));
  cache = join(root, "node_modules/.cache");
  build = join(root, "build");
  for (const folder of [cache, build]) mkdirSync(folder, { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** A database that an earlier build prepared. */
function alreadyPrepared(whole: boolean) {
  const folder = join(cache, "prepared-demo");
  mkdirSync(join(folder, "demo/database"), { recursive: true });
  writeFileSync(join(folder, "demo/database/PG_VERSION"), "17");
  if (whole) writeFileSync(join(folder, "demo/manifest.json"), "{}");
  writeFileSync(join(folder, "fingerprint"), "same");
}

describe("the demo's database in the build", () => {
  it("is an earlier build's while nothing has changed, for its owner alone", async () => {
    alreadyPrepared(true);
    const place = await prepareDemo(root, build, {}, "same", signal);
    place?.();
    expect(readdirSync(join(build, "demo")).sort()).toEqual(["database", "manifest.json"]);
    expect(statSync(join(build, "demo")).mode & 0o777).toBe(0o700);
  });

  it("is left out for an invalid pack, whose database was not finished", async () => {
    alreadyPrepared(false);
    const place = await prepareDemo(root, build, {}, "same", signal);
    expect(place).not.toBeNull();
    place?.();
    expect(existsSync(join(build, "demo"))).toBe(false);
  });

  it("is left out with a warning where it cannot be prepared, and nothing is left behind", async () => {
    alreadyPrepared(true);
    const killed = join(cache, "prepared-demo-killed");
    mkdirSync(killed);
    utimesSync(killed, new Date(0), new Date(0));
    const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    // There are no sources to bundle.
    const bundling = { absWorkingDir: root, bundle: true, logLevel: "silent" } as const;
    expect(await prepareDemo(root, build, bundling, "changed", signal)).toBeNull();
    expect(warned.mock.calls.flat().join("")).toContain("第一次启动时再载入");
    warned.mockRestore();
    expect(readdirSync(cache)).toEqual(["prepared-demo"]);
  });
});

describe("a program that the build runs", () => {
  it("has ended when the build's failure has ended it", async () => {
    const stopping = new AbortController();
    const file = join(root, "pid");
    const program = `require("node:fs").writeFileSync(${JSON.stringify(file)}, String(process.pid)); setInterval(() => {}, 1_000)`;
    const running = runChild(["-e", program], { signal: stopping.signal }, "失败").catch((error) => error);
    await vi.waitFor(() => expect(existsSync(file) && statSync(file).size > 0).toBe(true), 120_000);
    stopping.abort();
    expect((await running).name).toBe("AbortError");
    expect(() => process.kill(Number(readFileSync(file, "utf8")), 0)).toThrow(/ESRCH/);
  });

  it("fails with the given words, and succeeds", async () => {
    await expect(runChild(["-e", "process.exit(3)"], {}, "没有成功")).rejects.toThrow("没有成功");
    await expect(runChild(["-e", ""], {}, "没有成功")).resolves.toBeUndefined();
  });
});
