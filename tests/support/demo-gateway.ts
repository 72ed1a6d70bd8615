import { loadContentPack } from "gateway/content/load/load-pack";
import type { OpenDatabase } from "gateway/database/open";
import { beforeAll } from "vitest";
import { cloneDatabase } from "./database";
import { TestGateway } from "./test-gateway";
import { texts } from "./texts";

/** The demo databases by engine. The files of a worker share them and their caches. */
const loaded = new Map<string | undefined, Promise<OpenDatabase>>();

async function load(): Promise<OpenDatabase> {
  const open = await cloneDatabase();
  await loadContentPack({ database: open.database, texts, now: () => new Date() }, "content/demo", {
    demo: true,
  });
  return open;
}

/**
 * A gateway with the demo pack. Loading takes a dozen seconds, so each worker does it once. A test file must leave the
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
