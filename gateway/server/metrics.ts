import { Counter, Gauge, Histogram, Registry } from "prom-client";

/**
 * The gateway's own metrics. Each thread has its own numbers, and the program that runs it adds them up (server/watch).
 * All exported metrics are here and in server/watch/metrics.ts.
 */
export const gatewayMetrics = new Registry();

const refused = new Counter({
  registers: [gatewayMetrics],
  name: "portal_refusals_total",
  help: "Calls and forms that the gateway refused, by the refusal's code",
  labelNames: ["code"],
});
const messages = new Counter({
  registers: [gatewayMetrics],
  name: "portal_messages_total",
  help: "Mails and SMS that were handed over or failed; outbox: there is nothing to send them with",
  labelNames: ["channel", "outcome"],
});

const fileOperations = new Histogram({
  registers: [gatewayMetrics],
  name: "portal_file_store_duration_seconds",
  help: "Operations of the folder or bucket that files lie in, until its answer begins, by outcome",
  labelNames: ["store", "operation", "outcome"],
  buckets: [0.01, 0.1, 0.5, 2.5, 10],
});

/** Counts an operation of a file store. */
export const countFileOperation = (
  labels: { store: string; operation: string; outcome: "ok" | "failed" },
  milliseconds: number,
): void => fileOperations.observe(labels, milliseconds / 1_000);

/** Counts a refusal. */
export const countRefusal = (code: string): void => refused.inc({ code });

/** Counts a mail or SMS. */
export const countMessage = (channel: string, outcome: "sent" | "failed" | "outbox"): void =>
  messages.inc({ channel, outcome });

/** The sources of numbers that are read when somebody reads the metrics. */
export interface Watched {
  /** The numbers of answers from the cache and of newly made answers since the start. */
  answers(): { hits: number; misses: number };
  /** The numbers of texts that wait for a thread and that are in one. */
  texts(): { waiting: number; running: number };
  /** The connections to the database; null for the embedded database. */
  connections(): { open: number; idle: number; waiting: number } | null;
  /** The replica of the database; null without one. */
  replica(): { lagSeconds: number | null; counted: { replica: number; primary: number } } | null;
  /** The jobs that wait, and how long the oldest is overdue. Rejects if the database does not answer. */
  jobs(): Promise<{ waiting: number; failed: number; oldestSeconds: number }>;
}

/** The timeout for the numbers of jobs, so that all other metrics work while the database is away. */
const jobsMilliseconds = 2_000;

let watched: Partial<Watched> = {};

/** Makes the metrics read this gateway, of which a thread has one. A portal without a gateway has only answers. */
export function watch(gateway: Partial<Watched>): void {
  watched = gateway;
}

new Counter({
  registers: [gatewayMetrics],
  name: "portal_answers_total",
  help: "Answers of the gateway that were asked for by a key: hit, it was kept; miss, it was made",
  labelNames: ["result"],
  collect() {
    const { hits, misses } = watched.answers?.() ?? { hits: 0, misses: 0 };
    this.reset();
    this.inc({ result: "hit" }, hits);
    this.inc({ result: "miss" }, misses);
  },
});
new Gauge({
  registers: [gatewayMetrics],
  name: "portal_texts",
  help: "Texts that wait for a thread, and that are read in one",
  labelNames: ["state"],
  collect() {
    const { waiting, running } = watched.texts?.() ?? { waiting: 0, running: 0 };
    this.set({ state: "waiting" }, waiting);
    this.set({ state: "running" }, running);
  },
});
new Gauge({
  registers: [gatewayMetrics],
  name: "portal_database_connections",
  help: "Connections to PostgreSQL: in use, idle; and queries that wait for one",
  labelNames: ["state"],
  collect() {
    const connections = watched.connections?.();
    if (!connections) return;
    const { open, idle, waiting } = connections;
    this.set({ state: "used" }, open - idle);
    this.set({ state: "idle" }, idle);
    this.set({ state: "waiting" }, waiting);
  },
});
new Counter({
  registers: [gatewayMetrics],
  name: "portal_replica_statements_total",
  help: "Statements that a replica may answer: by the replica, and by the primary in its place",
  labelNames: ["by"],
  collect() {
    this.reset();
    const counted = watched.replica?.()?.counted;
    if (!counted) return;
    this.inc({ by: "replica" }, counted.replica);
    this.inc({ by: "primary" }, counted.primary);
  },
});
new Gauge({
  registers: [gatewayMetrics],
  name: "portal_replica_lag_seconds",
  help: "How far the replica is behind; no value while nobody knows",
  aggregator: "max",
  collect() {
    this.reset();
    const lag = watched.replica?.()?.lagSeconds;
    if (lag !== null && lag !== undefined) this.set(lag);
    else this.remove();
  },
});
const oldest = new Gauge({
  registers: [gatewayMetrics],
  name: "portal_jobs_oldest_seconds",
  help: "How long the job that was due first has waited",
  // All threads and processes read the same table, so their numbers must not be added.
  aggregator: "max",
});
new Gauge({
  registers: [gatewayMetrics],
  name: "portal_jobs",
  help: "Jobs in the database: waiting, and given up",
  labelNames: ["state"],
  aggregator: "max",
  async collect() {
    this.reset();
    oldest.reset();
    if (!watched.jobs) return;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, jobsMilliseconds, null);
    });
    const jobs = await Promise.race([watched.jobs().catch(() => null), late]).finally(() =>
      clearTimeout(timer),
    );
    if (!jobs) return;
    this.set({ state: "waiting" }, jobs.waiting);
    this.set({ state: "failed" }, jobs.failed);
    oldest.set(jobs.oldestSeconds);
  },
});
