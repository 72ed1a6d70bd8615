const isAsset = (address: string) => new URL(address, location.href).pathname.startsWith("/assets/");

/** The built files of the page: the scripts and style sheets in its HTML, and those loaded later. */
function filesOfPage(): string[] {
  const elements = [
    ...document.querySelectorAll<HTMLScriptElement | HTMLLinkElement>("script[src], link[href]"),
  ];
  const addresses = [
    ...elements.map((element) => ("src" in element ? element.src : element.href)),
    ...performance.getEntriesByType("resource").map(({ name }) => name),
  ];
  return [...new Set(addresses)].filter(
    (address) => new URL(address, location.href).origin === location.origin && isAsset(address),
  );
}

/**
 * Tells the scanner's service worker to cache this page with all its loaded files, so that it opens offline. It is
 * called again after more files have loaded. Without service workers it does nothing.
 */
export async function keepPage(): Promise<void> {
  const container = navigator.serviceWorker;
  if (!container || !window.isSecureContext || !navigator.onLine) return;
  try {
    const scope = location.pathname;
    const registration = await container.register("/check-in-sw.js", { scope, updateViaCache: "none" });
    const worker = registration.active ?? (await activated(registration));
    worker?.postMessage({ type: "keep", address: location.href, files: filesOfPage() });
  } catch {
    // Scanning works without a cached page too.
  }
}

/** The newly registered worker, once it is active. */
function activated(registration: ServiceWorkerRegistration): Promise<ServiceWorker | null> {
  const worker = registration.installing ?? registration.waiting;
  if (!worker || worker.state === "activated") return Promise.resolve(worker);
  return new Promise((resolve) => {
    worker.addEventListener("statechange", () => {
      if (worker.state === "activated") resolve(worker);
      if (worker.state === "redundant") resolve(null);
    });
  });
}
