import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { logError, logInfo } from "contract/base/log";
import { listenError } from "./start-error";

/**
 * Longer than the usual keep-alive of a proxy in front, which otherwise could send a request on a connection that has
 * just been closed.
 */
const keepAlive = 65_000;
/** How often idle connections are closed while a stop waits, in milliseconds. */
const idleMilliseconds = 100;

/** The addresses of readiness checks: the portal's and the gateway's. */
const readiness = /^\/(?:gateway\/)?readyz(?:\?|$)/;

/** The times of a stop. */
export interface StopTimes {
  /** Requests that still run this many seconds after a stop was requested are cut off. */
  stopSeconds: number;
  /** How many seconds the port stays open after SIGTERM, so that load balancers notice the stop first. */
  drainSeconds: number;
}

export interface Listening {
  /** The address for people, such as http://127.0.0.1:3000. */
  url: string;
  /**
   * Stops accepting connections, after the drain time if there is one, and resolves when the running requests are
   * answered.
   */
  stop(signal: NodeJS.Signals): Promise<void>;
}

function urlOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  const displayHost = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${displayHost.includes(":") ? `[${displayHost}]` : displayHost}:${port}`;
}

function answerStopping(response: ServerResponse): void {
  response
    .writeHead(503, { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" })
    .end('{"ready":false,"stopping":true}\n');
}

/** Listens on the address. Throws StartError with what to do when that is not possible. */
export async function listen(
  listener: RequestListener,
  { host, port, stopSeconds, drainSeconds }: { host: string; port: number } & StopTimes,
): Promise<Listening> {
  let stopping = false;
  const server = createServer({ keepAliveTimeout: keepAlive }, (request, response) => {
    // The client's next request must go to another process.
    if (stopping) response.setHeader("connection", "close");
    if (stopping && readiness.test(request.url ?? "")) answerStopping(response);
    else listener(request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(listenError(error, host, port)));
    server.listen(port, host, resolve);
  });
  server.removeAllListeners("error");
  // Happens, for example, when no file descriptors are left for a moment. The process can continue.
  server.on("error", (error) => logError("监听出错：", error));
  return {
    url: urlOf(server, host),
    async stop(signal) {
      stopping = true;
      const cutAt = performance.now() + stopSeconds * 1_000;
      logInfo(`正在停止：等待进行中的请求完成，最多 ${stopSeconds} 秒……`);
      // Somebody who pressed Ctrl-C waits for the end, so there is no drain time.
      if (signal === "SIGTERM" && drainSeconds > 0) await wait(drainSeconds * 1_000);
      await new Promise<void>((resolve) => {
        const cut = setTimeout(() => server.closeAllConnections(), Math.max(0, cutAt - performance.now()));
        const idle = setInterval(() => server.closeIdleConnections(), idleMilliseconds);
        server.close(() => {
          clearTimeout(cut);
          clearInterval(idle);
          resolve();
        });
        server.closeIdleConnections();
      });
    },
  };
}

/** Runs `stop` once on SIGTERM or SIGINT and ends the process; a second signal ends it at once. */
export function stopOnSignal(stop: (signal: NodeJS.Signals) => Promise<void>): void {
  let stopping = false;
  const onSignal = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1);
    stopping = true;
    stop(signal).then(
      () => process.exit(0),
      (error: unknown) => {
        logError("停止时出错：", error);
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
}
