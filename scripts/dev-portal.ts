/**
 * The portal of `npm run dev`: the same front door as in production (limits, security headers, static files by Vite),
 * with the sources through Vite. It has no caches.
 */
import { createServer as createHttpServer } from "node:http";
import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { logInfo } from "contract/base/log";
import { createServer as createViteServer } from "vite";
import { type Backend, createBackend } from "../server/backend/backend";
import { readEnvironment } from "../server/environment";
import { createFrontDoor } from "../server/front-door";
import { findMissingCalls } from "../server/missing-calls";
import { KeptViews } from "../server/page-cache/kept-views";
import { PageCache } from "../server/page-cache/page-cache";
import type { Portal } from "../server/portal";
import { createReadiness } from "../server/readiness";
import { createPolicy } from "../server/responses/security-headers";
import { failToStart, listenError } from "../server/start-error";
import workbookOf from "../server/workbooks/workbook";

process.env.NODE_ENV ??= "development";
const { portal: settings, host, port, rateLimitScale: scale, overloadMilliseconds } = readEnvironment();

const server = createHttpServer();
const vite = await createViteServer({
  server: { middlewareMode: true, hmr: { server } },
  appType: "custom",
}).catch(failToStart);

const policyFor = createPolicy(settings);
const portal: Portal = {
  async render(request, context) {
    const build = (await vite.ssrLoadModule("virtual:remix/server-build")) as ServerBuild;
    const response = await createRequestHandler(build, "development")(request, { ...context });
    // Vite inserts changed style sheets into the page without a nonce.
    if (!response.headers.has("content-security-policy"))
      response.headers.set(
        "content-security-policy",
        policyFor(`'nonce-${context.cspNonce}'`, "'unsafe-inline'"),
      );
    return response;
  },
  forget: () => undefined,
  counted: () => ({ hits: 0, misses: 0 }),
};

const inner = createBackend({
  settings,
  portal,
  gateway: undefined,
  threads: { writeWorkbook: workbookOf },
});
const backend: Backend = {
  ...inner,
  // The page cache is off.
  makePage: async (request, asking) => ({ response: (await inner.render(request, asking)).response }),
};
const door = createFrontDoor({
  settings,
  backend,
  files: () => false,
  cache: new PageCache(),
  views: new KeptViews(() => undefined),
  onChange: () => undefined,
  answerReadiness: createReadiness({
    backend,
    gatewayUrls: settings.gatewayUrls,
    sendTraceId: !settings.hostTraceIds,
    channel: undefined,
    missingCalls: findMissingCalls(settings.gatewayUrls),
  }),
  scale,
  overloadMilliseconds,
});

server.on("request", (request, response) =>
  vite.middlewares(request, response, () => door(request, response)),
);
server.once("error", (error) => failToStart(listenError(error, host, port)));
server.listen(port, host, () => logInfo(`开发服务器：http://${host}:${port}`));
process.on("SIGTERM", () => void vite.close().finally(() => process.exit(0)));
