import type { AnalyticsSettings } from "~/settings/analytics-settings";
import { randomId } from "./batch";
import { type Kept, read, write } from "./store";

const isId = (value: unknown): value is string => typeof value === "string" && /^[\w-]{8,64}$/.test(value);

/** This browser's own random id, for as long as analytics may keep it. */
export function anonymousId(storage: Kept): string {
  const kept = read(storage, "anonymous");
  if (isId(kept)) return kept;
  const made = randomId();
  write(storage, "anonymous", made);
  return made;
}

/**
 * The session that an event falls into: a new one after `sessionIdle` minutes without any. Mode 0 keeps it for all
 * tabs of a browser, mode 1 for each tab.
 * @returns the id, and whether it has just begun.
 */
export function sessionAt(
  now: number,
  { sessionMode, sessionIdle }: Pick<AnalyticsSettings, "sessionMode" | "sessionIdle">,
  { browser, tab }: { browser: Kept; tab: Kept },
): { id: string; begun: boolean } {
  const storage = sessionMode === 0 ? browser : tab;
  const kept = read(storage, "session") as { id?: unknown; at?: unknown } | null;
  const idle = now - (typeof kept?.at === "number" ? kept.at : Number.NEGATIVE_INFINITY);
  const goesOn = isId(kept?.id) && idle >= 0 && idle < sessionIdle * 60_000;
  const id = goesOn ? (kept.id as string) : randomId();
  write(storage, "session", { id, at: now });
  return { id, begun: !goesOn };
}
