import { LRUCache } from "lru-cache";
import type { Database } from "./open";

interface Memo {
  until: number;
  value: Promise<unknown>;
}
const memosByDatabase = new WeakMap<Database, LRUCache<string, Memo>>();
/** Lists' anchors are kept by what the lists are filtered by, and people make up filters. */
const memosMaximum = 1_000;

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
  const memos = memosByDatabase.get(database) ?? new LRUCache<string, Memo>({ max: memosMaximum });
  memosByDatabase.set(database, memos);
  const kept = memos.get(key);
  if (kept && kept.until > now.getTime()) return kept.value as Promise<Value>;
  const memo = { until: now.getTime() + seconds * 1000, value: load() };
  memos.set(key, memo);
  memo.value.catch(() => {
    if (memos.peek(key) === memo) memos.delete(key);
  });
  return memo.value;
}

/** Forgets what is kept under keys that begin so. What is being loaded is not kept any more either. */
export function forgetMemos(database: Database, beginning: string): void {
  const memos = memosByDatabase.get(database);
  for (const key of [...(memos?.keys() ?? [])]) if (key.startsWith(beginning)) memos?.delete(key);
}
