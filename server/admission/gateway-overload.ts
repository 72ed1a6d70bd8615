import type { IncomingMessage, ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import { setImmediate as turnOfLoop } from "node:timers/promises";
import { signInPath } from "contract/base/wire";
import { refusals } from "contract/refusals";
import type { Work } from "../backend/work";
import { pages } from "../responses/plain-page";
import { countOverload } from "../watch/metrics";
import { Overload } from "./overload";
import { answerUnread, bringsBody, retryAfter } from "./request-limits";

/** How often the loop's turns are measured, in milliseconds. */
const tick = 10;
/** How many turns of the loop are spent on reading before a task starts. */
const readingTurns = 64;

/** Counts the work of a thread that both listens and computes. */
export class OwnWork {
  #arrived = 0;
  #done = 0;
  #pending = 0;
  #turnedAt = performance.now();
  #lastTurn = 0;

  constructor() {
    setInterval(() => {
      const now = performance.now();
      this.#lastTurn = Math.max(0, now - this.#turnedAt - tick);
      this.#turnedAt = now;
    }, tick).unref();
  }

  /** Counts a request that has been read, whether it is refused or not. */
  arrive(): void {
    this.#arrived += 1;
  }

  /** Runs a task and counts it as pending until there is an answer; sending the answer does not count. */
  async counted<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#pending += 1;
    try {
      await this.#readOthers();
      return await work();
    } finally {
      this.#pending -= 1;
      this.#done += 1;
    }
  }

  /**
   * Lets the loop turn until no more requests arrive. In each turn it accepts one connection, so that those who came
   * during a long task would wait unseen, for as many tasks as there are connections before theirs.
   */
  async #readOthers(): Promise<void> {
    for (let turn = 0, seen = -1; turn < readingTurns && seen !== this.#arrived; turn += 2) {
      seen = this.#arrived;
      // One turn accepts a connection, the next one reads it.
      await turnOfLoop();
      await turnOfLoop();
    }
  }

  read(): Work {
    const { active } = performance.eventLoopUtilization();
    // A request that is read now may have come at the beginning of the turn before this one.
    const late = this.#lastTurn + Math.max(0, performance.now() - this.#turnedAt - tick);
    return { threads: 1, active, done: this.#done, pending: this.#pending, late };
  }
}

/** Never refused: health checks of load balancers, and pictures of admitted pages. */
const watched = /^\/gateway\/(?:(?:healthz|readyz)(?:\?|$)|files\/)/;
/** Pages that people open in a browser; all other paths are called by portals. */
const isPeoples = (url: string) => url.startsWith(signInPath);

/** Answers 503 and returns true during overload; returns false otherwise. */
export function refuseOverload(
  work: Pick<OwnWork, "arrive" | "read">,
  limit: number,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const overload = new Overload(() => work.read(), limit);
  const { status, message } = refusals.UNAVAILABLE;
  return (request, response) => {
    const { url = "/" } = request;
    work.arrive();
    if (watched.test(url) || !overload.refuses("member")) return false;
    countOverload();
    const [type, text] = isPeoples(url)
      ? ["text/html; charset=utf-8", pages.busy]
      : ["application/json", JSON.stringify({ errorCode: "UNAVAILABLE", message })];
    const headers = { "content-type": type, "retry-after": retryAfter };
    if (bringsBody(request)) answerUnread(request, response, status, headers, text);
    else response.writeHead(status, { ...headers, "cache-control": "no-store" }).end(text);
    return true;
  };
}
