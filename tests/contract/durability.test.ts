import { type ChildProcessByStdio, spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { PGlite } from "@electric-sql/pglite";
import { openPglite } from "gateway/database/open";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { expectExactCounters } from "../support/counters";
import { TestGateway } from "../support/gateway";
import { isWhole } from "../support/tier";

let folder: string;
let writer: ChildProcessByStdio<null, Readable, null> | undefined;

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), "durability-")), "database");
});
afterEach(async () => {
  writer?.kill("SIGKILL");
  await rm(join(folder, ".."), { recursive: true, force: true });
});

interface Acknowledged {
  tid: number;
  pid: number;
  content: string;
}

/** Lets a process write, kills it meanwhile, and gives the acknowledged writes. */
async function writeAndKill(atLeast: number, countFrom: number): Promise<Acknowledged[]> {
  const child = spawn(
    process.execPath,
    ["--import", "tsx", "tests/support/durable-writer.ts", folder, `${countFrom}`],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  writer = child;
  const acknowledged: Acknowledged[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const [tid = "", pid = "", ...content] = line.split(" ");
    acknowledged.push({ tid: Number(tid), pid: Number(pid), content: content.join(" ") });
    if (acknowledged.length === atLeast) child.kill("SIGKILL");
  }
  // Lines that were on their way at the kill are read too.
  expect(acknowledged.length).toBeGreaterThanOrEqual(atLeast);
  return acknowledged;
}

// On PostgreSQL the server promises this; this tests the folder that PGlite writes.
describe("a process killed while it writes", () => {
  it("keeps every acknowledged reply, again and again", async () => {
    const template = new Blob([await readFile(inject("databaseTemplate"))]);
    await (await PGlite.create(folder, { loadDataDir: template })).close();
    const all: Acknowledged[] = [];
    for (const atLeast of isWhole ? [40, 60] : [20]) {
      all.push(...(await writeAndKill(atLeast, all.length * 100)));
      const { database, close } = await openPglite(folder);
      const gateway = new TestGateway(database);
      for (const { tid, pid, content } of all) {
        const { floors } = await gateway.ok("topicDetail", { tid, pid });
        expect(floors.find((floor) => floor.pid === pid)?.html).toBe(`<p>${content}</p>`);
      }
      await expectExactCounters(database);
      await close();
    }
  });
});
