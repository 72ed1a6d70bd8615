import type { Misbehaviour } from "./conformance";

/** How an answer beside the calls is spoilt. */
type Get = NonNullable<Misbehaviour["get"]>;
/** Calls whose answers name files. */
export const files = ["queryBanner", "videoList", "videoDetail", "searchResource", "resourceDetail"] as const;
/** What is wrong, at which address, and how. */
export const beside: [string, string, Get][] = [
  [
    "a link without a signature that turns the digest off",
    "GET /gateway/unsubscribe",
    (path, _, right) => (path.startsWith("/gateway/unsubscribe") ? { ...right, status: 200 } : undefined),
  ],
  [
    "pictures that are pages",
    "GET /gateway/files/…",
    (path, headers, right) =>
      path.startsWith("/gateway/files/") && right.status === 200 && !headers["if-none-match"]
        ? {
            ...right,
            headers: new Headers({
              "content-type": "text/html",
              etag: '"a"',
              "x-content-type-options": "nosniff",
            }),
          }
        : undefined,
  ],
  [
    "pictures whose type browsers guess",
    "GET /gateway/files/…",
    (path, _, right) => {
      if (!path.startsWith("/gateway/files/")) return undefined;
      const headers = new Headers(right.headers);
      headers.delete("x-content-type-options");
      return { ...right, headers };
    },
  ],
  [
    "pictures that are sent again",
    "GET /gateway/files/…",
    (path, headers, right) =>
      path.startsWith("/gateway/files/") && headers["if-none-match"] ? { ...right, status: 200 } : undefined,
  ],
  [
    "downloads without ranges",
    "GET /gateway/downloads/…",
    (path, headers, right) =>
      path.startsWith("/gateway/downloads/") && headers.range && right.status === 206
        ? { ...right, status: 200 }
        : undefined,
  ],
  [
    "a range that is another",
    "GET /gateway/downloads/…",
    (path, _, right) =>
      path.startsWith("/gateway/downloads/") && right.status === 206
        ? { ...right, headers: new Headers({ "content-range": "bytes 0-8/9" }) }
        : undefined,
  ],
  [
    "addresses that never expire",
    "GET /gateway/downloads/…",
    (path, _, right) =>
      right.status === 410 && path.startsWith("/gateway/downloads/") ? { ...right, status: 206 } : undefined,
  ],
  [
    "addresses that need no signature",
    "GET /gateway/downloads/…",
    (path, _, right) =>
      right.status === 404 && path.includes("Signature=conformance") ? { ...right, status: 206 } : undefined,
  ],
  [
    "a logout that leads anywhere",
    "GET /gateway/logout",
    (path, headers, right) =>
      path.startsWith("/gateway/logout") && headers["sec-fetch-dest"] === "document"
        ? { ...right, headers: new Headers({ location: "https://elsewhere.invalid/" }) }
        : undefined,
  ],
  [
    "a logout by another site's picture",
    "GET /gateway/logout",
    (path, headers, right) =>
      path.startsWith("/gateway/logout") && headers["sec-fetch-dest"] === "image"
        ? { ...right, status: 303 }
        : undefined,
  ],
  [
    "health that says no and answers 200",
    "GET /gateway/healthz",
    (path, _, right) => (path.endsWith("/healthz") ? { ...right, body: { ok: false } } : undefined),
  ],
  [
    "an export for everybody",
    "GET /gateway/exports/{key}",
    (path, _, right) => (path.startsWith("/gateway/exports/") ? { ...right, status: 200 } : undefined),
  ],
  [
    "names of calls that are no list",
    "GET /gateway/calls",
    (path, _, right) =>
      path.endsWith("/gateway/calls") ? { ...right, body: { calls: "all of them" } } : undefined,
  ],
];
