import { randomBytes } from "node:crypto";
import { type FileStore, StoreAway } from "./file-store";

/** What a stored content is: the first part of its key. */
export type ObjectKind = "files" | "activities" | "exports";

/** A key that no other object has or ever had. @param name in small letters and digits, with an ending or without */
function newKey(kind: ObjectKind, name: string): string {
  const [, stem = "0", ending = ""] = /^([0-9a-z]{1,64})(\.[0-9a-z]{1,10})?$/.exec(name) ?? [];
  const random = randomBytes(8).toString("hex");
  return `${kind}/${random.slice(0, 2)}/${stem}-${random}${ending}`;
}

/**
 * The places outside of the database in which files lie, and the one to which new ones go. A site that moves its files
 * has two.
 */
export class FileStores {
  #holds = 0;

  constructor(
    private readonly stores: readonly FileStore[] = [],
    /** Where new files go. */
    readonly target: "database" | FileStore["name"] = "database",
  ) {}

  /** The store for new files; null where they go into the database. */
  get forNew(): FileStore | null {
    return this.stores.find(({ name }) => name === this.target) ?? null;
  }

  get all(): readonly FileStore[] {
    return this.stores;
  }

  /** The store of a location, and the key in it. Throws StoreAway where this process is told of no such store. */
  at(location: string): { store: FileStore; key: string } {
    const [name = "", ...key] = location.split(":");
    const store = this.stores.find((one) => one.name === name);
    if (!store) throw new StoreAway(name, "read", new Error(`no store ${name} is configured`));
    return { store, key: key.join(":") };
  }

  /** Writes a new object where new ones go. @returns its location; null where that is the database */
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

  /** Removes an object that no row came to name. What that fails to remove, the check of orphans finds. */
  async drop(location: string): Promise<void> {
    const { store, key } = this.at(location);
    await store.remove(key).catch(() => undefined);
  }

  /** Keeps objects that rows no longer name, as long as a backup in this process needs them. @returns ends it */
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

/** For work inside of a transaction, which waits for no store: what it stores is moved afterwards. */
export const databaseOnly = new FileStores();

/** One content as a source. */
export async function* chunkOf(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}
