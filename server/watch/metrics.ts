import { monitorEventLoopDelay } from "node:perf_hooks";
import { gatewayMetrics } from "gateway/server/metrics";
import { AggregatorRegistry, Counter, Gauge, Histogram, type MetricObject, Registry } from "prom-client";

/**
 * The metrics of the front door and the threads behind it. The gateway's own metrics are in gateway/server/metrics.ts;
 * `readMetrics` reads both.
 */

/** The metrics that are defined here. */
export const ownMetrics = new Registry();

const seconds = [0.005, 0.025, 0.1, 0.25, 1, 2.5, 10];

const requests = new Counter({
  registers: [ownMetrics],
  name: "portal_http_requests_total",
  help: "Answered requests by the pattern of their address; 499: the visitor left",
  labelNames: ["method", "route", "status"],
});
const durations = new Histogram({
  registers: [ownMetrics],
  name: "portal_http_request_duration_seconds",
  help: "From a request's first line to the end of its answer",
  labelNames: ["route"],
  buckets: seconds,
});
const pages = new Counter({
  registers: [ownMetrics],
  name: "portal_pages_total",
  help: "Visitors' pages: kept, sent as they were; made, somebody waited for them",
  labelNames: ["result"],
});
const calls = new Counter({
  registers: [ownMetrics],
  name: "portal_gateway_calls_total",
  help: "The portal's calls of the gateway by what came of them",
  labelNames: ["call", "outcome"],
});
const callDurations = new Histogram({
  registers: [ownMetrics],
  name: "portal_gateway_call_duration_seconds",
  help: "The portal's calls of the gateway",
  labelNames: ["outcome"],
  buckets: seconds,
});

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Whether METRICS_PORT is set; without it counting costs nothing. */
let counting = false;

/** Counts an answered request. */
export function countRequest(method: string, route: string, status: number, milliseconds: number): void {
  if (!counting) return;
  requests.inc({ method: methods.has(method) ? method : "other", route, status });
  durations.observe({ route }, milliseconds / 1_000);
}

/** Counts a visitor's page. */
export function countPage(result: "kept" | "made"): void {
  if (counting) pages.inc({ result });
}

/** Counts a call of the gateway. */
export function countCall(call: string, outcome: string, milliseconds: number): void {
  if (!counting) return;
  calls.inc({ call, outcome });
  callDurations.observe({ outcome }, milliseconds / 1_000);
}

/** The resolution of the measurement in milliseconds, which is subtracted from the result. */
const lookMilliseconds = 10;

/** Starts counting, and measures this thread's event-loop delay. @param thread the thread's role */
export function startCounting(thread: "front-door" | "backend" | "gateway"): void {
  counting = true;
  const delay = monitorEventLoopDelay({ resolution: lookMilliseconds });
  delay.enable();
  new Gauge({
    registers: [ownMetrics],
    name: "portal_event_loop_delay_seconds",
    help: "How late a thread's events were since the metrics were last read; the worst of threads that do the same",
    labelNames: ["thread", "quantile"],
    aggregator: "max",
    collect() {
      for (const quantile of [50, 99, 100])
        this.set(
          { thread, quantile: String(quantile / 100) },
          Math.max(0, delay.percentile(quantile) / 1e9 - lookMilliseconds / 1_000),
        );
      delay.reset();
    },
  });
}

/** All metrics of the calling thread, in a form for another thread. */
export async function readMetrics(): Promise<MetricObject[]> {
  const read = (of: Registry) => of.getMetricsAsJSON() as Promise<MetricObject[]>;
  return (await Promise.all([ownMetrics, gatewayMetrics].map(read))).flat();
}

/** The metrics of all threads as one text. */
export const mergedMetrics = (threads: MetricObject[][]): Promise<string> =>
  AggregatorRegistry.aggregate(threads).metrics();
