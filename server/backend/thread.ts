import { parentPort, workerData } from "node:worker_threads";
import { describeError, logError, loggedPath, writeLogAs } from "contract/base/log";
import { noChange } from "contract/base/pages";
import { tracedWithin } from "contract/base/trace";
import { traceIdHeader, traceparentHeader } from "contract/base/wire";
import { ensureDemo, keepLoadedPack } from "gateway/content/load/ensure-demo";
import { sayHowFar } from "gateway/content/load/how-far";
import { renewFirstLink } from "gateway/moderation/administrators/first-link";
import { watch } from "gateway/server/metrics";
import { createCertificates } from "../certificates/certificates";
import { type EmbeddedGateway, openEmbeddedGateway } from "../embedded-gateway";
import { endSafelyOnUncaught } from "../last-words";
import type { PageResult } from "../page-cache/page-entry";
import { certificateProgram, demoPack, pictureProgram, portalBuild, workbookProgram } from "../paths";
import { createPictures } from "../pictures/pictures";
import { loadPortal } from "../portal";
import { isKnown } from "../start-error";
import { readMetrics, startCounting } from "../watch/metrics";
import { startTracing } from "../watch/tracing";
import { createWorkbooks } from "../workbooks/workbooks";
import { type Answer, type Backend, createBackend } from "./backend";
import { type FromThread, packMade, type ThreadData, type ToThread } from "./messages";

/**
 * The program of a backend thread: portal and embedded gateway, called by messages. The listening thread only passes
 * requests on, so computing here never blocks its sockets.
 */
const { environment, first, sourceMaps } = workerData as ThreadData;
const port = parentPort;
if (!port) throw new Error("backend threads are started by server/backend/threads.ts");
const post = (message: FromThread) => port.postMessage(message);

/** The token of the link that appoints the first administrator; null when there is one. */
let firstLink: string | null = null;

async function open(): Promise<EmbeddedGateway | undefined> {
  if (environment.portal.gatewayUrls.length > 0) return undefined;
  const gateway = await openEmbeddedGateway(environment, {
    withDemo: first,
    pagesChanged: (changed) => post({ changed }),
  });
  try {
    if (first && environment.demo) await ensureDemo(gateway.forWork, demoPack, sayHowFar());
    else if (first && environment.contentPack) await keepLoadedPack(gateway.forWork, environment.contentPack);
    if (first) firstLink = await renewFirstLink(gateway.forWork);
  } catch (error) {
    await gateway.close();
    throw error;
  }
  return gateway;
}

const underWay = new Map<number, AbortController>();

async function answer(
  backend: Backend,
  { id, method, request, address }: Extract<ToThread, { method: unknown }>,
) {
  const controller = new AbortController();
  underWay.set(id, controller);
  try {
    const asking = { address, signal: controller.signal };
    const traceparent = request.headers.find(([name]) => name === traceparentHeader)?.[1];
    const result: PageResult & Partial<Answer> = await tracedWithin(traceparent, () =>
      backend[method](request, asking),
    );
    const { page, transfer } = packMade(result);
    const { change = noChange, account, gatewayMs } = result;
    port?.postMessage({ id, page, change, account, gatewayMs } satisfies FromThread, transfer);
  } catch (error) {
    const requestId = request.headers.find(([name]) => name === traceIdHeader)?.[1];
    logError(`[门户] ${request.method} ${loggedPath(request.url)}`, error, { requestId });
    post({ id, failed: true });
  } finally {
    underWay.delete(id);
  }
}

async function start(): Promise<void> {
  const tracing = await startTracing(environment, "portal");
  const [gateway, portal] = await Promise.all([open(), loadPortal(portalBuild)]);
  const pictures = createPictures(pictureProgram);
  const certificates = createCertificates(certificateProgram);
  const workbooks = createWorkbooks(workbookProgram);
  const backend = createBackend({
    settings: environment.portal,
    portal,
    gateway,
    threads: {
      drawTopic: pictures.draw,
      drawCertificate: certificates.draw,
      writeWorkbook: workbooks.write,
    },
  });
  port?.on("message", (message: ToThread) => {
    if ("method" in message) void answer(backend, message);
    else if ("abort" in message) underWay.get(message.id)?.abort();
    else if ("forget" in message) backend.forget();
    else if ("metrics" in message) void readMetrics().then((metrics) => post({ metrics }));
    else if ("views" in message) backend.countViews(message.views);
    else
      void Promise.all([
        gateway?.close(),
        pictures.close(),
        certificates.close(),
        workbooks.close(),
        tracing?.close(),
      ])
        .catch((error: unknown) => logError("停止时出错：", error))
        .then(() => post({ closed: true }));
  });
  if (!gateway) watch({ answers: portal.counted });
  if (environment.metricsPort !== null) startCounting("backend");
  post({ ready: { engine: backend.engine, firstLink } });
}

writeLogAs(environment.logFormat);
endSafelyOnUncaught();
process.setSourceMapsEnabled(sourceMaps);
start().catch((error: unknown) => {
  const known = isKnown(error);
  post({ refused: { message: known ? (error as Error).message : describeError(error), known } });
});
