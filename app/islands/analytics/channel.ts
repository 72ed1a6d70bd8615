import type { AnalyticsEvent, AnalyticsHeader } from "contract/analytics/events";
import { batchMax, flushMilliseconds, queueMax } from "contract/analytics/numbers";
import { type Batch, batchLength, bytesOf, payloadOf, randomId } from "./batch";

/** `again`: it may not have arrived, and is worth another try; `refused`: it never will be taken. */
export type Outcome = "arrived" | "again" | "refused";

/** The functions of the browser that a channel uses. */
export interface Sending {
  header: Omit<AnalyticsHeader, "batchId">;
  post(payload: string): Promise<Outcome>;
  /** Whether the browser took it to send it after the page. */
  beacon(payload: string): boolean;
  /** Keeps for the next page what the browser did not take. */
  keep(batch: Batch): void;
}

/** The longest wait after failures. */
const waitMax = 60_000;

/**
 * The queue of one address: events wait at most 3 s, 200 leave at once, one POST is under way at a time, and of
 * more than 1,000 the newest are not recorded. What failed is sent again under its id, ever more seldom.
 */
export class Channel {
  private readonly waiting: { event: AnalyticsEvent; size: number }[] = [];
  /** Cut and not known to have arrived, the one under way first. */
  private batches: Batch[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private posting = false;
  private failures = 0;
  private stopped = false;

  constructor(private readonly sending: Sending) {}

  /** Events that have not arrived, as far as is known. */
  get size(): number {
    return this.batches.reduce((sum, { events }) => sum + events.length, this.waiting.length);
  }

  /** False where the queue is full. */
  add(event: AnalyticsEvent): boolean {
    if (this.stopped || this.size >= queueMax) return false;
    this.waiting.push({ event, size: bytesOf(event) });
    if (this.waiting.length >= batchMax && this.failures === 0) this.flush();
    else this.later();
    return true;
  }

  /** Takes over what an earlier page left; what there is no room for is given up. */
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

  /** The page may not come back: everything goes as beacons, what is under way too, since it may be cut off. */
  leave(): void {
    while (this.cut()) {}
    for (const batch of this.batches)
      if (!this.sending.beacon(payloadOf(this.sending.header, batch))) this.sending.keep(batch);
    this.batches = [];
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Forgets everything. */
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
