import { LRUCache } from "lru-cache";
import type { WordList } from "../sensitive-words/list";
import { createMatcher, type Matcher } from "../sensitive-words/matcher";

/**
 * The matchers by the fingerprint of their list. The cache has a few, because a thread may serve several databases.
 */
const matchers = new LRUCache<string, Matcher>({ max: 4 });

/** This thread's matcher of a list, created when the list comes with its words; null when the words are needed. */
export function matcherFor({ fingerprint, list }: WordList): Matcher | null {
  const cached = matchers.get(fingerprint);
  if (cached || !list) return cached ?? null;
  const matcher = createMatcher(list);
  matchers.set(fingerprint, matcher);
  return matcher;
}
