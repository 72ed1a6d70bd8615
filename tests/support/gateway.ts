import { flushViews } from "gateway/forum/states/count-views";
import type { GatewaySettings } from "gateway/server/context";
import { beforeAll, type beforeEach } from "vitest";
import { cloneDatabase } from "./database";
import { TestGateway } from "./test-gateway";

export * from "./test-gateway";

/** When a test file's gateway and what stands in it begin: once a file, or anew for each of its tests. */
export type Before = typeof beforeAll | typeof beforeEach;

/** A gateway on a cloned database, removed after the file or, with `beforeEach`, after each test. */
export function startGateway(settings: Partial<GatewaySettings> = {}, before: Before = beforeAll) {
  let gateway: TestGateway;
  before(async () => {
    const open = await cloneDatabase();
    gateway = new TestGateway(open.database, settings);
    return async () => {
      await flushViews(open.database);
      await open.close();
    };
  });
  return () => gateway;
}
