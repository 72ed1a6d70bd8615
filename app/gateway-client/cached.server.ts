import { LRUCache } from "lru-cache";

/** Bounded, because some keys have a topic's number in them. */
const answers = new LRUCache<string, Promise<unknown>>({ max: 2_000 });

/**
 * Keeps the answer of a call that is the same for everyone (navigation, footer, configuration, related
 * topics) in this process for `seconds`. Callers at the same moment share one call; a failure is not kept.
 */
export function cached<T>(key: string, seconds: number, load: () => Promise<T>): Promise<T> {
  const kept = answers.get(key);
  if (kept) return kept as Promise<T>;
  const answer = load();
  answers.set(key, answer, { ttl: seconds * 1000 });
  answer.catch(() => {
    if (answers.peek(key) === answer) answers.delete(key);
  });
  return answer;
}

/** Forgets all that is kept: something was taken out of everybody's sight. */
export function forgetCached(): void {
  answers.clear();
}
