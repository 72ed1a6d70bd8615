import { countFileOperation } from "../../server/metrics";
import type { FileStore } from "./file-store";

/** Wraps a store to count and time its operations, each until its answer begins or it fails. */
export function measured(store: FileStore): FileStore {
  const { name } = store;
  async function count<Result>(operation: string, work: Promise<Result>): Promise<Result> {
    const start = performance.now();
    let outcome: "ok" | "failed" = "failed";
    try {
      const result = await work;
      outcome = "ok";
      return result;
    } finally {
      countFileOperation({ store: name, operation, outcome }, performance.now() - start);
    }
  }
  return {
    ...store,
    write: (key, content, about) => count("write", store.write(key, content, about)),
    read: (key, range) => count("read", store.read(key, range)),
    size: (key) => count("size", store.size(key)),
    remove: (key) => count("remove", store.remove(key)),
  };
}
