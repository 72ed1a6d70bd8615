import type { MessagePort } from "node:worker_threads";
import { logError } from "contract/base/log";
import { Piscina } from "piscina";

/** Thrown when no thread could start the task, because its program is missing or fails during loading. */
export class ThreadNotStarted extends Error {}

/** The options that differ between pools. In all pools idle threads end, and threads do not keep the process alive. */
type PoolOptions = Pick<
  NonNullable<ConstructorParameters<typeof Piscina>[0]>,
  "maxThreads" | "idleTimeout" | "maxQueue" | "workerData" | "resourceLimits"
> & { filename: string };

/**
 * Threads that run one program. When a thread does not start, Piscina leaves its tasks in the queue and emits an error
 * event, which would end the process. This class logs the error and rejects these tasks.
 */
export class ThreadPool {
  #pool: Piscina | undefined;
  /** The controllers of the tasks that no thread has started. */
  readonly #waiting = new Set<AbortController>();

  constructor(private readonly options: PoolOptions) {}

  /** Runs a task in a thread. @param controller cancels the task and ends its thread */
  async run(
    task: unknown,
    controller: AbortController,
    transferList: readonly (MessagePort | ArrayBuffer)[] = [],
  ): Promise<unknown> {
    const { signal } = controller;
    this.#waiting.add(controller);
    try {
      return await this.#threads().run(task, { transferList: transferList as never[], signal });
    } catch (error) {
      throw signal.reason instanceof ThreadNotStarted ? signal.reason : error;
    } finally {
      this.#waiting.delete(controller);
    }
  }

  /** Records that a thread has started this task, so that a later failed start of a thread does not reject it. */
  begun(controller: AbortController): void {
    this.#waiting.delete(controller);
  }

  #threads(): Piscina {
    this.#pool ??= new Piscina({
      minThreads: 0,
      // Threads that wait with Atomics do not receive messages, and Atomics would save only microseconds.
      atomics: "disabled",
      ...this.options,
    }).on("error", (error: Error) => this.#failWaiting(error));
    return this.#pool;
  }

  #failWaiting(error: Error): void {
    logError(`线程 ${this.options.filename} 没有启动：`, error);
    const reason = new ThreadNotStarted(`no thread runs ${this.options.filename}`, { cause: error });
    for (const controller of this.#waiting) controller.abort(reason);
  }

  async close(): Promise<void> {
    await this.#pool?.destroy();
    this.#pool = undefined;
  }
}
