import { existsSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { PGlite } from "@electric-sql/pglite";
import { loadContentPack } from "gateway/content/load/load-pack";
import { type OpenDatabase, openPglite } from "gateway/database/open";
import { flushViews } from "gateway/forum/states/count-views";
import type { Limits } from "gateway/server/limits";
import { afterAll, beforeAll, inject, vi } from "vitest";
import { cloneDatabase } from "./database";
import { clonePglite } from "./database-template";
import { TestGateway } from "./test-gateway";
import { texts } from "./texts";

/** The demo databases by engine. The files of a worker share them and their caches. */
const loaded = new Map<string | undefined, Promise<OpenDatabase>>();

async function load(): Promise<OpenDatabase> {
  if (process.env.TEST_ENGINE !== "postgres") return openDemo();
  const open = await cloneDatabase();
  await loadInto(open);
  return open;
}

const loadInto = ({ database }: OpenDatabase) =>
  loadContentPack({ database, texts, now: () => new Date() }, "content/demo", { demo: true });

/** The first worker that asks loads the pack and writes the data folder to a file of the run; the others read it. */
async function openDemo(): Promise<OpenDatabase> {
  const file = inject("demoFile");
  const isOurs = await mkdir(`${file}.making`).then(
    () => true,
    () => false,
  );
  if (isOurs) {
    const client = await clonePglite();
    const open = await openPglite(client);
    await loadInto(open);
    const dump = await client.dumpDataDir("none");
    await writeFile(`${file}.unfinished`, Buffer.from(await dump.arrayBuffer()));
    await rename(`${file}.unfinished`, file);
    return open;
  }
  await vi.waitUntil(() => existsSync(file), { timeout: 240_000, interval: 200 });
  return openPglite(await PGlite.create({ loadDataDir: new Blob([await readFile(file)]) }));
}

/**
 * A gateway with the demo pack. Loading takes a dozen seconds, so a run does it once, and each worker copies it once. A test file must leave the
 * database as it was.
 */
export function startDemo(): () => TestGateway {
  let gateway: TestGateway;
  beforeAll(async () => {
    const engine = process.env.TEST_ENGINE;
    const database = loaded.get(engine) ?? load();
    loaded.set(engine, database);
    gateway = new TestGateway((await database).database);
  }, 300_000);
  return () => gateway;
}

/** The same on a database of the file's own, which it may change. @param limits by default, none that a test meets */
export function startOwnDemo(limits?: Limits): () => TestGateway {
  let open: OpenDatabase | undefined;
  let gateway: TestGateway;
  beforeAll(async () => {
    open = await load();
    gateway = new TestGateway(open.database, {}, limits);
  }, 600_000);
  afterAll(async () => {
    if (!open) return;
    await flushViews(open.database);
    await open.close();
  });
  return () => gateway;
}
