import type { Database } from "../database/open";

interface Kept {
  until: number;
  value: Promise<unknown>;
}
const keptByDatabase = new WeakMap<Database, Map<string, Kept>>();

/** What `load` gave, kept for some seconds and asked for once however many wait for it. A failure is not kept. */
export function kept<Value>(database: Database, key: string, now: Date, seconds: number, load: () => Promise<Value>): Promise<Value> {
  const entries = keptByDatabase.get(database) ?? new Map<string, Kept>();
  keptByDatabase.set(database, entries);
  const entry = entries.get(key);
  if (entry && entry.until > now.getTime()) return entry.value as Promise<Value>;
  const value = load();
  entries.set(key, { until: now.getTime() + seconds * 1000, value });
  value.catch(() => entries.delete(key));
  return value;
}
