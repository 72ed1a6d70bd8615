import { createHash } from "node:crypto";
import { Worker } from "node:worker_threads";
import { logError } from "contract/base/log";
import type { PagesChange } from "contract/base/pages";
import type { MetricObject } from "prom-client";
import type { Environment } from "../environment";
import type { PageResult } from "../page-cache/page-entry";
import { backendProgram } from "../paths";
import { StartError } from "../start-error";
import { type PlainRequest, sessionKey } from "../visit";
import { type Answer, type Asking, type Backend, LoggedError } from "./backend";
import type { FromThread, Method, ThreadData, ToThread } from "./messages";

/**
 * Memory for short-lived objects: a member's page makes some megabytes of them. Twice as much would cost 90 MB more.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 32 };
const reads = new Set(["GET", "HEAD", "OPTIONS"]);

type ThreadAnswer = { page: PageResult } & Omit<Answer, "response">;

/** One thread with portal and gateway. The process ends with it, because nothing can be answered without it. */
class BackendThread {
  engine: Backend["engine"] = null;
  firstLink: string | null = null;
  readonly #worker: Worker;
  readonly #pendingRequests = new Map<
    number,
    { resolve(answer: ThreadAnswer): void; reject(error: Error): void }
  >();
  #lastId = 0;
  #closed: (() => void) | undefined;
  /** The callers that wait for metrics, in order. */
  readonly #metrics: ((metrics: MetricObject[]) => void)[] = [];

  constructor(
    data: ThreadData,
    private readonly onChange: (change: PagesChange) => void,
  ) {
    this.#worker = new Worker(backendProgram, { workerData: data, resourceLimits });
  }

  /** Resolves when the thread can answer. Throws StartError with the reason why it cannot start. */
  ready(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#worker.on("message", (message: FromThread) => {
        if ("id" in message) this.#take(message);
        else if ("changed" in message) this.onChange(message.changed);
        else if ("metrics" in message) this.#metrics.shift()?.(message.metrics);
        else if ("ready" in message) {
          this.engine = message.ready.engine;
          this.firstLink = message.ready.firstLink;
          resolve();
        } else if ("refused" in message) {
          const { message: reason, known } = message.refused;
          reject(known ? new StartError(reason) : new Error(reason));
        } else this.#closed?.();
      });
      this.#worker.on("error", (error) => {
        logError("没有处理的错误，进程结束：", error);
        process.exit(1);
      });
      this.#worker.on("exit", () => {
        if (!this.#closed) process.exit(1);
      });
    });
  }

  /** How many requests wait for their answer. */
  get pending(): number {
    return this.#pendingRequests.size;
  }

  ask(method: Method, request: PlainRequest, { address, signal }: Asking): Promise<ThreadAnswer> {
    this.#lastId += 1;
    const id = this.#lastId;
    const onAbort = () => this.#post({ id, abort: true });
    signal?.addEventListener("abort", onAbort, { once: true });
    return new Promise<ThreadAnswer>((resolve, reject) => {
      this.#pendingRequests.set(id, { resolve, reject });
      this.#post({ id, method, request, address }, request.body ? [request.body.buffer] : []);
    }).finally(() => signal?.removeEventListener("abort", onAbort));
  }

  #post(message: ToThread, transfer: ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, transfer);
  }

  #take(message: Extract<FromThread, { id: number }>): void {
    const pending = this.#pendingRequests.get(message.id);
    this.#pendingRequests.delete(message.id);
    if ("failed" in message) pending?.reject(new LoggedError("a backend's thread failed"));
    else pending?.resolve(message);
  }

  forget(): void {
    this.#post({ forget: true });
  }

  countViews(views: ReadonlyMap<number, number>): void {
    this.#post({ views });
  }

  /** The thread's metrics. */
  metrics(): Promise<MetricObject[]> {
    return new Promise((resolve) => {
      this.#metrics.push(resolve);
      this.#post({ metrics: true });
    });
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#closed = resolve;
      this.#post({ close: true });
    });
    await this.#worker.terminate();
  }
}

/**
 * A hash of the session or address, so that one person's writes go to the same thread: without Redis each thread counts
 * limits by itself.
 */
function numberOf({ headers }: PlainRequest, address: string): number {
  const cookie = headers.find(([name]) => name.toLowerCase() === "cookie")?.[1];
  return createHash("sha256")
    .update(sessionKey(cookie) ?? address)
    .digest()
    .readUInt32BE();
}

export interface BackendThreads extends Backend {
  /** The metrics of each thread. */
  metrics(): Promise<MetricObject[][]>;
  /**
   * The token of the link that appoints the first administrator; null when there is one, or the gateway runs elsewhere.
   */
  firstLink: string | null;
  close(): Promise<void>;
}

/**
 * Starts WORKERS threads, the first one alone, because it creates the database and loads the demo's content. A read
 * goes to the thread with the fewest pending requests; a person's writes always go to the same thread. Throws
 * StartError with the reason why it cannot start.
 * @param onChange called when a job has changed pages that visitors share
 */
export async function startBackend(
  environment: Environment,
  sourceMaps: boolean,
  onChange: (change: PagesChange) => void,
): Promise<BackendThreads> {
  const start = async (first: boolean) => {
    const thread = new BackendThread({ environment, first, sourceMaps }, onChange);
    await thread.ready();
    return thread;
  };
  const first = await start(true);
  const others = await Promise.all(Array.from({ length: environment.workers - 1 }, () => start(false)));
  const threads = [first, ...others];

  function threadFor(request: PlainRequest, address: string): BackendThread {
    if (threads.length === 1) return first;
    if (!reads.has(request.method)) return threads[numberOf(request, address) % threads.length] ?? first;
    return threads.reduce((least, each) => (each.pending < least.pending ? each : least));
  }
  const ask = (method: Method) => (request: PlainRequest, asking: Asking) =>
    threadFor(request, asking.address).ask(method, request, asking);
  const response = (method: Method) => async (request: PlainRequest, asking: Asking) => {
    const { page, ...beside } = await ask(method)(request, asking);
    if ("entry" in page) throw new Error(`${method} made an entry`);
    return { response: page.response, ...beside };
  };
  return {
    engine: first.engine,
    firstLink: first.firstLink,
    render: response("render"),
    askGateway: response("askGateway"),
    makePage: async (request, asking) => (await ask("makePage")(request, asking)).page,
    forget() {
      for (const thread of threads) thread.forget();
    },
    countViews: (views) => first.countViews(views),
    metrics: () => Promise.all(threads.map((thread) => thread.metrics())),
    async close() {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}
