import { randomBytes } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { contract } from "contract";
import { type Call, wirePath } from "contract/base/call";
import { logError, loggedPath } from "contract/base/log";
import { TooManyWaiting } from "contract/base/turns";
import { gatewayPrefix, gatewaySessionCookie } from "contract/base/wire";
import { refusals } from "contract/refusals";
import { changesPages } from "~/navigation/declared-query";
import { type AdmissionOptions, type Bindings, createAdmission } from "./admission/admission";
import { readAddress } from "./admission/request-address";
import {
  announcesFiles,
  announcesTooMuch,
  answerBusy,
  answerNotSignedIn,
  answerTooLarge,
  isFromElsewhere,
  isLarge,
  isUnannounced,
  readUnannounced,
  retryAfter,
} from "./admission/request-limits";
import type { EmbeddedGateway } from "./embedded-gateway";
import type { Made, PageCache } from "./page-cache/page-cache";
import { createEntry, isShareable, sendEntry } from "./page-cache/page-entry";
import { type PageKey, pageKey } from "./page-cache/page-key";
import type { RenderPortal } from "./portal";
import { portalReadyPath } from "./readiness";
import { preferredEncoding } from "./responses/negotiation";
import { pages } from "./responses/plain-page";
import { createPolicy, securityHeaders, transportSecurity } from "./responses/security-headers";
import { sendResponse } from "./responses/send-response";
import type { ServeStatic } from "./responses/static-files";
import { readVisit, type Visit } from "./visit";
import { webListener } from "./web-listener";

export interface FrontDoorOptions extends AdmissionOptions {
  /** The gateway in this process; without one the portal's own route passes `/gateway/` on to GATEWAY_URL. */
  gateway: EmbeddedGateway | undefined;
  render: RenderPortal;
  files: ServeStatic;
  cache: PageCache;
  /** Called after every write, so that this and other processes forget their pages. */
  purge(): void;
  /** Says what the portal depends on (readiness.ts). */
  answerReadiness(response: ServerResponse): void;
}

/** A request's path; a proxy may ask with the whole address. */
const pathOf = (address = "/") => address.replace(/^https?:\/\/[^/?]+/i, "").split("?", 1)[0] || "/";

/** What the portal answers; calls of the gateway's go by its own rules. */
const portalMethods = "GET, HEAD, POST, OPTIONS";
const methods = new Set(portalMethods.split(", "));
const gatewayMethods = new Set([...methods, "PUT", "PATCH", "DELETE"]);
const callPaths = new Set(Object.values(contract as Record<string, Call>).map(wirePath));
/** Load balancers ask these however busy it is. */
const watched = /^\/(?:gateway\/)?(?:healthz|readyz)$/;
const htmlType = "text/html; charset=utf-8";
const signedIn = new RegExp(`(?:^|; ?)${gatewaySessionCookie}=`);

function sendPage(
  response: ServerResponse,
  status: number,
  page: string,
  headers: Record<string, string> = {},
): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(status, { "content-type": htmlType, "cache-control": "no-store", ...headers }).end(page);
}
const sendBusy = (response: ServerResponse) =>
  sendPage(response, 503, pages.busy, { "retry-after": retryAfter });

const htmlResponse = (status: number, page: string, headers: Record<string, string> = {}) =>
  new Response(page, {
    status,
    headers: { "content-type": htmlType, "cache-control": "no-store", ...headers },
  });

/** To whoever makes a call of the gateway's, as it would say it. */
function callBusy(): Response {
  const { status, message } = refusals.TOO_FREQUENT;
  return Response.json(
    { errorCode: "TOO_FREQUENT", message },
    { status, headers: { "cache-control": "no-store", "retry-after": retryAfter } },
  );
}

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
  const { isMember, inTurn, queue, takeBody } = createAdmission(
    options,
    (incoming) => visits.get(incoming)?.address ?? "unknown",
  );

  /** A write by a signed-in person may show on any page. Visitors write nothing but their own cookies. */
  function purgeAfter(incoming: IncomingMessage, status: number): void {
    // What the editor saves while somebody types, whom a policy binds, and where people came from, stands on
    // nobody's page.
    if (!changesPages(pathOf(incoming.url))) return;
    const reads = incoming.method === "GET" || incoming.method === "HEAD" || incoming.method === "OPTIONS";
    if (!reads && status < 400 && signedIn.test(incoming.headers.cookie ?? "")) options.purge();
  }

  /** What a gateway passed on says of its own files stays: a stored picture is to run nothing at all. */
  function setPolicy({ headers }: Response, cspNonce: string): void {
    if (!headers.has("content-security-policy"))
      headers.set("content-security-policy", policyFor(`'nonce-${cspNonce}'`));
  }

  const makePage = (key: PageKey, visit: Visit) => queue.visitor(visit.address, () => renderPage(key, visit));

  async function renderPage(key: PageKey, visit: Visit): Promise<Made> {
    const cspNonce = randomBytes(16).toString("base64");
    // Views of topics are limited by address: the page itself holds nothing of it.
    const visitorAddress = visit.address;
    const response = await render(key.request(), {
      ...gatewayFetch,
      environment: settings,
      cacheable: true,
      cspNonce,
      visitorAddress,
    });
    if (isShareable(response))
      return { entry: await createEntry(response, cspNonce, policyFor, visit.protocol === "https") };
    setPolicy(response, cspNonce);
    if (!response.headers.has("cache-control")) response.headers.set("cache-control", "private, no-cache");
    return { response };
  }

  async function answerGateway(
    request: Request,
    { fetch }: EmbeddedGateway,
    bindings: Bindings,
  ): Promise<Response> {
    const { incoming } = bindings;
    const answer = () => fetch(request, visits.get(incoming)?.address ?? "unknown");
    const response = await (callPaths.has(new URL(request.url).pathname)
      ? inTurn(bindings, answer)
      : answer());
    if (!response) return RESPONSE_ALREADY_SENT;
    purgeAfter(incoming, response.status);
    return response;
  }

  async function answerPortal(request: Request, bindings: Bindings): Promise<Response> {
    const { incoming, outgoing } = bindings;
    const cspNonce = randomBytes(16).toString("base64");
    const visitorAddress = visits.get(incoming)?.address;
    const answer = () =>
      render(request, {
        ...gatewayFetch,
        environment: settings,
        cspNonce,
        ...(visitorAddress ? { visitorAddress } : {}),
      });
    const response = await (watched.test(new URL(request.url).pathname)
      ? answer()
      : inTurn(bindings, answer));
    if (!response) return RESPONSE_ALREADY_SENT;
    purgeAfter(incoming, response.status);
    if (!response.headers.has("cache-control")) response.headers.set("cache-control", "private, no-cache");
    setPolicy(response, cspNonce);
    await sendResponse(
      outgoing,
      response,
      preferredEncoding(incoming.headers["accept-encoding"]),
      incoming.method === "HEAD",
    );
    return RESPONSE_ALREADY_SENT;
  }

  const listenFurther = webListener(async (request, { incoming, outgoing }) => {
    const bindings = { incoming, outgoing } as Bindings;
    const { pathname } = new URL(request.url);
    try {
      if (gateway && pathname.startsWith(`${gatewayPrefix}/`))
        return await answerGateway(request, gateway, bindings);
      return await answerPortal(request, bindings);
    } catch (error) {
      if (error instanceof TooManyWaiting)
        return callPaths.has(pathname)
          ? callBusy()
          : htmlResponse(503, pages.busy, { "retry-after": retryAfter });
      logError(`[门户] ${request.method} ${loggedPath(pathname)}`, error);
      return htmlResponse(500, pages.failure);
    }
  });

  function further(request: IncomingMessage, response: ServerResponse, visit: Visit): void {
    visits.set(request, visit);
    // The only way to tell the adapter that the visitor's own connection is encrypted.
    if (visit.protocol === "https") request.url = `https://${visit.host}${request.url}`;
    void listenFurther(request, response);
  }

  /**
   * A body of unannounced length is read here, as far as it may go; the adapter takes `rawBody` for the body.
   */
  async function readFirst(request: IncomingMessage, response: ServerResponse, visit: Visit): Promise<void> {
    const rawBody = await readUnannounced(request).catch(() => undefined);
    if (rawBody) further(Object.assign(request, { rawBody }), response, visit);
    else if (rawBody === null) answerTooLarge(request, response);
    else response.destroy();
  }

  /**
   * A large body is read in its turn, and files of signed-in people alone. Until then, and otherwise, it
   * stays on the way.
   */
  async function admit(request: IncomingMessage, response: ServerResponse, visit: Visit): Promise<void> {
    if (announcesFiles(request) && !(await isMember(request.headers.cookie))) {
      answerNotSignedIn(request, response);
      return;
    }
    try {
      await takeBody(visit.address, async () => {
        if (response.destroyed) return;
        const answered = new Promise((resolve) => response.once("close", resolve));
        if (isUnannounced(request)) void readFirst(request, response, visit);
        else further(request, response, visit);
        await answered;
      });
    } catch (error) {
      if (!(error instanceof TooManyWaiting)) throw error;
      answerBusy(request, response);
    }
  }

  function secure(response: ServerResponse, protocol: Visit["protocol"]): void {
    for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
    if (protocol === "https") response.setHeader("strict-transport-security", transportSecurity);
    response.setHeader("content-security-policy", plainPolicy);
  }

  async function load(
    request: IncomingMessage,
    response: ServerResponse,
    visit: Visit,
    key: PageKey,
  ): Promise<void> {
    try {
      const made = await cache.load(key.id, () => makePage(key, visit));
      if (made && "entry" in made) sendEntry(request, response, made.entry);
      else if (made)
        await sendResponse(
          response,
          made.response,
          preferredEncoding(request.headers["accept-encoding"]),
          request.method === "HEAD",
        );
      else further(request, response, visit);
    } catch (error) {
      if (error instanceof TooManyWaiting) {
        sendBusy(response);
        return;
      }
      logError(`[门户] ${request.method} ${loggedPath(request.url ?? "")}`, error);
      sendPage(response, 500, pages.failure);
    }
  }

  return (request, response) => {
    const visit = readVisit(request, settings.trustProxy);
    // An empty Origin is no browser's; Remix would take it for an address and fail.
    if (!visit || !readAddress(request) || request.headers.origin === "") {
      secure(response, visit?.protocol ?? "http");
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
    if (!(isGateway ? gatewayMethods : methods).has(request.method ?? "")) {
      sendPage(response, 405, pages.badRequest, { allow: portalMethods });
      return;
    }
    if (!isGateway && request.method === "OPTIONS") {
      response.writeHead(204, { allow: portalMethods, "cache-control": "no-store" }).end();
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
    if (pathname === portalReadyPath) {
      options.answerReadiness(response);
      return;
    }
    if (files(request, response, pathname)) return;
    if (pathname.startsWith("/assets/")) {
      // An old page may ask for a file of an earlier build; a whole page would be no help.
      response
        .writeHead(404, { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" })
        .end("没有这个文件\n");
      return;
    }
    if (key) void load(request, response, visit, key);
    else if (isLarge(request)) void admit(request, response, visit);
    else further(request, response, visit);
  };
}
