import type { IncomingMessage, ServerResponse } from "node:http";
import { gatewayPrefix } from "contract/base/wire";
import { refusals } from "contract/refusals";
import { formBytesMax, uploadBytesMax } from "~/settings/body-limits";
import { pages } from "../responses/plain-page";

const mebibyte = 1024 * 1024;
/** The gateway's own limit; its pages cannot say it in words before they have read the body. */
const gatewayMaximum = mebibyte;
/**
 * A form with files that is larger than this brings more than text: it is read from signed-in people only.
 */
const largeBody = mebibyte;
/** How much of a refused body is read and thrown away so that the sender gets to see the answer. */
const drainMaximum = 64 * mebibyte;
/**
 * A body comes at such a pace at least, once so many milliseconds are over: a tenth of a slow phone's. One that drips
 * would keep its connection, and its place among large bodies, for minutes.
 */
const slowest = { bytesPerSecond: 1_024, after: 15_000, look: 5_000 } as const;
/** For so long is the rest of a body that nobody wants read away. */
const drainMilliseconds = 10_000;

/** Calls back where a body that is being read is too slow. @returns what ends the watch */
function watchPace(received: () => number, tooSlow: () => void): () => void {
  const began = performance.now();
  const timer = setInterval(() => {
    const elapsed = performance.now() - began;
    if (elapsed < slowest.after) return;
    if (received() < (slowest.bytesPerSecond * elapsed) / 1_000) tooSlow();
  }, slowest.look).unref();
  return () => clearInterval(timer);
}

/**
 * Closes the connection of a request whose body drips, where somebody else reads it: for the gateway alone, in front of
 * which no front door stands.
 */
export function closeIfSlow(request: IncomingMessage): void {
  const { socket } = request;
  const before = socket.bytesRead;
  const endWatch = watchPace(
    () => (request.complete ? Number.POSITIVE_INFINITY : socket.bytesRead - before),
    () => {
      endWatch();
      socket.destroy();
    },
  );
  request.once("end", endWatch);
  request.once("close", endWatch);
}

/** The seconds that a visitor should wait before coming back. */
export const retryAfter = "5";

const bringsFiles = ({ headers }: IncomingMessage) =>
  String(headers["content-type"] ?? "").startsWith("multipart/form-data");
const announced = ({ headers }: IncomingMessage) => Number(headers["content-length"] ?? 0);
const isUnannounced = ({ headers }: IncomingMessage) => headers["transfer-encoding"] !== undefined;

/** The largest body that a request may have, in bytes. */
function bodyMaximum(request: IncomingMessage): number {
  if (request.url?.startsWith(`${gatewayPrefix}/`)) return gatewayMaximum;
  return bringsFiles(request) ? uploadBytesMax : formBytesMax;
}

/**
 * Whether another site's page made the browser send this write: by the Origin (Remix would answer 500), or without one
 * by what the browser says of where the request came from. Neither is an old browser or a tool, whose forms carry a
 * token. A HEAD counts as a write: Remix takes one for data as such.
 */
export function isFromElsewhere(request: IncomingMessage, host: string): boolean {
  const { origin, "sec-fetch-site": site } = request.headers;
  if (["GET", "OPTIONS"].includes(request.method ?? "")) return false;
  // A HEAD has no Origin, and other sites' links are looked at by it.
  if (!origin) return request.method !== "HEAD" && ["cross-site", "same-site"].includes(String(site));
  return !URL.canParse(origin) || new URL(origin).host !== host.toLowerCase();
}

/**
 * Answers without keeping the body. The answer is only ended when the body has been read away: a connection
 * closed on a sender in the middle of its body loses the answer. Nobody is read for ever.
 */
function answerUnread(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  headers: Record<string, string>,
  text: string,
): void {
  const body = Buffer.from(text);
  response.writeHead(status, { "cache-control": "no-store", ...headers, "content-length": body.length });
  response.write(body);
  let remaining = drainMaximum;
  const timer = setTimeout(() => request.destroy(), drainMilliseconds).unref();
  request.on("data", (chunk: Buffer) => {
    remaining -= chunk.length;
    if (remaining < 0) request.destroy();
  });
  request.on("close", () => {
    clearTimeout(timer);
    response.end();
  });
}

/** A page for people, or for the editor's script (app/endpoints/editor) its own JSON. */
function answerBoth(
  request: IncomingMessage,
  response: ServerResponse,
  page: { status: number; text: string },
  problem: { status: number; code: string; message: string },
): void {
  const later = { "retry-after": retryAfter };
  const { status, code, message } = problem;
  if (request.url?.startsWith("/editor/")) {
    const headers = { "content-type": "application/json", ...(status === 429 ? later : {}) };
    answerUnread(request, response, status, headers, JSON.stringify({ code, message }));
    return;
  }
  const headers = { "content-type": "text/html; charset=utf-8", ...(page.status === 503 ? later : {}) };
  answerUnread(request, response, page.status, headers, page.text);
}

/** Answers 413 with a page that says so. */
export function answerTooLarge(request: IncomingMessage, response: ServerResponse): void {
  const { status, message } = refusals.BODY_TOO_LARGE;
  answerBoth(
    request,
    response,
    { status: 413, text: pages.tooLarge },
    { status, code: "BODY_TOO_LARGE", message },
  );
}

/** Answers 408 to a body that drips, and closes the connection. */
export function answerTooSlow(request: IncomingMessage, response: ServerResponse): void {
  response
    .writeHead(408, { "cache-control": "no-store", connection: "close", "content-length": 0 })
    .end(() => request.destroy());
}

/** Answers 403 to an upload by nobody who is signed in. */
export function answerNotSignedIn(request: IncomingMessage, response: ServerResponse): void {
  answerBoth(
    request,
    response,
    { status: 403, text: pages.notSignedIn },
    { status: 403, code: "NOT_SIGNED_IN", message: "登录状态已失效" },
  );
}

/** Answers 503 (429 to a script) where too many large bodies wait already. */
export function answerBusy(request: IncomingMessage, response: ServerResponse): void {
  const { status, message } = refusals.TOO_FREQUENT;
  answerBoth(request, response, { status: 503, text: pages.busy }, { status, code: "TOO_FREQUENT", message });
}

/** Whether a body comes with the request. */
export const bringsBody = (request: IncomingMessage) => isUnannounced(request) || announced(request) > 0;

/** Whether the request announces more than it may bring. */
export function announcesTooMuch(request: IncomingMessage): boolean {
  return announced(request) > bodyMaximum(request);
}

/** Whether the request's body, read whole, is worth counting: many at once would fill the memory. */
export function isLarge(request: IncomingMessage): boolean {
  return isUnannounced(request) || announced(request) > largeBody;
}

/** Whether the request announces files: who sends them is looked at before they are read. */
export function announcesFiles(request: IncomingMessage): boolean {
  return bringsFiles(request) && announced(request) > largeBody;
}

export class BodyTooSlow extends Error {}

/**
 * Reads a request's body to its end; null as soon as it is more than the request may bring. Files come
 * announced from every browser. Rejects where the sender leaves in the middle, and with BodyTooSlow where it drips.
 */
export function readBody(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer> | null> {
  return new Promise((resolve, reject) => {
    const maximum = isUnannounced(request)
      ? Math.min(bodyMaximum(request), formBytesMax)
      : bodyMaximum(request);
    const chunks: Buffer[] = [];
    let size = 0;
    const endWatch = watchPace(
      () => size,
      () => {
        endWatch();
        reject(new BodyTooSlow("the body drips"));
      },
    );
    const collect = (chunk: Buffer) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size <= maximum) return;
      request.off("data", collect);
      endWatch();
      resolve(null);
    };
    request.on("data", collect);
    request.on("end", () => {
      endWatch();
      // In memory of its own, which is handed over to another thread.
      const body = new Uint8Array(size);
      let at = 0;
      for (const chunk of chunks) {
        body.set(chunk, at);
        at += chunk.length;
      }
      resolve(body);
    });
    request.on("error", reject);
    // Somebody who leaves in the middle; after the end this says nothing.
    request.on("close", () => {
      endWatch();
      reject(new Error("the body broke off"));
    });
  });
}
