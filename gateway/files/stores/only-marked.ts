import { type FileStore, StoreAway } from "./file-store";

/**
 * Wraps a store so that it counts as away while its mark is missing: a folder that is not mounted is an empty folder,
 * in which every file seems to be lost, and which would take the new ones. A bucket is named by its address, so its mark
 * is read only at the start.
 */
export function onlyMarked(store: FileStore, id: string): FileStore {
  if (store.name !== "folder") return store;
  async function requireMark(operation: StoreAway["operation"]): Promise<void> {
    const mark = await store.mark().catch((error: unknown) => {
      throw new StoreAway(store.name, operation, error);
    });
    if (mark === id) return;
    throw new StoreAway(store.name, operation, new Error(`${store.title} has not the mark of this site`));
  }
  /** A result of null says that a file is missing, which only the right store can know. */
  async function unlessMissing<Result>(result: Promise<Result | null>): Promise<Result | null> {
    const found = await result;
    if (found === null) await requireMark("read");
    return found;
  }
  return {
    ...store,
    async write(key, content, about) {
      await requireMark("write");
      await store.write(key, content, about);
    },
    read: (key, range) => unlessMissing(store.read(key, range)),
    size: (key) => unlessMissing(store.size(key)),
    async remove(key) {
      await requireMark("remove");
      await store.remove(key);
    },
    async *list() {
      await requireMark("list");
      yield* store.list();
    },
    async check() {
      await requireMark("read");
      await store.check();
    },
  };
}
