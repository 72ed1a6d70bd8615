import type { AnalyticsHeader } from "contract/analytics/events";
import type { Batch } from "./batch";
import type { Outcome, Sending } from "./channel";
import { record } from "./log";

async function post(address: string, payload: string, timeout: number): Promise<Outcome> {
  try {
    const { ok, status } = await fetch(address, {
      method: "POST",
      // A string is sent as text/plain, so another host needs no preflight request.
      body: payload,
      signal: AbortSignal.timeout(timeout),
    });
    if (ok) return "arrived";
    record(`没有收下：${status}`, address);
    return status === 429 || status >= 500 ? "again" : "refused";
  } catch (error) {
    record("没有送到", error);
    return "again";
  }
}

/** The sending functions for an address that must answer within `timeout` milliseconds. */
export const sendingTo = (
  address: string,
  timeout: number,
  header: Omit<AnalyticsHeader, "batchId">,
  keep: (batch: Batch) => void,
): Sending => ({
  header,
  keep,
  post: (payload) => post(address, payload, timeout),
  beacon(payload) {
    try {
      return navigator.sendBeacon(address, payload);
    } catch {
      return false;
    }
  },
});
