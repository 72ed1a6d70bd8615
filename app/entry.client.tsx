import { RemixBrowser } from "@remix-run/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { type AroundScreens, withAroundInEntry } from "./navigation/around";
import { restoreTyped } from "./navigation/chunk";
import * as root from "./root";
import * as boundary from "./screens/boundary";
import * as desktop from "./shells/desktop";
import * as h5 from "./shells/h5";
import { keepStyles } from "./shells/keep-styles";

/** Where the browser finds the modules of the routes around every screen: here. */
const around: Record<AroundScreens, unknown> = {
  root,
  desktop,
  "desktop-screens": boundary,
  h5,
  "h5-screens": boundary,
};

// After the script of the document, which imports this one and then says which modules its routes have.
queueMicrotask(() => {
  window.__remixManifest = withAroundInEntry(window.__remixManifest);
  Object.assign(window.__remixRouteModules, around);
  startTransition(() => {
    hydrateRoot(document, <RemixBrowser />);
  });
  void keepStyles();
  // Last: a browser that keeps nothing for us throws here, and the page is none the worse.
  restoreTyped();
});
