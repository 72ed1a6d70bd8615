import type { IncomingMessage } from "node:http";

/** Data requests of an earlier Remix, which this one would log as an error and answer with 500. */
const oldDataQuery = "_data";

const isOldData = (piece: string) => [...new URLSearchParams(piece).keys()].includes(oldDataQuery);

/** Whether a path is one for Remix too, which would log each that is none as an error of ours. */
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
 * Puts the address right before anything reads it. False for one that nothing can be made of: PostgreSQL
 * takes no NUL in a text, and no address needs one.
 */
export function readAddress(request: IncomingMessage): boolean {
  const url = request.url ?? "/";
  if (url.includes("%00")) return false;
  const at = url.indexOf("?");
  if (!isDecodable(at === -1 ? url : url.slice(0, at))) return false;
  // Any letter of the name may be written as its code.
  if (at === -1 || !/_data|%/.test(url.slice(at))) return true;
  const pieces = url.slice(at + 1).split("&");
  const remaining = pieces.filter((piece) => !isOldData(piece));
  if (remaining.length < pieces.length)
    request.url = url.slice(0, at) + (remaining.length > 0 ? `?${remaining.join("&")}` : "");
  return true;
}
