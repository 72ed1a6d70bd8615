/**
 * The service worker: recently read pages open without a network. It always tries the network first and shows cached
 * pages only when that fails. It sends no writes.
 */
const version = "1";
const assets = `assets-${version}`;
const pagesOf = (account) => `pages-${version}-${account}`;
const mostPages = 30;
const mostAssets = 120;
/** The shortest time between two extra requests that cache a page of a client-side navigation. */
const keptFresh = 3_600_000;

/** The pages to cache: topics and lists in both shells, without the personal centre and forms. */
const kept = /^(?:\/h5)?\/(?:home|postDetail|forum(?:\/\w+)?|hsforum\/[\w.-]+|tags(?:\/\d+)?|information(?:\/\d+)?)?$/;
/** Signing in or out deletes the cached pages. */
const leaving = /^\/(?:logout(?:\.data)?|gateway\/(?:logout|signin).*)$/;

/** Received pages whose account is not known yet, by address. */
const arrived = new Map();

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      await self.registration.navigationPreload?.enable();
      for (const name of await caches.keys())
        if (/^(?:pages|assets)-/.test(name) && name !== assets && !name.startsWith(`pages-${version}-`))
          await caches.delete(name);
      await self.clients.claim();
    })(),
  );
});

/** Deletes all cached pages, including the scanner's page (check-in-sw.js). */
async function forgetAll() {
  await forgetPages("");
  for (const name of await caches.keys()) if (name.startsWith("check-in-")) await caches.delete(name);
}

async function forgetPages(except) {
  for (const name of await caches.keys())
    if (name.startsWith("pages-") && name !== except) await caches.delete(name);
}

async function atMost(cache, count) {
  const keys = await cache.keys();
  for (const key of keys.slice(0, Math.max(0, keys.length - count))) await cache.delete(key);
}

/** A copy of a response for the cache, with the time; null for a response that must not be cached. */
function keepable(response) {
  if (!kept.test(new URL(response.url).pathname) || !response.ok || response.redirected) return null;
  if (response.type !== "basic" || /no-store/.test(response.headers.get("cache-control") ?? "")) return null;
  const copy = response.clone();
  const headers = new Headers(copy.headers);
  headers.set("x-kept-at", String(Date.now()));
  // The body is decoded already.
  headers.delete("content-encoding");
  headers.delete("content-length");
  return new Response(copy.body, { status: 200, headers });
}

/** Stores a page for the account that the loaded page sends, and deletes the pages of other accounts. */
async function keep(address, account) {
  const name = pagesOf(account);
  await forgetPages(name);
  const cache = await caches.open(name);
  const before = arrived.has(address) ? null : await cache.match(address);
  if (before && Date.now() - Number(before.headers.get("x-kept-at")) < keptFresh) return;
  // The worker never saw the HTML of a client-side navigation, or of a page from before its installation.
  const page = arrived.get(address) ?? keepable(await fetch(address, { headers: { "x-kept-copy": "1" } }));
  arrived.delete(address);
  if (!page) return;
  await cache.delete(address);
  await cache.put(address, page);
  await atMost(cache, mostPages);
}

self.addEventListener("message", (event) => {
  const { type, address, account } = event.data ?? {};
  if (type !== "read" || !Number.isInteger(account)) return;
  if (new URL(address).origin !== self.location.origin || !kept.test(new URL(address).pathname)) return;
  event.waitUntil(keep(address, account).catch(() => undefined));
});

const withoutHash = (address) => address.replace(/#.*$/, "");

/** A cached page, which shows its time. */
async function fromKept(address) {
  for (const name of await caches.keys()) {
    if (!name.startsWith(`pages-${version}-`)) continue;
    const found = await (await caches.open(name)).match(address);
    if (found) return found;
  }
  return null;
}

const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The page for an address that is not cached: a list of the cached pages by title. */
async function offlinePage() {
  const items = [];
  for (const name of await caches.keys()) {
    if (!name.startsWith(`pages-${version}-`)) continue;
    const cache = await caches.open(name);
    for (const { url } of (await cache.keys()).reverse()) {
      const page = await cache.match(url);
      const title = /<title>([^<]*)<\/title>/.exec((await page?.text()) ?? "")?.[1] ?? "";
      items.push(`<li><a href="${escaped(new URL(url).pathname + new URL(url).search)}">${title}</a></li>`);
    }
  }
  const list = items.length > 0 ? `<h2>这些页面离线也能看</h2><ul>${items.join("")}</ul>` : "";
  return new Response(
    `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>离线</title><style>
:root{color-scheme:light dark}body{max-width:40em;margin:0 auto;padding:48px 16px;font:16px/1.7 system-ui,sans-serif}h1{font-size:22px}h2{font-size:16px}ul{padding-inline-start:1.2em}a{color:LinkText}
</style></head><body><main><h1>现在没有网络</h1><p>这个页面没有存在本机，联网后再打开。<a href="">重试</a></p>${list}</main></body></html>`,
    { status: 503, headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" } },
  );
}

async function navigate(event) {
  const address = withoutHash(event.request.url);
  try {
    const response = (await event.preloadResponse) ?? (await fetch(event.request));
    const page = keepable(response);
    if (page) {
      if (arrived.size > 5) arrived.clear();
      arrived.set(address, page);
    }
    return response;
  } catch {
    return (await fromKept(address)) ?? offlinePage();
  }
}

/** Answers a built file from the cache. Its name contains the hash of its content, so the cached file is current. */
async function asset(request) {
  const cache = await caches.open(assets);
  const found = await cache.match(request);
  if (found) return found;
  const response = await fetch(request);
  if (response.ok) {
    await cache.put(request, response.clone());
    await atMost(cache, mostAssets);
  }
  return response;
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  if (leaving.test(url.pathname)) event.waitUntil(forgetAll());
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(navigate(event));
  else if (url.pathname.startsWith("/assets/")) event.respondWith(asset(request));
});
