import type { ServerResponse } from "node:http";
import type { Received } from "./upstream";

/**
 * A server between a portal and its gateway. It passes requests on unchanged, or breaks the requests whose path
 * matches.
 */
export function goBetween(gatewayOrigin: () => string) {
  async function passOn(received: Received, response: ServerResponse): Promise<void> {
    const headers = new Headers();
    for (const [name, value] of Object.entries(received.headers)) {
      if (
        typeof value === "string" &&
        !["host", "connection", "content-length", "transfer-encoding"].includes(name)
      )
        headers.set(name, value);
    }
    const hasBody = received.method !== "GET" && received.method !== "HEAD";
    const answer = await fetch(new URL(received.path, gatewayOrigin()), {
      method: received.method,
      headers,
      redirect: "manual",
      ...(hasBody ? { body: received.body } : {}),
    });
    const cookies = answer.headers.getSetCookie();
    for (const [name, value] of answer.headers)
      if (!/^(set-cookie|content-encoding|content-length|transfer-encoding)$/.test(name))
        response.setHeader(name, value);
    if (cookies.length > 0) response.setHeader("set-cookie", cookies);
    response.writeHead(answer.status);
    response.end(Buffer.from(await answer.arrayBuffer()));
  }
  const healthy = (received: Received, response: ServerResponse) => void passOn(received, response);
  const breaking =
    (pattern: RegExp, fail: (response: ServerResponse) => void) =>
    (received: Received, response: ServerResponse) =>
      pattern.test(received.path) ? fail(response) : healthy(received, response);
  return { healthy, breaking };
}

/** Answers with this status and body. */
export const answering = (status: number, body: string) => (response: ServerResponse) => {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(body);
};
