import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { contract } from "contract";
import { type Call, wirePaths } from "contract/base/call";
import { QueueFull } from "contract/base/concurrency-limit";
import { logError, loggedPath } from "contract/base/log";
import { changesNothing, type PagesChange, wholeChange } from "contract/base/pages";
import { gatewayPrefix, requestIdHeader } from "contract/base/wire";
import { refusals } from "contract/refusals";
import { usesCamera } from "../app/navigation/screen-at";
import { type AdmissionOptions, type Bindings, createAdmission, isPicture } from "./admission/admission";
import { readAddress } from "./admission/request-address";
import {
  announcesFiles,
  announcesTooMuch,
  answerBusy,
  answerNotSignedIn,
  answerTooLarge,
  answerTooSlow,
  BodyTooSlow,
  bringsBody,
  isFromElsewhere,
  isLarge,
  readBody,
  retryAfter,
} from "./admission/request-limits";
import { type Answer, LoggedError } from "./backend/backend";
import { createSelfReport } from "./doctor/self-report";
import type { KeptViews } from "./page-cache/kept-views";
import type { PageCache } from "./page-cache/page-cache";
import { sendEntry } from "./page-cache/page-entry";
import { type PageKey, pageKey } from "./page-cache/page-key";
import { portalReadyPath } from "./readiness";
import { preferredEncoding } from "./responses/negotiation";
import { pages, plainPageSheet } from "./responses/plain-page";
import type { PlainResponse } from "./responses/plain-response";
import {
  createPolicy,
  resourcePolicy,
  securityHeaders,
  transportSecurity,
  withCamera,
} from "./responses/security-headers";
import { sendResponse } from "./responses/send-response";
import type { ServeStatic } from "./responses/static-files";
import { type PlainRequest, plainRequest, readVisit, type Visit } from "./visit";
import { countOverload, countPage } from "./watch/metrics";
import { type RequestNotes, serverTiming, watchRequest, withIds } from "./watch/requests";

export interface FrontDoorOptions extends AdmissionOptions {
  files: ServeStatic;
  cache: PageCache;
  views: KeptViews;
  /** Called after every write that may change shared pages, so that this and other processes drop them. */
  onChange(change: PagesChange): void;
  /** Reports the state of the portal's dependencies (readiness.ts). */
  answerReadiness(response: ServerResponse): void;
}

/** The visitor, and the notes about the request. */
interface WatchedVisit extends Visit {
  notes: RequestNotes;
}

/** The portal's methods; calls of the gateway have their own. */
const portalMethods = "GET, HEAD, POST, OPTIONS";
const methods = new Set(portalMethods.split(", "));
const gatewayMethods = new Set([...methods, "PUT", "PATCH", "DELETE"]);
const callPaths = new Set(Object.values(contract as Record<string, Call>).flatMap(wirePaths));
/** Load balancers request these, and must get an answer even under load. */
const healthPath = /^\/(?:gateway\/)?(?:healthz|readyz)$/;
const isRead = ({ method }: IncomingMessage) => method === "GET" || method === "HEAD";
/** Whether the answer is a page, or the data that scripts request in place of one. */
const isPage = ({ headers }: PlainResponse) =>
  headers.some(([name, value]) => name === "content-type" && /^text\/(?:html|x-script)/.test(value));
const htmlType = "text/html; charset=utf-8";

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

/** Answers 500, and logs the error unless the backend's thread has logged it. */
function fail(
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
  { requestId }: RequestNotes,
): void {
  if (!(error instanceof LoggedError))
    logError(`[门户] ${request.method} ${loggedPath(request.url ?? "")} 跟踪号 ${requestId}`, error, {
      requestId,
    });
  sendPage(response, 500, pages.failure);
}

/** Answers a caller of the gateway in the gateway's own format. */
function sendCallBusy(response: ServerResponse): void {
  const { status, message } = refusals.TOO_FREQUENT;
  response
    .writeHead(status, {
      "content-type": "application/json",
      "cache-control": "no-store",
      "retry-after": retryAfter,
    })
    .end(JSON.stringify({ errorCode: "TOO_FREQUENT", message }));
}

/** Answers 503 (429 to a call) during overload, without reading the body. */
function refuseBusy(request: IncomingMessage, response: ServerResponse, pathname: string): void {
  countOverload();
  if (bringsBody(request)) answerBusy(request, response);
  else if (callPaths.has(pathname)) sendCallBusy(response);
  else sendBusy(response);
}

/**
 * Handles all HTTP requests: cached pages, built files, and the backend's answers. Cached pages are answered before any
 * other work on the request.
 */
export function createFrontDoor(options: FrontDoorOptions): RequestListener {
  const { settings, backend, files, cache, views } = options;
  const plainPolicy = createPolicy(settings)("", plainPageSheet);
  const reportItself = createSelfReport(settings.sessionSecrets, settings.trustProxy);
  const { isMember, inTurn, isTooMuch, queue, takeBody } = createAdmission(options);

  const isOfGateway = (pathname: string) =>
    backend.engine !== null && pathname.startsWith(`${gatewayPrefix}/`);
  const makePage = (key: PageKey, visit: WatchedVisit) =>
    queue.visitor(visit.address, () =>
      backend.makePage(withIds(key.request(), visit.notes), { address: visit.address }),
    );

  /** The backend's answer, when its turn comes. Undefined when the visitor has left. Throws QueueFull. */
  function answer(
    bindings: Bindings,
    request: PlainRequest,
    { pathname, address }: { pathname: string; address: string },
  ): Promise<Answer | undefined> {
    const { outgoing } = bindings;
    const disconnected = new AbortController();
    outgoing.once("close", () => {
      if (!outgoing.writableFinished) disconnected.abort();
    });
    const ofGateway = isOfGateway(pathname);
    const ask = () =>
      (ofGateway ? backend.askGateway : backend.render)(request, { address, signal: disconnected.signal });
    // The gateway's own pages and files, and load balancers' requests, skip the queue.
    return (ofGateway ? !callPaths.has(pathname) : healthPath.test(pathname))
      ? ask()
      : inTurn(bindings, address, ask);
  }

  /** Passes the request to the backend and sends the answer. The body has been read. */
  async function askAndSend(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    { visit, body }: { visit: WatchedVisit; body: PlainRequest["body"] },
  ): Promise<void> {
    const plain = plainRequest(incoming, visit, body);
    if (!plain) {
      sendPage(outgoing, 400, pages.badRequest);
      return;
    }
    const { notes } = visit;
    const request = withIds(plain, notes);
    const { pathname } = new URL(request.url);
    // Of the gateway's answers only drawings are compressed. This saves four fifths of the bytes, and the home page has
    // thirty drawings.
    const encoding =
      isOfGateway(pathname) && !pathname.endsWith(".svg")
        ? "identity"
        : preferredEncoding(incoming.headers["accept-encoding"]);
    try {
      const handled = await answer({ incoming, outgoing }, request, { pathname, address: visit.address });
      if (!handled) return;
      const { response, change } = handled;
      notes.account = handled.account;
      if (handled.gatewayMs !== undefined && isPage(response))
        response.headers.push(["server-timing", serverTiming(notes, handled.gatewayMs)]);
      if (!changesNothing(change)) options.onChange(change);
      await sendResponse(outgoing, response, encoding, incoming.method === "HEAD");
    } catch (error) {
      if (error instanceof QueueFull) {
        if (callPaths.has(pathname)) sendCallBusy(outgoing);
        else sendBusy(outgoing);
        return;
      }
      // A write that failed half-way may have changed anything.
      if (!isRead(incoming)) options.onChange(wholeChange);
      fail(incoming, outgoing, error, notes);
    }
  }

  /** Reads the body up to its limit, then asks the backend. Resolves when the answer is sent. */
  async function readFirst(
    request: IncomingMessage,
    response: ServerResponse,
    visit: WatchedVisit,
  ): Promise<void> {
    const body = bringsBody(request)
      ? await readBody(request).catch((error: unknown) => {
          if (error instanceof BodyTooSlow) answerTooSlow(request, response);
          else response.destroy();
        })
      : new Uint8Array();
    if (body === undefined) return;
    if (body === null) answerTooLarge(request, response);
    else await askAndSend(request, response, { visit, body });
  }

  /** Reads a large body when its turn comes, and files only from members. Until then the body is not read. */
  async function admit(
    request: IncomingMessage,
    response: ServerResponse,
    visit: WatchedVisit,
  ): Promise<void> {
    if (announcesFiles(request) && !(await isMember(request.headers.cookie))) {
      answerNotSignedIn(request, response);
      return;
    }
    try {
      await takeBody(visit.address, async () => {
        if (!response.destroyed) await readFirst(request, response, visit);
      });
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error;
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
    visit: WatchedVisit,
    key: PageKey,
  ): Promise<void> {
    try {
      if (!cache.isMaking(key.id) && isTooMuch("visitor")) {
        const old = cache.findOld(key.id);
        if (old) sendEntry(request, response, old);
        else refuseBusy(request, response, "");
        return;
      }
      const page = await cache.load(key.id, () => makePage(key, visit));
      if (page && "entry" in page) sendEntry(request, response, page.entry);
      else if (page)
        await sendResponse(
          response,
          page.response,
          preferredEncoding(request.headers["accept-encoding"]),
          request.method === "HEAD",
        );
      else await askAndSend(request, response, { visit, body: null });
    } catch (error) {
      if (error instanceof QueueFull) {
        sendBusy(response);
        return;
      }
      fail(request, response, error, visit.notes);
    }
  }

  return (request, response) => {
    const notes = watchRequest(request, response, settings.trustProxy);
    if (reportItself(request, response)) return;
    const found = readVisit(request, settings.trustProxy);
    // Browsers never send an empty Origin; Remix would parse it as an address and fail.
    if (!found || !readAddress(request) || request.headers.origin === "") {
      secure(response, found?.protocol ?? "http");
      sendPage(response, 400, pages.badRequest);
      return;
    }
    const visit: WatchedVisit = { ...found, notes };
    const url = request.url ?? "/";
    const isGateway = url.startsWith(`${gatewayPrefix}/`);
    const isHealthCheck = healthPath.test(url.split("?", 1)[0] ?? url);
    const key = isGateway || isHealthCheck ? null : pageKey(request, visit);
    if (key) {
      let renews = false;
      const entry = cache.find(key.id, () => {
        renews = true;
        return makePage(key, visit);
      });
      if (entry) {
        // If the page is rendered again, that counts the view.
        const counts = !renews && request.method === "GET" && !request.headers["x-kept-copy"];
        if (entry.status === 200 && counts) views.add(url, visit.address);
        countPage("kept");
        sendEntry(request, response, entry);
        return;
      }
      countPage("made");
    }
    secure(response, visit.protocol);
    response.setHeader(requestIdHeader, notes.requestId);
    response.setHeader("cross-origin-resource-policy", resourcePolicy(url.split("?", 1)[0] ?? url));
    if (!isGateway && usesCamera(url.split("?", 1)[0] ?? url))
      response.setHeader("permissions-policy", withCamera);
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
      // An old page may request a file of an earlier build; an HTML page would not help there.
      response
        .writeHead(404, { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" })
        .end("没有这个文件\n");
      return;
    }
    // Overload is refused before a body is read; health checks ask whether the process lives, not whether it has time.
    if (key) void load(request, response, visit, key);
    else if (!isHealthCheck && !isPicture(pathname) && isTooMuch("member"))
      refuseBusy(request, response, pathname);
    else if (isRead(request)) void askAndSend(request, response, { visit, body: null });
    else if (isLarge(request)) void admit(request, response, visit);
    else void readFirst(request, response, visit);
  };
}
