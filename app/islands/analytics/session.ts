import type { AnalyticsSettings } from "~/settings/analytics-settings";
import { randomId } from "./batch";
import { read, type StorageLike, write } from "./store";

const isId = (value: unknown): value is string => typeof value === "string" && /^[\w-]{8,64}$/.test(value);

/** This browser's random id, stored while analytics are allowed. */
export function anonymousId(storage: StorageLike): string {
  const stored = read(storage, "anonymous");
  if (isId(stored)) return stored;
  const id = randomId();
  write(storage, "anonymous", id);
  return id;
}

/**
 * The session of an event: a new one after `sessionIdle` minutes without events. In mode 0 all tabs of a browser
 * share it, in mode 1 each tab has its own.
 * @returns the id, and whether the session has just begun
 */
export function sessionAt(
  now: number,
  { sessionMode, sessionIdle }: Pick<AnalyticsSettings, "sessionMode" | "sessionIdle">,
  { browser, tab }: { browser: StorageLike; tab: StorageLike },
): { id: string; begun: boolean } {
  const storage = sessionMode === 0 ? browser : tab;
  const stored = read(storage, "session") as { id?: unknown; at?: unknown } | null;
  const idle = now - (typeof stored?.at === "number" ? stored.at : Number.NEGATIVE_INFINITY);
  const goesOn = isId(stored?.id) && idle >= 0 && idle < sessionIdle * 60_000;
  const id = goesOn ? (stored.id as string) : randomId();
  write(storage, "session", { id, at: now });
  return { id, begun: !goesOn };
}
