interface Entry {
  value: Promise<unknown>;
  until: number;
}

const entries = new Map<string, Entry>();
/** Beyond this the oldest go: some keys have a topic's number in them. */
const entriesMaximum = 2_000;

/**
 * Keeps the answer of a call that is the same for everyone (navigation, footer, configuration, related
 * topics) in this process for `seconds`. Callers at the same moment share one call; a failure is not kept.
 */
export function cached<T>(key: string, seconds: number, load: () => Promise<T>): Promise<T> {
  const entry = entries.get(key);
  if (entry && entry.until > Date.now()) return entry.value as Promise<T>;
  const value = load();
  entries.delete(key);
  entries.set(key, { value, until: Date.now() + seconds * 1000 });
  const [oldest] = entries.keys();
  if (entries.size > entriesMaximum && oldest !== undefined) entries.delete(oldest);
  value.catch(() => {
    if (entries.get(key)?.value === value) entries.delete(key);
  });
  return value;
}

/** Forgets all that is kept: something was taken out of everybody's sight. */
export function forgetCached(): void {
  entries.clear();
}
