import { randomBytes } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { Hono } from "hono";
import type { PortalSettings } from "contract/portal-settings";
import { gatewayPrefix, gatewaySessionCookie } from "contract/wire";
import type { EmbeddedGateway } from "./embedded-gateway";
import { preferredEncoding } from "./negotiation";
import type { Made, PageCache } from "./page-cache";
import { createEntry, isShareable, sendEntry } from "./page-entry";
import { type PageKey, pageKey } from "./page-key";
import { pages } from "./plain-page";
import type { RenderPortal } from "./portal";
import { announcesTooMuch, answerTooLarge, isFromElsewhere, readUnannounced } from "./request-limits";
import { createPolicy, securityHeaders, transportSecurity } from "./security-headers";
import { sendResponse } from "./send-response";
import type { ServeStatic } from "./static-files";
import { readVisit, type Visit } from "./visit";

export interface FrontDoorOptions {
  settings: PortalSettings;
  /** The gateway in this process; without one the portal's own route passes `/gateway/` on to GATEWAY_URL. */
  gateway: EmbeddedGateway | undefined;
  render: RenderPortal;
  files: ServeStatic;
  cache: PageCache;
  /** Called after every write, so that this and other processes forget their pages. */
  purge(): void;
}

interface Bindings {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
}

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const htmlType = "text/html; charset=utf-8";
const signedIn = new RegExp(`(?:^|; ?)${gatewaySessionCookie}=`);

function sendPage(response: ServerResponse, status: number, page: string): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(status, { "content-type": htmlType, "cache-control": "no-store" }).end(page);
}

const htmlResponse = (status: number, page: string) =>
  new Response(page, { status, headers: { "content-type": htmlType, "cache-control": "no-store" } });

/**
 * Everything that comes in over HTTP: pages from the cache, built files, the embedded gateway, the portal.
 * Pages that the cache has are answered before anything else is made of the request.
 */
export function createFrontDoor(options: FrontDoorOptions): RequestListener {
  const { settings, gateway, render, files, cache } = options;
  const policyFor = createPolicy(settings);
  const plainPolicy = policyFor("");
  const visits = new WeakMap<IncomingMessage, Visit>();
  const gatewayFetch = gateway ? { gatewayFetch: gateway.portalFetch } : {};

  /** A write by a signed-in person may show on any page. Visitors write nothing but their own cookies. */
  function purgeAfter(incoming: IncomingMessage, status: number): void {
    // What the editor saves while somebody types, whom a policy binds, and where people came from, stands on nobody's page.
    if (/^(?:https:\/\/[^/]+)?\/(?:editor\/|privacy$|traffic$)/.test(incoming.url ?? "")) return;
    const reads = incoming.method === "GET" || incoming.method === "HEAD" || incoming.method === "OPTIONS";
    if (!reads && status < 400 && signedIn.test(incoming.headers.cookie ?? "")) options.purge();
  }

  /** What a gateway passed on says of its own files stays: a stored picture is to run nothing at all. */
  function setPolicy({ headers }: Response, cspNonce: string): void {
    if (!headers.has("content-security-policy")) headers.set("content-security-policy", policyFor(`'nonce-${cspNonce}'`));
  }

  async function makePage(key: PageKey, visit: Visit): Promise<Made> {
    const cspNonce = randomBytes(16).toString("base64");
    const response = await render(key.request(), { ...gatewayFetch, environment: settings, cacheable: true, cspNonce });
    if (isShareable(response)) return { entry: await createEntry(response, cspNonce, policyFor, visit.protocol === "https") };
    setPolicy(response, cspNonce);
    return { response };
  }

  const app = new Hono<{ Bindings: Bindings }>();
  app.onError((error, context) => {
    console.error(`[门户] ${context.req.method} ${context.req.path}`, error);
    return htmlResponse(500, pages.failure);
  });
  if (gateway) {
    app.all(`${gatewayPrefix}/*`, async (context) => {
      const { incoming } = context.env;
      const response = await gateway.fetch(context.req.raw, visits.get(incoming)?.address ?? "unknown");
      purgeAfter(incoming, response.status);
      return response;
    });
  }
  app.all("*", async (context) => {
    const { incoming, outgoing } = context.env;
    const cspNonce = randomBytes(16).toString("base64");
    const visitorAddress = visits.get(incoming)?.address;
    const response = await render(context.req.raw, {
      ...gatewayFetch,
      environment: settings,
      cspNonce,
      ...(visitorAddress ? { visitorAddress } : {}),
    });
    purgeAfter(incoming, response.status);
    if (!response.headers.has("cache-control")) response.headers.set("cache-control", "private, no-cache");
    setPolicy(response, cspNonce);
    await sendResponse(outgoing, response, preferredEncoding(incoming.headers["accept-encoding"]), incoming.method === "HEAD");
    return RESPONSE_ALREADY_SENT;
  });
  const listenFurther = getRequestListener((request, bindings) => app.fetch(request, bindings));

  function further(request: IncomingMessage, response: ServerResponse, visit: Visit): void {
    visits.set(request, visit);
    // The only way to tell the adapter that the visitor's own connection is encrypted.
    if (visit.protocol === "https") request.url = `https://${visit.host}${request.url}`;
    void listenFurther(request, response);
  }

  /** A body of unannounced length is read here, as far as it may go; the adapter takes `rawBody` for the body. */
  async function readFirst(request: IncomingMessage, response: ServerResponse, visit: Visit): Promise<void> {
    const rawBody = await readUnannounced(request).catch(() => undefined);
    if (rawBody) further(Object.assign(request, { rawBody }), response, visit);
    else if (rawBody === null) answerTooLarge(request, response);
    else response.destroy();
  }

  function secure(response: ServerResponse, protocol: Visit["protocol"]): void {
    for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
    if (protocol === "https") response.setHeader("strict-transport-security", transportSecurity);
    response.setHeader("content-security-policy", plainPolicy);
  }

  async function load(request: IncomingMessage, response: ServerResponse, visit: Visit, key: PageKey): Promise<void> {
    try {
      const made = await cache.load(key.id, () => makePage(key, visit));
      if (made && "entry" in made) sendEntry(request, response, made.entry);
      else if (made)
        await sendResponse(response, made.response, preferredEncoding(request.headers["accept-encoding"]), request.method === "HEAD");
      else further(request, response, visit);
    } catch (error) {
      console.error(`[门户] ${request.method} ${request.url}`, error);
      sendPage(response, 500, pages.failure);
    }
  }

  return (request, response) => {
    const visit = readVisit(request, settings.trustProxy);
    if (!visit) {
      secure(response, "http");
      sendPage(response, 400, pages.badRequest);
      return;
    }
    const url = request.url ?? "/";
    const isGateway = url.startsWith(`${gatewayPrefix}/`);
    const key = isGateway ? null : pageKey(request, visit);
    if (key) {
      const entry = cache.find(key.id, () => makePage(key, visit));
      if (entry) {
        sendEntry(request, response, entry);
        return;
      }
    }
    secure(response, visit.protocol);
    if (!methods.has(request.method ?? "")) {
      sendPage(response, 405, pages.badRequest);
      return;
    }
    if (announcesTooMuch(request)) {
      answerTooLarge(request, response);
      return;
    }
    if (!isGateway && isFromElsewhere(request, visit.host)) {
      sendPage(response, 403, pages.foreign);
      return;
    }
    const pathname = url.split("?", 1)[0] ?? url;
    if (files(request, response, pathname)) return;
    if (pathname.startsWith("/assets/")) {
      // An old page may ask for a file of an earlier build; a whole page would be no help.
      response.writeHead(404, { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" }).end("没有这个文件\n");
      return;
    }
    if (key) void load(request, response, visit, key);
    else if (request.headers["transfer-encoding"]) void readFirst(request, response, visit);
    else further(request, response, visit);
  };
}
