import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { logError } from "contract/base/log";
import { listenError } from "./start-error";

/**
 * Longer than the usual keep-alive of a proxy in front, which must not meet a connection closed the moment
 * before.
 */
const keepAlive = 65_000;
/** Requests still running this long after a stop was asked for are cut off. */
const stopPatience = 10_000;

export interface Listening {
  /** The address for people, such as http://127.0.0.1:3000. */
  url: string;
  /** Takes no more connections, and resolves when the requests under way are answered. */
  stop(): Promise<void>;
}

function urlOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  const displayHost = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${displayHost.includes(":") ? `[${displayHost}]` : displayHost}:${port}`;
}

/** Listens on the address. Throws StartError with what to do when that is not possible. */
export async function listen(listener: RequestListener, host: string, port: number): Promise<Listening> {
  const server = createServer({ keepAliveTimeout: keepAlive }, listener);
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(listenError(error, host, port)));
    server.listen(port, host, resolve);
  });
  server.removeAllListeners("error");
  // Such as no file descriptors left for a moment: not a reason to end.
  server.on("error", (error) => logError("监听出错：", error));
  return {
    url: urlOf(server, host),
    stop: () =>
      new Promise((resolve) => {
        const timer = setTimeout(() => server.closeAllConnections(), stopPatience);
        server.close(() => {
          clearTimeout(timer);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}

/** Runs `stop` once on SIGTERM or SIGINT and ends the process; a second signal ends it at once. */
export function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  const onSignal = () => {
    if (stopping) process.exit(1);
    stopping = true;
    stop().then(
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
