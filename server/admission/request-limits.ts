import type { IncomingMessage, ServerResponse } from "node:http";
import { gatewayPrefix } from "contract/base/wire";
import { refusals } from "contract/refusals";
import { formBytesMax, uploadBytesMax } from "~/settings/body-limits";
import { pages } from "../responses/plain-page";

const mebibyte = 1024 * 1024;
/** The gateway's own limit; it cannot explain a refusal before it has read the body. */
const gatewayMaximum = mebibyte;
/** A multipart form larger than this contains files; such a body is only read for members. */
const largeBody = mebibyte;
/** How much of a refused body is read and discarded, so that the sender receives the answer. */
const drainMaximum = 64 * mebibyte;
/**
 * The slowest pace at which a body may arrive, checked after `after` milliseconds. It is a tenth of a slow phone's
 * pace. A slower body would occupy its connection, and its place among large bodies, for minutes.
 */
const slowest = { bytesPerSecond: 1_024, after: 15_000, look: 5_000 } as const;
/** How many milliseconds the rest of a refused body is read and discarded. */
const drainMilliseconds = 10_000;

/** Calls back when a body arrives too slowly. @returns a function that ends the watch */
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
 * Closes the connection of a request whose body arrives too slowly. For the gateway's own server, which does not use
 * the front door.
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

/** How many seconds a visitor should wait before the next try. */
export const retryAfter = "5";

const bringsFiles = ({ headers }: IncomingMessage) =>
  String(headers["content-type"] ?? "").startsWith("multipart/form-data");
const announced = ({ headers }: IncomingMessage) => Number(headers["content-length"] ?? 0);
const isUnannounced = ({ headers }: IncomingMessage) => headers["transfer-encoding"] !== undefined;

/** The largest body of a request, in bytes. */
function bodyMaximum(request: IncomingMessage): number {
  if (request.url?.startsWith(`${gatewayPrefix}/`)) return gatewayMaximum;
  return bringsFiles(request) ? uploadBytesMax : formBytesMax;
}

/**
 * Whether another site's page made the browser send this write: by the Origin, which would make Remix answer 500, or
 * without one by Sec-Fetch-Site. An old browser or a tool sends neither; its forms carry a token. HEAD counts as a
 * write, because Remix treats it as one.
 */
export function isFromElsewhere(request: IncomingMessage, host: string): boolean {
  const { origin, "sec-fetch-site": site } = request.headers;
  if (["GET", "OPTIONS"].includes(request.method ?? "")) return false;
  // A HEAD never has an Origin, and other sites check their links with it.
  if (!origin) return request.method !== "HEAD" && ["cross-site", "same-site"].includes(String(site));
  return !URL.canParse(origin) || new URL(origin).host !== host.toLowerCase();
}

/**
 * Answers without storing the body. The response ends only after the body is read and discarded, because closing a
 * connection during an upload loses the answer. Reading stops at a limit of bytes and time.
 */
export function answerUnread(
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

/** Answers with a page for people, or with JSON for the editor's script (app/endpoints/editor). */
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

/** Answers 413 with a page that explains it. */
export function answerTooLarge(request: IncomingMessage, response: ServerResponse): void {
  const { status, message } = refusals.BODY_TOO_LARGE;
  answerBoth(
    request,
    response,
    { status: 413, text: pages.tooLarge },
    { status, code: "BODY_TOO_LARGE", message },
  );
}

/** Answers 408 to a body that arrives too slowly, and closes the connection. */
export function answerTooSlow(request: IncomingMessage, response: ServerResponse): void {
  response
    .writeHead(408, { "cache-control": "no-store", connection: "close", "content-length": 0 })
    .end(() => request.destroy());
}

/** Answers 403 to an upload by a visitor. */
export function answerNotSignedIn(request: IncomingMessage, response: ServerResponse): void {
  answerBoth(
    request,
    response,
    { status: 403, text: pages.notSignedIn },
    { status: 403, code: "NOT_SIGNED_IN", message: "登录状态已失效" },
  );
}

/** Answers 503 (429 to a script) when too many large bodies wait already. */
export function answerBusy(request: IncomingMessage, response: ServerResponse): void {
  const { status, message } = refusals.TOO_FREQUENT;
  answerBoth(request, response, { status: 503, text: pages.busy }, { status, code: "TOO_FREQUENT", message });
}

/** Whether the request has a body. */
export const bringsBody = (request: IncomingMessage) => isUnannounced(request) || announced(request) > 0;

/** Whether the announced body is larger than this request may send. */
export function announcesTooMuch(request: IncomingMessage): boolean {
  return announced(request) > bodyMaximum(request);
}

/** Whether the body must be counted before it is read whole, because many at once would fill the memory. */
export function isLarge(request: IncomingMessage): boolean {
  return isUnannounced(request) || announced(request) > largeBody;
}

/** Whether the request announces files; the sender is checked before they are read. */
export function announcesFiles(request: IncomingMessage): boolean {
  return bringsFiles(request) && announced(request) > largeBody;
}

export class BodyTooSlow extends Error {}

/**
 * Reads a request's body to its end; null as soon as it is larger than allowed. Every browser announces the size of
 * files. Rejects when the sender leaves, and with BodyTooSlow when the body arrives too slowly.
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
      // Copied into one buffer, which is transferred to another thread.
      const body = new Uint8Array(size);
      let at = 0;
      for (const chunk of chunks) {
        body.set(chunk, at);
        at += chunk.length;
      }
      resolve(body);
    });
    request.on("error", reject);
    // The sender has left; after the end, the promise is settled and this has no effect.
    request.on("close", () => {
      endWatch();
      reject(new Error("the body broke off"));
    });
  });
}
