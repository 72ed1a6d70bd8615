import type { IncomingMessage, ServerResponse } from "node:http";
import { gatewayPrefix } from "contract/wire";
import { pages } from "./plain-page";

const mebibyte = 1024 * 1024;
/**
 * A form may be this large. The longest text that a form takes is 50,000 characters, 450 KB once percent-encoded; the
 * rest is room for telling people who pasted too much which field it is, with what they typed still there.
 */
const formMaximum = 4 * mebibyte;
const uploadMaximum = 25 * mebibyte;
/** The gateway's own limit; its pages cannot say it in words before they have read the body. */
const gatewayMaximum = mebibyte;
/** How much of a refused body is read and thrown away so that the sender gets to see the answer. */
const drainMaximum = 64 * mebibyte;

/** The largest body that a request may have, in bytes. */
function bodyMaximum(request: IncomingMessage): number {
  const isUpload = String(request.headers["content-type"] ?? "").startsWith("multipart/form-data");
  if (request.url?.startsWith(`${gatewayPrefix}/`)) return gatewayMaximum;
  return isUpload ? uploadMaximum : formMaximum;
}

/**
 * Whether another site's page made the browser send this write. Remix would answer 500; no Origin at all is an old
 * browser or a tool, whose forms carry a token.
 */
export function isFromElsewhere(request: IncomingMessage, host: string): boolean {
  const { origin } = request.headers;
  if (!origin || ["GET", "HEAD", "OPTIONS"].includes(request.method ?? "")) return false;
  return !URL.canParse(origin) || new URL(origin).host !== host.toLowerCase();
}

/**
 * Answers 413 with a page that says so. The answer is only ended when the body has been read away: a connection closed
 * on a sender in the middle of its body loses the answer. Nobody is read for ever.
 */
export function answerTooLarge(request: IncomingMessage, response: ServerResponse): void {
  const page = Buffer.from(pages.tooLarge);
  response.writeHead(413, { "content-type": "text/html; charset=utf-8", "content-length": page.length });
  response.write(page);
  let left = drainMaximum;
  request.on("data", (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) request.destroy();
  });
  request.on("close", () => response.end());
}

/** Whether the request announces more than it may bring. */
export function announcesTooMuch(request: IncomingMessage): boolean {
  return Number(request.headers["content-length"] ?? 0) > bodyMaximum(request);
}

/** Reads a body whose length nobody announced; null as soon as it is more than the request may bring. */
export function readUnannounced(request: IncomingMessage): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const maximum = bodyMaximum(request);
    const chunks: Buffer[] = [];
    let size = 0;
    const collect = (chunk: Buffer) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size <= maximum) return;
      request.off("data", collect);
      resolve(null);
    };
    request.on("data", collect);
    request.on("end", () => resolve(Buffer.concat(chunks)));
    request.on("error", reject);
  });
}
