import type { ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { createBrotliCompress, createGzip } from "node:zlib";
import { logError } from "contract/base/log";
import { brotliOptions, encodeBody } from "./compress";
import type { Encoding } from "./negotiation";
import { leaveBody, type PlainResponse } from "./plain-response";

const compressible = /^(?:text\/|application\/(?:json|javascript|xml|.*\+(?:json|xml))|image\/svg)/;
/** Below this size, compressing costs more bytes or time than it saves. */
const compressionMinimum = 1_024;

const compressor = (encoding: "br" | "gzip") =>
  encoding === "br" ? createBrotliCompress(brotliOptions) : createGzip();

type Headers = Record<string, string | string[]>;

/** An answer's headers for `writeHead`; several cookies stay separate. */
function headersOf(response: PlainResponse): Headers {
  const headers: Headers = {};
  for (const [name, value] of response.headers) {
    const present = headers[name];
    headers[name] = present === undefined ? value : [present, value].flat();
  }
  return headers;
}

function addVary(headers: Headers, name: string): void {
  const present = String(headers.vary ?? "");
  if (!present.toLowerCase().includes(name.toLowerCase()))
    headers.vary = present ? `${present}, ${name}` : name;
}

/**
 * The body's chunks. `onWait` is called when the next chunk is not ready yet, so that the caller can flush what it has.
 */
async function* chunksOf(body: ReadableStream<Uint8Array>, onWait: () => void): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  const waiting = Symbol("waiting");
  let unsent = false;
  try {
    for (;;) {
      const next = reader.read();
      const first = await Promise.race([
        next,
        new Promise<typeof waiting>((resolve) => setImmediate(resolve, waiting)),
      ]);
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
    // If the visitor has left, rendering the rest can stop.
    await reader.cancel().catch(() => undefined);
  }
}

/** Sends a complete body, compressed in one piece, with its length. */
async function sendWhole(
  target: ServerResponse,
  status: number,
  headers: Headers,
  body: Uint8Array,
  encoding: Encoding,
): Promise<void> {
  const bytes = await encodeBody(body, encoding);
  target.writeHead(status, { ...headers, "content-length": String(bytes.length) }).end(bytes);
}

/**
 * Sends an answer, compressed when that helps. A stream is sent piece by piece. Resolves when everything is sent or the
 * visitor has left.
 */
export async function sendResponse(
  target: ServerResponse,
  response: PlainResponse,
  accepted: Encoding,
  head: boolean,
): Promise<void> {
  const headers = headersOf(response);
  const { body } = response;
  if (body instanceof Uint8Array) headers["content-length"] = String(body.length);
  const length = Number(headers["content-length"] ?? Number.POSITIVE_INFINITY);
  const suitable =
    compressible.test(String(headers["content-type"] ?? "")) &&
    !headers["content-encoding"] &&
    length >= compressionMinimum;
  if (suitable) addVary(headers, "Accept-Encoding");
  const encoding = suitable ? accepted : "identity";
  if (encoding !== "identity") {
    headers["content-encoding"] = encoding;
    delete headers["content-length"];
  }
  if (head || !body) {
    await leaveBody(response);
    target.writeHead(response.status, headers).end();
    return;
  }
  try {
    if (body instanceof Uint8Array) {
      await sendWhole(target, response.status, headers, body, encoding);
      return;
    }
    target.writeHead(response.status, headers);
    if (encoding === "identity") {
      await pipeline(
        chunksOf(body, () => undefined),
        target,
      );
    } else {
      const stream = compressor(encoding);
      await pipeline(
        chunksOf(body, () => stream.flush()),
        stream,
        target,
      );
    }
  } catch (error) {
    // A visitor who leaves is no error. A body that fails half-way must not look complete, so the connection is closed.
    if ((error as NodeJS.ErrnoException).code !== "ERR_STREAM_PREMATURE_CLOSE")
      logError("页面传输中断：", error);
    target.destroy();
  }
}
