import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { asksForOther, matchesEtag } from "../../app/request/conditional";
import { preferredEncoding } from "./negotiation";

const types: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".gif": "image/gif",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".ttf": "font/ttf",
  ".svg": "image/svg+xml; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json; charset=utf-8",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
  ".xml": "application/xml; charset=utf-8",
};
const encodings = { br: ".br", gzip: ".gz" } as const;

interface StaticFile {
  headers: Record<string, string>;
  etag: string;
  bodies: { identity: Buffer; br?: Buffer; gzip?: Buffer };
}

/** The service workers: browsers request them each time, so that a wrong one can be replaced at once. */
const workers = ["/sw.js", "/check-in-sw.js"];

function load(path: string, cacheControl: string): StaticFile {
  const bodies: StaticFile["bodies"] = { identity: readFileSync(path) };
  for (const [encoding, suffix] of Object.entries(encodings)) {
    if (existsSync(path + suffix)) bodies[encoding as keyof typeof encodings] = readFileSync(path + suffix);
  }
  return {
    bodies,
    etag: `"${createHash("sha256").update(bodies.identity).digest("base64url").slice(0, 22)}"`,
    headers: {
      "content-type": types[extname(path)] ?? "application/octet-stream",
      "cache-control": cacheControl,
      ...(bodies.br || bodies.gzip ? { vary: "Accept-Encoding" } : {}),
    },
  };
}

/** Answers a request for a built file; false when there is no such file. */
export type ServeStatic = (request: IncomingMessage, response: ServerResponse, pathname: string) => boolean;

/**
 * The files of the client build, in the compressed forms that the build made. All are read at the start, so that a
 * build meanwhile changes nothing. Files under `assets/` have a hash in their names and are cached for good.
 */
export function createStaticFiles(folder: string): ServeStatic {
  const files = new Map<string, StaticFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || /\.(br|gz|map)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const address = path.slice(folder.length).replaceAll("\\", "/");
    const cacheControl = address.startsWith("/assets/")
      ? "public, max-age=31536000, immutable"
      : workers.includes(address)
        ? "no-cache"
        : "public, max-age=3600";
    files.set(encodeURI(address), load(path, cacheControl));
  }

  return (request, response, pathname) => {
    const file = files.get(pathname);
    if (!file || (request.method !== "GET" && request.method !== "HEAD")) return false;
    const preferred = preferredEncoding(request.headers["accept-encoding"]);
    const encoding = file.bodies[preferred] ? preferred : "identity";
    // The bytes differ by encoding, so a strong ETag must too.
    const etag = encoding === "identity" ? file.etag : `${file.etag.slice(0, -1)}-${encoding}"`;
    if (asksForOther(request.headers["if-match"], etag)) {
      response.writeHead(412, { etag }).end();
      return true;
    }
    if (matchesEtag(request.headers["if-none-match"], etag)) {
      response.writeHead(304, { ...file.headers, etag }).end();
      return true;
    }
    const body = file.bodies[encoding] ?? file.bodies.identity;
    response.writeHead(200, {
      ...file.headers,
      etag,
      "content-length": body.length,
      ...(encoding === "identity" ? {} : { "content-encoding": encoding }),
    });
    response.end(request.method === "HEAD" ? undefined : body);
    return true;
  };
}
