import type { IncomingMessage, ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import { signInPath } from "contract/base/wire";
import { refusals } from "contract/refusals";
import { pages } from "../responses/plain-page";
import { countOverload } from "../watch/metrics";
import type { Work } from "../work";
import { Overload } from "./overload";
import { bringsBody, retryAfter } from "./request-limits";

/** What the calling thread itself has to do, which listens and computes. */
export class OwnWork {
  #done = 0;
  #pending = 0;

  /** Does a piece of work, counted until there is an answer: sending a long one is no work. */
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
    const { active } = performance.eventLoopUtilization();
    return { threads: 1, active, done: this.#done, pending: this.#pending };
  }
}

/** What load balancers ask. */
const watched = /^\/gateway\/(?:healthz|readyz)(?:\?|$)/;
/** Where people are, and not a portal. */
const isPeoples = (url: string) => url.startsWith(signInPath);

/** Answers 503 while a gateway that listens itself has too much to do; false where it has time. */
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
      // A body that nobody reads would be in the way of the next request.
      ...(bringsBody(request) ? { connection: "close" } : {}),
    });
    response.end(text);
    return true;
  };
}
