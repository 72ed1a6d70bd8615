import { createServer } from "node:http";
import { logError } from "contract/base/log";
import { collectDefaultMetrics, type MetricObject, Registry } from "prom-client";
import type { Environment } from "../environment";
import { listenError } from "../start-error";
import { mergedMetrics, ownMetrics, readMetrics, startCounting } from "./metrics";

/**
 * Serves GET /metrics on a port of its own, which visitors cannot reach. Throws StartError when the port cannot be
 * opened.
 * @param others reads the metrics of the other threads
 * @returns a function that ends it
 */
export async function serveMetrics(
  { metricsPort, metricsHost }: Pick<Environment, "metricsPort" | "metricsHost">,
  thread: "front-door" | "gateway",
  others: () => Promise<MetricObject[][]> = async () => [],
): Promise<() => void> {
  if (metricsPort === null) return () => undefined;
  // Processor, memory and file metrics are those of the whole process, whichever thread reads them.
  collectDefaultMetrics({ register: ownMetrics });
  startCounting(thread);
  const server = createServer((request, response) => {
    if (request.method !== "GET" || request.url?.split("?", 1)[0] !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    Promise.all([readMetrics(), others()])
      .then(([own, rest]) => mergedMetrics([own, ...rest]))
      .then(
        (text) => response.writeHead(200, { "content-type": Registry.PROMETHEUS_CONTENT_TYPE }).end(text),
        (error: unknown) => {
          logError("指标没有读出来：", error);
          response.writeHead(500).end();
        },
      );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(listenError(error, metricsHost, metricsPort, "METRICS_")));
    server.listen(metricsPort, metricsHost, resolve);
  });
  return () => {
    server.close();
    server.closeAllConnections();
  };
}
