import type { AnalyticsEvent, AnalyticsHeader } from "contract/analytics/events";
import { batchMax, flushMilliseconds, queueMax } from "contract/analytics/numbers";
import { type Batch, batchLength, bytesOf, payloadOf, randomId } from "./batch";

/** `again`: it may not have arrived, so try again; `refused`: trying again does not help. */
export type Outcome = "arrived" | "again" | "refused";

/** The browser functions that a channel uses. */
export interface Sending {
  header: Omit<AnalyticsHeader, "batchId">;
  post(payload: string): Promise<Outcome>;
  /** Whether the browser accepted it, to send it even after the page is closed. */
  beacon(payload: string): boolean;
  /** Stores a batch for the next page when the browser did not accept it. */
  keep(batch: Batch): void;
}

/** The longest wait after failures, in milliseconds. */
const waitMax = 60_000;

/**
 * The queue of one address. Events wait at most 3 s, or until there are 200. One POST runs at a time. When 1,000
 * events wait, new ones are dropped. A failed batch is sent again under the same id, after growing waits.
 */
export class Channel {
  private readonly waiting: { event: AnalyticsEvent; size: number }[] = [];
  /** Batches not known to have arrived; the one being sent is first. */
  private batches: Batch[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private posting = false;
  private failures = 0;
  private stopped = false;

  constructor(private readonly sending: Sending) {}

  /** How many events are not known to have arrived. */
  get size(): number {
    return this.batches.reduce((sum, { events }) => sum + events.length, this.waiting.length);
  }

  /** Returns false when the queue is full. */
  add(event: AnalyticsEvent): boolean {
    if (this.stopped || this.size >= queueMax) return false;
    this.waiting.push({ event, size: bytesOf(event) });
    if (this.waiting.length >= batchMax && this.failures === 0) this.flush();
    else this.later();
    return true;
  }

  /** Takes the batches that an earlier page stored; drops those that do not fit. */
  restore(batches: readonly Batch[]): void {
    for (const batch of batches) if (this.size + batch.events.length <= queueMax) this.batches.push(batch);
    if (this.batches.length > 0) this.later();
  }

  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.posting || this.stopped) return;
    const batch = this.batches[0] ?? this.cut();
    if (batch) void this.send(batch);
  }

  /** The page may be closed: sends everything as beacons, also the batch being sent, whose POST may be aborted. */
  leave(): void {
    while (this.cut()) {}
    for (const batch of this.batches)
      if (!this.sending.beacon(payloadOf(this.sending.header, batch))) this.sending.keep(batch);
    this.batches = [];
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Stops and deletes everything. */
  stop(): void {
    this.stopped = true;
    this.waiting.length = 0;
    this.batches = [];
    clearTimeout(this.timer);
  }

  private later(): void {
    if (this.posting) return;
    const wait = Math.min(flushMilliseconds * 2 ** this.failures, waitMax);
    this.timer ??= setTimeout(() => this.flush(), wait);
  }

  private cut(): Batch | undefined {
    if (this.waiting.length === 0) return undefined;
    const sending = this.waiting.splice(0, batchLength(this.waiting.map(({ size }) => size)));
    const batch = { id: randomId(), events: sending.map(({ event }) => event) };
    this.batches.push(batch);
    return batch;
  }

  private async send(batch: Batch): Promise<void> {
    this.posting = true;
    const outcome = await this.sending.post(payloadOf(this.sending.header, batch));
    this.posting = false;
    if (outcome !== "again") this.batches = this.batches.filter((one) => one !== batch);
    this.failures = outcome === "again" ? this.failures + 1 : 0;
    if (this.size === 0 || this.stopped) return;
    if (outcome !== "again" && this.waiting.length >= batchMax) this.flush();
    else this.later();
  }
}
