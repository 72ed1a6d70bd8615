import type { Database } from "./open";

interface Memo {
  until: number;
  value: Promise<unknown>;
}
const memosByDatabase = new WeakMap<Database, Map<string, Memo>>();

/**
 * What `load` gave, kept for some seconds and asked for once however many wait for it. A failure is not kept.
 */
export function memoized<Value>(
  database: Database,
  key: string,
  now: Date,
  seconds: number,
  load: () => Promise<Value>,
): Promise<Value> {
  const entries = memosByDatabase.get(database) ?? new Map<string, Memo>();
  memosByDatabase.set(database, entries);
  const entry = entries.get(key);
  if (entry && entry.until > now.getTime()) return entry.value as Promise<Value>;
  const value = load();
  entries.set(key, { until: now.getTime() + seconds * 1000, value });
  value.catch(() => entries.delete(key));
  return value;
}
