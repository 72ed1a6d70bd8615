import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Encoding } from "./negotiation";

/**
 * Fast enough for a page that is sent once: a higher quality saves 3 % of the bytes and takes ten times as long. The
 * block size holds a whole page; with the usual 64 KB the result is the same, but a page with its styles takes three
 * times as long, most of it for memory that Brotli asks the system for anew (docs/performance.md).
 */
export const brotliOptions = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 7,
    [constants.BROTLI_PARAM_LGBLOCK]: 18,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  },
};
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** A complete body in an encoding, compressed in a thread of Node's. */
export async function encodeBody(body: Uint8Array, encoding: Encoding): Promise<Uint8Array> {
  if (encoding === "identity") return body;
  return encoding === "br" ? compressBrotli(body, brotliOptions) : compressGzip(body);
}
