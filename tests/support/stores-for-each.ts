import type { Database, OpenDatabase } from "gateway/database/open";
import type { FileStores } from "gateway/files/stores/file-stores";
import { afterEach, beforeEach } from "vitest";
import { cloneDatabase } from "./database";
import { type StoreName, startStores, type TestStores } from "./file-stores";
import { TestGateway } from "./gateway";

/** What each test of a file has for itself; read it inside a test. */
export interface StoresForEach {
  readonly stores: TestStores;
  readonly open: OpenDatabase;
  /** A gateway that stores new files there, on the test's database unless another one is given. */
  gatewayOn(files: StoreName | FileStores, database?: Database): TestGateway;
}

/** Gives each test of a file a database and file stores of its own, and closes both after it. */
export function storesForEach(): StoresForEach {
  let stores: TestStores;
  let open: OpenDatabase;
  beforeEach(async () => {
    stores = await startStores();
    open = await cloneDatabase();
  });
  afterEach(async () => {
    await open.close();
    await stores.close();
  });
  return {
    get stores() {
      return stores;
    },
    get open() {
      return open;
    },
    gatewayOn: (files, database = open.database) =>
      new TestGateway(database, {}, undefined, typeof files === "string" ? stores.target(files) : files),
  };
}
