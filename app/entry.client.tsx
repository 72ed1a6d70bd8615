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

/** The modules of the parent routes of every screen, which are part of this script. */
const parentRoutes: Record<AroundScreens, unknown> = {
  root,
  desktop,
  "desktop-screens": boundary,
  h5,
  "h5-screens": boundary,
};

/**
 * RemixBrowser starts to read the page's data in its first render and suspends until it has it. Typing at that moment
 * makes React hydrate at once, which fails for a suspended page: it throws error 345, and the page stays dead. So the
 * data is read before hydration.
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

// In a microtask, after the document's script, which imports this one and then sets the route modules.
queueMicrotask(() => {
  window.__remixManifest = withAroundInEntry(window.__remixManifest);
  Object.assign(window.__remixRouteModules, parentRoutes);
  void hydrate();
  listenForKeys();
  // Last, because it throws in browsers without storage, and nothing must depend on it.
  restoreTyped();
});
