import { randomBytes } from "node:crypto";
import { type FileStore, StoreAway } from "./file-store";
import { onlyMarked } from "./only-marked";

/** The kind of a stored content, which is the first part of its key. */
export type ObjectKind = "files" | "activities" | "exports";

/** Creates a key that was never used before. @param name in small letters and digits, with or without an ending */
function newKey(kind: ObjectKind, name: string): string {
  const [, stem = "0", ending = ""] = /^([0-9a-z]{1,64})(\.[0-9a-z]{1,10})?$/.exec(name) ?? [];
  const random = randomBytes(8).toString("hex");
  return `${kind}/${random.slice(0, 2)}/${stem}-${random}${ending}`;
}

/**
 * The stores outside of the database, and the target for new files. A site that is moving its files can have two
 * stores.
 */
export class FileStores {
  #holds = 0;

  constructor(
    private stores: readonly FileStore[] = [],
    /** The place for new files. */
    readonly target: "database" | FileStore["name"] = "database",
  ) {}

  /** The store for new files; null if they go into the database. */
  get forNew(): FileStore | null {
    return this.stores.find(({ name }) => name === this.target) ?? null;
  }

  get all(): readonly FileStore[] {
    return this.stores;
  }

  /** Lets a store work only while its mark has this id. */
  recognise(name: FileStore["name"], id: string): void {
    this.stores = this.stores.map((store) => (store.name === name ? onlyMarked(store, id) : store));
  }

  /** The store of a location, and the key in it. Throws StoreAway if this process has no such store. */
  at(location: string): { store: FileStore; key: string } {
    const [name = "", ...key] = location.split(":");
    const store = this.stores.find((one) => one.name === name);
    if (!store) throw new StoreAway(name, "read", new Error(`no store ${name} is configured`));
    return { store, key: key.join(":") };
  }

  /** Writes a new object to the store for new files. @returns its location; null if new files go into the database */
  async write(
    kind: ObjectKind,
    name: string,
    content: AsyncIterable<Uint8Array>,
    about: { type: string; bytes: number },
  ): Promise<string | null> {
    const store = this.forNew;
    if (!store) return null;
    const key = newKey(kind, name);
    await store.write(key, content, about);
    return `${store.name}:${key}`;
  }

  /** Removes an object that no row names. Ignores failures, because the check for orphans finds the object later. */
  async drop(location: string): Promise<void> {
    const { store, key } = this.at(location);
    await store.remove(key).catch(() => undefined);
  }

  /** Keeps objects without rows as long as a backup in this process needs them. @returns a function that ends this */
  hold(): () => void {
    this.#holds += 1;
    return () => {
      this.#holds -= 1;
    };
  }

  get isHeld(): boolean {
    return this.#holds > 0;
  }
}

/** For work inside a transaction, which must not wait for a store. Files go into the database and are moved later. */
export const databaseOnly = new FileStores();

/** Yields a content as a single chunk. */
export async function* chunkOf(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}
