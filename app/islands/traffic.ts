import { accessSourceMax } from "contract/account/constants";
import { formatTime } from "contract/base/time";
import { sourceCookie, trafficKey } from "~/cookies/source";
import { escapeHtml } from "~/format/escape";
import { visitorId } from "./visitor-id";

/**
 * The stored record of a visit until it is sent (spec 3.5, traffic record). `unlogincount`: it was sent once for a
 * guest.
 */
interface TrafficRecord {
  accessSource: string;
  visitorId: string;
  /** year-month-day hour:minute:second in China's time zone (spec 9). */
  accessTime: string;
  unlogincount?: number;
}

/** Reads the record of a visit from the server's cookie, and deletes the cookie. */
function arrival(): TrafficRecord | null {
  const cookieValue = new RegExp(`(?:^|; ?)${sourceCookie}=([^;]*)`).exec(document.cookie)?.[1];
  if (cookieValue === undefined) return null;
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the cookie store
  document.cookie = `${sourceCookie}=; Path=/; Max-Age=0; SameSite=Lax`;
  const source = escapeHtml([...decodeURIComponent(cookieValue)].slice(0, accessSourceMax).join(""));
  return { accessSource: source, visitorId: visitorId(), accessTime: formatTime(Date.now()) };
}

function keep(record: TrafficRecord): TrafficRecord {
  localStorage.setItem(trafficKey, JSON.stringify(record));
  return record;
}

function storedRecord(): TrafficRecord | null {
  const { accessSource, visitorId, accessTime, unlogincount } = JSON.parse(
    localStorage.getItem(trafficKey) ?? "{}",
  );
  if (typeof accessSource !== "string" || typeof visitorId !== "string" || typeof accessTime !== "string")
    return null;
  return {
    accessSource,
    visitorId,
    accessTime,
    ...(typeof unlogincount === "number" ? { unlogincount } : {}),
  };
}

function send(record: TrafficRecord): Promise<Response> {
  const body = new URLSearchParams(Object.entries(record).map(([name, value]) => [name, String(value)]));
  return fetch("/traffic", { method: "POST", body, keepalive: true });
}

/**
 * Stores where the visitor came from and sends it (spec 4, traffic record), except after a reload. A guest's record
 * is sent once with `unlogincount` and stays stored; a member's record is deleted when it has arrived. Failures are
 * ignored.
 */
export async function recordTraffic(signedIn: boolean): Promise<void> {
  try {
    const newRecord = arrival();
    const record = newRecord ? keep(newRecord) : storedRecord();
    const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    if (!record || navigation?.type === "reload") return;
    if (signedIn) {
      const { unlogincount: _, ...whole } = record;
      if ((await send(whole)).ok) localStorage.removeItem(trafficKey);
    } else if (record.unlogincount === undefined) await send(keep({ ...record, unlogincount: 1 }));
  } catch {
    // Without storage or network there is no record.
  }
}
