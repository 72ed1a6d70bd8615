import type { AnalyticsEvent, AnalyticsHeader } from "contract/analytics/events";
import { batchMax, partBytesMax } from "contract/analytics/numbers";

/** Events that are sent together. The gateway counts a batch once by its id, even when it arrives twice. */
export interface Batch {
  id: string;
  events: AnalyticsEvent[];
}

const bytes = (text: string) => new TextEncoder().encode(text).length;

/** The body of a batch: header and body as JSON strings (spec 7.3). */
export function payloadOf(header: Omit<AnalyticsHeader, "batchId">, { id, events }: Batch): string {
  return JSON.stringify({
    header: JSON.stringify({ ...header, batchId: id }),
    body: JSON.stringify(events),
  });
}

/** Bytes for the header and the JSON around the events; ids have at most 64 characters. */
const around = 1_024;

/** The bytes of an event in a payload, at most: its JSON is quoted twice. */
export const bytesOf = (event: AnalyticsEvent): number => bytes(JSON.stringify(JSON.stringify(event)));

/**
 * How many of the first events go into a batch: at most 200, at least one, and no more bytes than a beacon accepts,
 * so that any batch can be sent when the page is left.
 */
export function batchLength(sizes: readonly number[]): number {
  let total = around;
  let length = 0;
  for (const size of sizes) {
    total += size;
    if (length === batchMax || (length > 0 && total > partBytesMax)) break;
    length += 1;
  }
  return length;
}

/** A random id of 32 hexadecimal digits. It also works on plain HTTP, where `crypto.randomUUID` is missing. */
export function randomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}
