import { currentFormToken } from "~/forms/form-token";
import { paths } from "~/navigation/paths";
import type { KeptScan, ScanAnswer, ScansAnswer } from "./wire";

/** Whoever stands at the entrance is not kept waiting for longer, in milliseconds. */
export const patience = 2_000;
/** Sending scans may take longer: nobody waits for it. */
const syncPatience = 20_000;
/** Scans that are handed over at once: a small form. */
const scansAtOnce = 50;

/** A scan's name, by which it counts once. */
export function newNonce(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

/** Gives a request up after so long. */
function within(milliseconds: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), milliseconds);
  return controller.signal;
}

/** Posts a form; null where no answer came in time, or none that the portal gave. */
async function post<Answer extends { again: boolean }>(
  path: string,
  fields: Record<string, string>,
  milliseconds: number,
): Promise<Answer | null> {
  const body = new FormData();
  body.set("csrf", currentFormToken());
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  try {
    const response = await fetch(path, {
      method: "POST",
      body,
      headers: { accept: "application/json" },
      signal: within(milliseconds),
    });
    const answer = (await response.json()) as Answer;
    return answer.again ? null : answer;
  } catch {
    return null;
  }
}

/** Asks what a code comes to; null where there is no link. */
export const askCheckIn = (activityId: number, code: string, nonce: string) =>
  post<ScanAnswer>(paths.checkIn(), { activity: String(activityId), code, nonce }, patience);

/** Hands scans over, some at a time; null where there is no link. */
export function handOver(activityId: number, scans: readonly KeptScan[]): Promise<ScansAnswer | null> {
  const some = scans.slice(0, scansAtOnce).map(({ nonce, code, at }) => ({ nonce, code, at }));
  const fields = {
    activity: String(activityId),
    scans: JSON.stringify(some),
    deviceTime: new Date().toISOString(),
  };
  return post<ScansAnswer>(paths.scans(), fields, syncPatience);
}

/** Whether the portal answers. */
export async function isThere(): Promise<boolean> {
  try {
    return (await fetch("/healthz", { signal: within(patience) })).ok;
  } catch {
    return false;
  }
}
