import type { OpenDatabase } from "gateway/database/open";
import { flushViews } from "gateway/forum/states/count-views";
import type { GatewaySettings } from "gateway/server/context";
import { afterAll, beforeAll } from "vitest";
import { cloneDatabase } from "./database";
import { TestGateway } from "./test-gateway";

export * from "./test-gateway";

/** A gateway on a cloned database for the whole file; removed after it. */
export function startGateway(settings: Partial<GatewaySettings> = {}): () => TestGateway {
  let open: OpenDatabase;
  let gateway: TestGateway;
  beforeAll(async () => {
    open = await cloneDatabase();
    gateway = new TestGateway(open.database, settings);
  });
  afterAll(async () => {
    await flushViews(open.database);
    await open.close();
  });
  return () => gateway;
}
