/**
 * The service worker of the scanner's page alone (decision 185): at an entrance with a flaky link the page comes
 * again when it is loaded anew. The network is asked first, for so long as somebody waits; what was kept is shown
 * where it does not answer. Scans are the page's own business.
 */
const pages = "check-in-page";
const assets = "check-in-assets";
/** A page that does not come is not waited for longer than this, in milliseconds. */
const patience = 4_000;
const mostAssets = 150;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

/** The page of an activity's scanner, whatever else its address asks for. */
function keyOf(address) {
  const { origin, pathname, searchParams } = new URL(address);
  const id = searchParams.get("id");
  return id ? `${origin}${pathname}?id=${encodeURIComponent(id)}` : null;
}

/** A copy of a page that may be kept: with the time, as the page says it when it comes from here. */
function copyOf(response) {
  const headers = new Headers(response.headers);
  headers.set("x-kept-at", String(Date.now()));
  // The body is one that was decoded.
  headers.delete("content-encoding");
  headers.delete("content-length");
  return new Response(response.body, { status: 200, headers });
}

/** The page says what it is made of once it is alive: it is kept with that. */
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

/** Built files have their content's hash in their name: what was kept is what there is. */
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
