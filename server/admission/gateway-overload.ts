import type { IncomingMessage, ServerResponse } from "node:http";
import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { signInPath } from "contract/base/wire";
import { refusals } from "contract/refusals";
import type { Work } from "../backend/work";
import { pages } from "../responses/plain-page";
import { countOverload } from "../watch/metrics";
import { Overload } from "./overload";
import { bringsBody, retryAfter } from "./request-limits";

/** The resolution of the measured delay, which is part of each value, and how often it is read, in milliseconds. */
const delayMilliseconds = 10;
const delayWindow = 200;

/** Counts the work of a thread that both listens and computes. */
export class OwnWork {
  #done = 0;
  #pending = 0;
  readonly #delay = monitorEventLoopDelay({ resolution: delayMilliseconds });
  #late = 0;
  #readAt = performance.now();

  constructor() {
    this.#delay.enable();
  }

  /** Runs a task and counts it as pending until there is an answer; sending the answer does not count. */
  async counted<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#pending += 1;
    try {
      return await work();
    } finally {
      this.#pending -= 1;
      this.#done += 1;
    }
  }

  read(): Work {
    const now = performance.now();
    if (now - this.#readAt >= delayWindow) {
      // The mean, because a single pause for garbage collection is not overload.
      this.#late = this.#delay.count > 0 ? this.#delay.mean / 1e6 - delayMilliseconds : 0;
      this.#delay.reset();
      this.#readAt = now;
    }
    const { active } = performance.eventLoopUtilization();
    return { threads: 1, active, done: this.#done, pending: this.#pending, late: this.#late };
  }
}

/** Never refused: health checks of load balancers, and pictures of admitted pages. */
const watched = /^\/gateway\/(?:(?:healthz|readyz)(?:\?|$)|files\/)/;
/** Pages that people open in a browser; all other paths are called by portals. */
const isPeoples = (url: string) => url.startsWith(signInPath);

/** Answers 503 and returns true during overload; returns false otherwise. */
export function refuseOverload(
  work: Pick<OwnWork, "read">,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const overload = new Overload(() => work.read());
  const { status, message } = refusals.UNAVAILABLE;
  return (request, response) => {
    const { url = "/" } = request;
    if (watched.test(url) || !overload.refuses("member")) return false;
    countOverload();
    const [type, text] = isPeoples(url)
      ? ["text/html; charset=utf-8", pages.busy]
      : ["application/json", JSON.stringify({ errorCode: "UNAVAILABLE", message })];
    response.writeHead(status, {
      "content-type": type,
      "cache-control": "no-store",
      "retry-after": retryAfter,
      // The body is not read, so the connection cannot be used again.
      ...(bringsBody(request) ? { connection: "close" } : {}),
    });
    response.end(text);
    return true;
  };
}
