import type { Batch } from "./batch";
import { record } from "./log";

/** The prefix of all storage keys of analytics. */
const prefix = "analytics:";

export type StorageLike = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

function keysOf(storage: StorageLike, beginning: string): string[] {
  const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? "");
  return keys.filter((key) => key.startsWith(beginning));
}

export function read(storage: StorageLike, name: string): unknown {
  try {
    return JSON.parse(storage.getItem(prefix + name) ?? "null");
  } catch {
    return null;
  }
}

export function write(storage: StorageLike, name: string, value: unknown): void {
  try {
    storage.setItem(prefix + name, JSON.stringify(value));
  } catch (error) {
    record("没有存下", error);
  }
}

/** Stores a batch for the next page. */
export const keepBatch = (storage: StorageLike, channel: string, batch: Batch): void =>
  write(storage, `${channel}:${batch.id}`, batch);

/**
 * Takes the batches that earlier pages stored for a channel. If another tab takes them too, it sends them under the
 * same ids.
 */
export function takeBatches(storage: StorageLike, channel: string): Batch[] {
  const names = keysOf(storage, `${prefix}${channel}:`).map((key) => key.slice(prefix.length));
  return names.flatMap((name) => {
    const batch = read(storage, name) as Partial<Batch> | null;
    storage.removeItem(prefix + name);
    return typeof batch?.id === "string" && Array.isArray(batch.events) ? [batch as Batch] : [];
  });
}

/** Deletes everything that analytics stored in this browser. */
export function forget(storage: StorageLike): void {
  for (const key of keysOf(storage, prefix)) storage.removeItem(key);
}
