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
 * What was heard since the page's own data came; that is `base`, and newer data of the page takes its place.
 */
let latestCounts: { base: Unread; counts: Unread } | null = null;
const listeners = new Set<() => void>();

/** Takes newer counts over, for the page whose data said `base`. */
export function hearUnread(base: Unread, counts: Unread): void {
  latestCounts = { base, counts };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What is unread, as the page came or as was heard since (spec 4, unread refresh). */
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
