const isAsset = (address: string) => new URL(address, location.href).pathname.startsWith("/assets/");

/** What the page is made of: the scripts and sheets that it names, and what came since. */
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
 * Has the scanner's service worker keep this page with all that it has loaded, so that it opens again without
 * a link. Said anew when more was loaded. Without service workers there is nothing to be done.
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
    // A page that is not kept scans all the same.
  }
}

/** The worker that was just registered, once it is there. */
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
