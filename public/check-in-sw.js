/**
 * The service worker of the scanner's page: with an unreliable connection at an entrance, the page can still be
 * reloaded. It tries the network first, up to a time limit, and then the cache. The page itself handles scans.
 */
const pages = "check-in-page";
const assets = "check-in-assets";
/** The time limit for the network, in milliseconds. */
const patience = 4_000;
const mostAssets = 150;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

/** The cache key of a scanner's page: its address with only the activity. */
function keyOf(address) {
  const { origin, pathname, searchParams } = new URL(address);
  const id = searchParams.get("id");
  return id ? `${origin}${pathname}?id=${encodeURIComponent(id)}` : null;
}

/** A copy of a page for the cache, with the time, which the cached page shows. */
function copyOf(response) {
  const headers = new Headers(response.headers);
  headers.set("x-kept-at", String(Date.now()));
  // The body is decoded already.
  headers.delete("content-encoding");
  headers.delete("content-length");
  return new Response(response.body, { status: 200, headers });
}

/** Stores a page with its assets, whose addresses the loaded page sends. */
async function keep(address, files) {
  const key = keyOf(address);
  if (!key) return;
  const response = await fetch(key, { headers: { "x-kept-copy": "1" } });
  if (response.ok && !response.redirected) await (await caches.open(pages)).put(key, copyOf(response));
  const cache = await caches.open(assets);
  for (const file of files) if (!(await cache.match(file))) await cache.add(file).catch(() => undefined);
  const kept = await cache.keys();
  for (const old of kept.slice(0, Math.max(0, kept.length - mostAssets))) await cache.delete(old);
}

self.addEventListener("message", (event) => {
  const { type, address, files } = event.data ?? {};
  if (type !== "keep" || !Array.isArray(files)) return;
  if (new URL(address).origin !== self.location.origin) return;
  event.waitUntil(keep(address, files).catch(() => undefined));
});

async function navigate(request) {
  const key = keyOf(request.url);
  const kept = key ? await (await caches.open(pages)).match(key) : undefined;
  if (!kept) return fetch(request);
  const late = new Promise((_, reject) => setTimeout(() => reject(new Error("late")), patience));
  try {
    return await Promise.race([fetch(request), late]);
  } catch {
    return kept;
  }
}

/** Answers a built file from the cache. Its name contains the hash of its content, so the cached file is current. */
async function asset(request) {
  return (await (await caches.open(assets)).match(request)) ?? fetch(request);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(navigate(request));
  else if (url.pathname.startsWith("/assets/")) event.respondWith(asset(request));
});
