import type { MessagePort } from "node:worker_threads";
import { logError } from "contract/base/log";
import { Piscina } from "piscina";

/** No thread could begin the task: its program is missing or fails while it loads. */
export class ThreadNotStarted extends Error {}

/** Everything else is the same for all pools: threads end when they have nothing to do, and keep no process alive. */
type PoolOptions = Pick<
  NonNullable<ConstructorParameters<typeof Piscina>[0]>,
  "maxThreads" | "idleTimeout" | "maxQueue" | "workerData" | "resourceLimits"
> & { filename: string };

/**
 * Threads that run one program. Piscina leaves the tasks of a thread that does not start in its queue, and announces
 * the failure as an event that would end the process: here it is logged, and these tasks fail.
 */
export class ThreadPool {
  #pool: Piscina | undefined;
  /** Of the tasks that no thread has begun. */
  readonly #waiting = new Set<AbortController>();

  constructor(private readonly options: PoolOptions) {}

  /** Gives a task to a thread. @param controller ends the task, and the thread that works on it */
  async run(
    task: unknown,
    controller: AbortController,
    transferList: readonly MessagePort[] = [],
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

  /** Says that a thread has begun this task: another thread that does not start has nothing to do with it. */
  begun(controller: AbortController): void {
    this.#waiting.delete(controller);
  }

  #threads(): Piscina {
    this.#pool ??= new Piscina({
      minThreads: 0,
      // Threads that wait by Atomics do not get their messages; it would save only microseconds.
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
