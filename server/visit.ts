import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { readCookies } from "contract/base/cookies";
import { gatewaySessionCookie, visitorAddressHeader } from "contract/base/wire";
import { LRUCache } from "lru-cache";

/** The origin of a request: protocol, host and visitor's address, as far as they can be trusted. */
export interface Visit {
  protocol: "http" | "https";
  host: string;
  /** The visitor's own address. */
  address: string;
}

/** A request whose body is read, in a form that can be passed to another thread. */
export interface PlainRequest {
  method: string;
  /** The whole address, with protocol and host. */
  url: string;
  headers: [name: string, value: string][];
  body: Uint8Array<ArrayBuffer> | null;
}

/** Headers that only a trusted proxy may set, and the header that names the visitor of a call. */
const forwardedHeaders = new Set([
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-port",
  "x-forwarded-proto",
  "x-forwarded-scheme",
  "x-forwarded-server",
  "x-forwarded-ssl",
  "x-real-ip",
  visitorAddressHeader,
]);
const hostPattern = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

function one(value: string | string[] | undefined): string | undefined {
  return (Array.isArray(value) ? value.join(",") : value)?.split(",").at(-1)?.trim() || undefined;
}

/**
 * Removes the forwarded headers; `via` still shows that there is a proxy, for example because the outbox accepts direct
 * connections only.
 */
function dropForwarded(request: IncomingMessage): void {
  const { rawHeaders, headers } = request;
  const before = rawHeaders.length;
  for (let at = rawHeaders.length - 2; at >= 0; at -= 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? "";
    if (!forwardedHeaders.has(name)) continue;
    rawHeaders.splice(at, 2);
    delete headers[name];
  }
  if (rawHeaders.length === before || headers.via !== undefined) return;
  headers.via = "proxy";
  rawHeaders.push("via", "proxy");
}

function setHost(request: IncomingMessage, host: string): void {
  request.headers.host = host;
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    if (request.rawHeaders[at]?.toLowerCase() === "host") request.rawHeaders[at + 1] = host;
  }
}

/** The number of Host headers. With several, a proxy in front may have used a different one than we do. */
const hostsOf = ({ rawHeaders }: IncomingMessage): number =>
  rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host").length;

/** Parsed hosts by address (false: invalid). A site has only a few; made-up ones evict each other. */
const knownHosts = new LRUCache<string, string | false>({ max: 200 });

/** A host as browsers write it in an Origin: lower case, without the default port. Null when it is invalid. */
function plainHost(protocol: Visit["protocol"], host: string): string | null {
  const address = `${protocol}://${host}`;
  let plain = knownHosts.get(address);
  if (plain === undefined) {
    plain = hostPattern.test(host) && URL.canParse(address) && new URL(address).host;
    knownHosts.set(address, plain);
  }
  return plain || null;
}

const mappedAddress = "::ffff:";
function peerAddress(request: IncomingMessage): string {
  const peer = request.socket.remoteAddress ?? "unknown";
  return peer.startsWith(mappedAddress) ? peer.slice(mappedAddress.length) : peer;
}

/**
 * Reads the visitor's origin and removes untrusted headers: without a trusted proxy all forwarded headers, with one all
 * except the entry that the proxy itself added (the last), which is read here. Afterwards `host` and `url` are the
 * visitor's. Null when the host is invalid: such a request gets 400.
 */
export function readVisit(request: IncomingMessage, trustProxy: boolean): Visit | null {
  const { headers } = request;
  if (hostsOf(request) > 1) return null;
  let host = headers.host ?? "";
  let protocol: Visit["protocol"] = "http";
  let address = peerAddress(request);
  if (trustProxy) {
    host = one(headers["x-forwarded-host"]) ?? host;
    if (one(headers["x-forwarded-proto"]) === "https") protocol = "https";
    address = one(headers["x-forwarded-for"])?.slice(0, 60) ?? address;
  }
  dropForwarded(request);
  const plain = plainHost(protocol, host);
  if (plain === null) return null;
  host = plain;
  if (host !== headers.host) setHost(request, host);
  const url = request.url ?? "/";
  // The absolute form of a request names a host that the proxy chose, so only its path counts.
  if (!url.startsWith("/")) {
    if (!URL.canParse(url)) return null;
    const { pathname, search } = new URL(url);
    request.url = pathname + search;
  }
  return { protocol, host, address };
}

/** The request in a form for another thread, with its body read; null when its address is invalid. */
export function plainRequest(
  { method = "GET", url = "/", rawHeaders }: IncomingMessage,
  { protocol, host }: Visit,
  body: PlainRequest["body"],
): PlainRequest | null {
  const address = `${protocol}://${host}${url}`;
  if (!URL.canParse(address)) return null;
  const headers: PlainRequest["headers"] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    headers.push([rawHeaders[at] ?? "", rawHeaders[at + 1] ?? ""]);
  return { method, url: new URL(address).href, headers, body };
}

/** The session token in a Cookie header. */
export const sessionToken = (cookie: string | undefined): string | undefined =>
  readCookies(cookie)[gatewaySessionCookie] || undefined;

/** A key for the session in a Cookie header: a hash, because tokens are never stored. Undefined without a session. */
export function sessionKey(cookie: string | undefined): string | undefined {
  const token = sessionToken(cookie);
  return token && createHash("sha256").update(token).digest("base64url");
}
