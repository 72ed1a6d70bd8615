/** For this long, a gateway that could not be reached is tried last. */
const restMilliseconds = 5_000;

/** Errors before the request was sent: the gateway cannot have done anything. */
const unsent = new Set([
  ...["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "EHOSTDOWN", "ENETUNREACH", "ENETDOWN"],
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** Whether a request certainly did not reach the server. */
function isUnsent(error: unknown): boolean {
  for (let at = error, depth = 0; typeof at === "object" && at !== null && depth < 5; depth += 1) {
    // Node tries each address of a host name.
    if (at instanceof AggregateError && at.errors.length > 0) return at.errors.every(isUnsent);
    if ("code" in at && unsent.has(String(at.code))) return true;
    at = "cause" in at ? at.cause : null;
  }
  return false;
}

const isRead = ({ method }: Request) => method === "GET" || method === "HEAD";

type Send = (request: Request) => Promise<Response>;

/**
 * Sends requests to several gateways of one site in turn; when one cannot be reached, to the next one. A request that
 * may have reached a gateway is repeated only if it is a GET. Requests are addressed to the first of `urls`.
 */
export function amongGateways(urls: readonly string[], send: Send = (request) => fetch(request)): Send {
  const [first = ""] = urls;
  const restUntil = new Map<string, number>();
  let turn = 0;
  return async (request) => {
    if (urls.length < 2) return send(request);
    turn = (turn + 1) % urls.length;
    const now = performance.now();
    const isResting = (url: string) => Number((restUntil.get(url) ?? 0) > now);
    const inOrder = [...urls.slice(turn), ...urls.slice(0, turn)].sort((a, b) => isResting(a) - isResting(b));
    for (const [at, url] of inOrder.entries()) {
      try {
        const answer = await send(new Request(url + request.url.slice(first.length), request.clone()));
        restUntil.delete(url);
        return answer;
      } catch (error) {
        restUntil.set(url, performance.now() + restMilliseconds);
        const isLast = at === inOrder.length - 1;
        if (isLast || request.signal.aborted || !(isUnsent(error) || isRead(request))) throw error;
      }
    }
    throw new Error("no gateway");
  };
}
