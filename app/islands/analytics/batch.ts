import type { AnalyticsEvent, AnalyticsHeader } from "contract/analytics/events";
import { batchMax, partBytesMax } from "contract/analytics/numbers";

/** Events that go together, under an id by which they count once however often they arrive. */
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

/** Room for the header and what is around the events; ids have at most 64 characters. */
const around = 1_024;

/** The bytes that an event takes of a payload, at most: it is quoted twice. */
export const bytesOf = (event: AnalyticsEvent): number => bytes(JSON.stringify(JSON.stringify(event)));

/**
 * How many of the first events make a batch: at most 200, and no more than a beacon carries, so that a batch can
 * leave with the page as it is. At least one.
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

/** A random id of 32 hexadecimal digits, where `crypto.randomUUID` is not (plain HTTP) too. */
export function randomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}
