import type { ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { constants, createBrotliCompress, createGzip } from "node:zlib";
import type { Encoding } from "./negotiation";

const compressible = /^(?:text\/|application\/(?:json|javascript|xml|.*\+(?:json|xml))|image\/svg)/;
/** Under this, compressing costs more bytes or time than it saves. */
const compressionMinimum = 1_024;

function compressor(encoding: "br" | "gzip") {
  return encoding === "br"
    ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT } })
    : createGzip({ level: 6 });
}

/** A web response's headers for `writeHead`; several cookies stay several. */
export function headersOf(response: Response): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = Object.fromEntries(response.headers);
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) headers["set-cookie"] = cookies;
  return headers;
}

function addVary(headers: Record<string, string | string[]>, name: string): void {
  const present = String(headers.vary ?? "");
  if (!present.toLowerCase().includes(name.toLowerCase())) headers.vary = present ? `${present}, ${name}` : name;
}

/** The body's chunks; `onWait` is called whenever the next one keeps us waiting, for what there is should go out then. */
async function* chunksOf(body: ReadableStream<Uint8Array>, onWait: () => void): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  const waiting = Symbol("waiting");
  let unsent = false;
  try {
    for (;;) {
      const next = reader.read();
      const first = await Promise.race([next, new Promise<typeof waiting>((resolve) => setImmediate(resolve, waiting))]);
      if (first === waiting && unsent) {
        onWait();
        unsent = false;
      }
      const { done, value } = await next;
      if (done) return;
      unsent = true;
      yield value;
    }
  } finally {
    // Where the visitor has left, the rendering behind the body can stop.
    await reader.cancel().catch(() => undefined);
  }
}

/**
 * Sends a web response, compressed on the way where that helps: a page that streams still arrives piece by piece.
 * Resolves when all is sent or the visitor has gone.
 */
export async function sendResponse(target: ServerResponse, response: Response, encoding: Encoding, head: boolean): Promise<void> {
  const headers = headersOf(response);
  const length = Number(headers["content-length"] ?? Number.POSITIVE_INFINITY);
  const suitable = compressible.test(String(headers["content-type"] ?? "")) && !headers["content-encoding"] && length >= compressionMinimum;
  if (suitable) addVary(headers, "Accept-Encoding");
  const compresses = suitable && encoding !== "identity";
  if (compresses) {
    headers["content-encoding"] = encoding;
    delete headers["content-length"];
  }
  target.writeHead(response.status, headers);
  if (head || !response.body) {
    await response.body?.cancel();
    target.end();
    return;
  }
  try {
    if (compresses) {
      const stream = compressor(encoding);
      await pipeline(
        chunksOf(response.body, () => stream.flush()),
        stream,
        target,
      );
    } else {
      await pipeline(
        chunksOf(response.body, () => undefined),
        target,
      );
    }
  } catch (error) {
    // A visitor who leaves in the middle is nobody's error; a body that breaks off must not look complete.
    if ((error as NodeJS.ErrnoException).code !== "ERR_STREAM_PREMATURE_CLOSE") console.error("页面传输中断：", error);
    target.destroy();
  }
}
