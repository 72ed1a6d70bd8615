import { RemixBrowser } from "@remix-run/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { listenForKeys } from "./islands/keys";
import { type AroundScreens, withAroundInEntry } from "./navigation/around";
import { restoreTyped } from "./navigation/chunk";
import * as root from "./root";
import * as boundary from "./screens/boundary";
import * as desktop from "./shells/desktop";
import * as h5 from "./shells/h5";

/** Where the browser finds the modules of the routes around every screen: here. */
const around: Record<AroundScreens, unknown> = {
  root,
  desktop,
  "desktop-screens": boundary,
  h5,
  "h5-screens": boundary,
};

/**
 * RemixBrowser begins to read the page's data in its first render, and suspends the whole page until it has. If
 * somebody types in that moment React wants to hydrate at once, which such a page cannot: it throws (error 345), and
 * the page stays dead. So the data is read before there is anything to hydrate.
 */
async function hydrate(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (reading) {
    await reading;
  }
  startTransition(() => {
    hydrateRoot(document, <RemixBrowser />);
  });
}

// After the script of the document, which imports this one and then says which modules its routes have.
queueMicrotask(() => {
  window.__remixManifest = withAroundInEntry(window.__remixManifest);
  Object.assign(window.__remixRouteModules, around);
  void hydrate();
  listenForKeys();
  // Last: a browser that keeps nothing for us throws here, and the page is none the worse.
  restoreTyped();
});
