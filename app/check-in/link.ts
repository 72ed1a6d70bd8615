import { currentFormToken } from "~/forms/form-token";
import { staffPaths } from "~/navigation/staff-paths";
import type { KeptScan, ScanAnswer, ScansAnswer } from "./wire";

/** The timeout of a check-in, in milliseconds, because a person waits at the entrance. */
const answerTimeout = 2_000;
/** The timeout of sending stored scans, in milliseconds; nobody waits for it. */
const syncTimeout = 20_000;
/** The number of scans in one request, which keeps the form small. */
const scansPerRequest = 50;

/** A random id of a scan; the gateway counts each id once. */
export function newNonce(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

/** A signal that aborts a request after the timeout. */
function timeoutSignal(milliseconds: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), milliseconds);
  return controller.signal;
}

/** Posts a form; null when no answer came in time, or the answer is not from the portal. */
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
      signal: timeoutSignal(milliseconds),
    });
    const answer = (await response.json()) as Answer;
    return answer.again ? null : answer;
  } catch {
    return null;
  }
}

/** Checks a code in; null when offline. */
export const askCheckIn = (activityId: number, code: string, nonce: string) =>
  post<ScanAnswer>(staffPaths.checkIn(), { activity: String(activityId), code, nonce }, answerTimeout);

/** Sends the first of the stored scans; null when offline. */
export function sendScans(activityId: number, scans: readonly KeptScan[]): Promise<ScansAnswer | null> {
  const some = scans.slice(0, scansPerRequest).map(({ nonce, code, at }) => ({ nonce, code, at }));
  const fields = {
    activity: String(activityId),
    scans: JSON.stringify(some),
    deviceTime: new Date().toISOString(),
  };
  return post<ScansAnswer>(staffPaths.scans(), fields, syncTimeout);
}

/** Whether the portal answers. */
export async function isPortalReachable(): Promise<boolean> {
  try {
    return (await fetch("/healthz", { signal: timeoutSignal(answerTimeout) })).ok;
  } catch {
    return false;
  }
}
