import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Lane, WorkerLost } from "gateway/workers/lane";
import { createTextWorkers } from "gateway/workers/text-workers";
import { ThreadNotStarted } from "gateway/workers/thread-pool";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPictures } from "../../server/pictures/pictures";
import { expectConsole } from "../support/console";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "threads-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A thread's program with this source; without a source the file is missing. */
function program(name: string, source?: string): string {
  const filename = join(folder, name);
  if (source !== undefined) writeFileSync(filename, source);
  return filename;
}

const broken: [string, string | undefined][] = [
  ["missing.mjs", undefined],
  ["no-javascript.mjs", "export default function ("],
  ["fails-while-it-loads.mjs", 'throw new Error("no");'],
];

describe.each(broken)("threads whose program is %s", (name, source) => {
  test("fail every text at once, also those that wait for a thread, and log it", async () => {
    expectConsole("error", new RegExp(`线程 .*${name} 没有启动`));
    const workers = createTextWorkers(program(name, source));
    const render = (account: number) =>
      workers.run(
        "render",
        { source: "字", sizes: new Map(), mentions: new Map(), words: null, typed: false },
        1,
        account,
      );
    const check = () => workers.run("segment", { runs: ["字"] }, 1, null);
    const jobs = [1, 1, 2, 3, 4].map(render).concat([check(), check()] as never[]);
    for (const each of await Promise.allSettled(jobs))
      expect(each).toMatchObject({ status: "rejected", reason: expect.any(ThreadNotStarted) });
    await workers.close();
  });

  test("draw no picture, and no request waits for it", async () => {
    expectConsole("error", new RegExp(`线程 .*${name} 没有启动`));
    expectConsole("warn", /帖子的图没有画出来/);
    const pictures = createPictures(program(name, source));
    const card = (title: string) => ({ title, section: "版块", author: "某人", site: "站" });
    expect(await Promise.all([pictures.draw(card("一")), pictures.draw(card("二"))])).toEqual([null, null]);
    await pictures.close();
  });
});

test("threads start once their program exists", async () => {
  const late = "late.mjs";
  expectConsole("error", /线程 .*late\.mjs 没有启动/);
  const options = { threads: 1, niceness: 0, waitingMaximum: 5, waitingPerAccount: 5 };
  const lane = new Lane({ filename: program(late), ...options });
  await expect(lane.run("any", null, 1, 1)).rejects.toBeInstanceOf(ThreadNotStarted);
  program(late, "export default ({ name }) => name;");
  expect(await lane.run("any", null, 1, 1)).toBe("any");
  await lane.close();
});

test("a thread that has started a text finishes it, though another thread does not start", async () => {
  const filename = program(
    "once.mjs",
    'import { unlinkSync } from "node:fs";\nimport { fileURLToPath } from "node:url";\n' +
      "unlinkSync(fileURLToPath(import.meta.url));\n" +
      "export default async ({ begins, input }) => {\n" +
      "  begins.postMessage(null);\n" +
      "  await new Promise((resolve) => setTimeout(resolve, 2_000));\n  return input;\n};\n",
  );
  expectConsole("error", /线程 .*once\.mjs 没有启动/);
  const lane = new Lane({ filename, threads: 2, niceness: 0, waitingMaximum: 5, waitingPerAccount: 5 });
  const first = lane.run("any", "第一篇", 100_000, 1);
  await expect.poll(() => existsSync(filename)).toBe(false);
  const second = lane.run("any", "第二篇", 100_000, 2);
  expect(await Promise.allSettled([first, second])).toEqual([
    { status: "fulfilled", value: "第一篇" },
    { status: "rejected", reason: expect.any(ThreadNotStarted) },
  ]);
  await lane.close();
});

test("a text that works too long is ended, and one that waited for the processor as long is not", async () => {
  const filename = program(
    "waits-or-works.mjs",
    'import { readlinkSync } from "node:fs";\n' +
      "export default ({ begins, input }) => {\n" +
      '  begins.postMessage("/proc/" + readlinkSync("/proc/thread-self"));\n' +
      '  if (input === "works") for (;;);\n' +
      "  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 7_000);\n  return input;\n};\n",
  );
  const lane = new Lane({ filename, threads: 2, niceness: 0, waitingMaximum: 5, waitingPerAccount: 5 });
  const jobs = ["waits", "works"].map((input, account) => lane.run("any", input, 1, account));
  expect(await Promise.allSettled(jobs)).toEqual([
    { status: "fulfilled", value: "waits" },
    { status: "rejected", reason: expect.any(WorkerLost) },
  ]);
  await lane.close();
});
