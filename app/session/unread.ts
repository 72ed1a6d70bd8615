import { useSyncExternalStore } from "react";
import { useRoot } from "~/navigation/use-shell";

/** Unread messages of each kind (spec 3.1). */
export interface Unread {
  system: number;
  forum: number;
  inner: number;
}

const none: Unread = { system: 0, forum: 0, inner: 0 };

/**
 * The newest counts since the page's data was loaded. `base` is the page's data; when the page loads newer data, that
 * is used instead.
 */
let latestCounts: { base: Unread; counts: Unread } | null = null;
const listeners = new Set<() => void>();

/** Stores newer counts for the page with the data `base`. */
export function hearUnread(base: Unread, counts: Unread): void {
  latestCounts = { base, counts };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The unread counts: the page's, or newer ones (spec 4, unread refresh). */
export function useUnread(): Unread {
  const base = useRoot()?.me?.unread;
  const latest = useSyncExternalStore(
    subscribe,
    () => latestCounts,
    () => null,
  );
  if (!base) return none;
  return latest?.base === base ? latest.counts : base;
}
