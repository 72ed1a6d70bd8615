import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** What the upstream received. */
export interface Received {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: string;
}

type Behaviour = (request: Received, response: ServerResponse) => void;

/** A real HTTP server that answers as a test tells it to, correctly or not, and remembers the requests. */
export interface Upstream {
  origin: string;
  received: Received[];
  /** How it answers from now on. */
  behave(behaviour: Behaviour): void;
  /** Answers this status and JSON from now on. */
  answer(status: number, body: unknown, headers?: Record<string, string | string[]>): void;
  close(): Promise<void>;
}

export async function startUpstream(): Promise<Upstream> {
  let behaviour: Behaviour = (_, response) => response.end();
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const one: Received = {
      method: request.method ?? "",
      path: request.url ?? "",
      headers: request.headers,
      body: await text(request),
    };
    received.push(one);
    behaviour(one, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    behave(next) {
      behaviour = next;
    },
    answer(status, body, headers = {}) {
      behaviour = (_, response) => {
        response.writeHead(status, { "content-type": "application/json", ...headers });
        response.end(body === undefined ? undefined : JSON.stringify(body));
      };
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
