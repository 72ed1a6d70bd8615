import type { IncomingMessage } from "node:http";

/** The parameter of data requests of an older Remix; this version would log an error and answer 500. */
const oldDataQuery = "_data";

const isOldData = (piece: string) => [...new URLSearchParams(piece).keys()].includes(oldDataQuery);

/** Whether the path can be decoded. Remix would log each path that cannot as an error of ours. */
function isDecodable(path: string): boolean {
  if (!path.includes("%")) return true;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * Normalises the request's address before anything reads it. Returns false for an address that cannot be served, for
 * example with a NUL, which PostgreSQL does not accept and no valid address needs.
 */
export function readAddress(request: IncomingMessage): boolean {
  const url = request.url ?? "/";
  if (url.includes("%00")) return false;
  const at = url.indexOf("?");
  if (!isDecodable(at === -1 ? url : url.slice(0, at))) return false;
  // Any letter of the parameter's name may be percent-encoded.
  if (at === -1 || !/_data|%/.test(url.slice(at))) return true;
  const pieces = url.slice(at + 1).split("&");
  const remaining = pieces.filter((piece) => !isOldData(piece));
  if (remaining.length < pieces.length)
    request.url = url.slice(0, at) + (remaining.length > 0 ? `?${remaining.join("&")}` : "");
  return true;
}
