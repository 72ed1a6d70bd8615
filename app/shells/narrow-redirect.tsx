import { useLocation } from "@remix-run/react";
import { useEffect } from "react";
import { twin } from "~/navigation/shell-address";
import { useRoot } from "~/navigation/use-shell";

/** Below this width the h5 shell is used (spec 1). */
const narrow = "(max-width: 767px)";

/**
 * In a window under 768 px, redirects a desktop page to its h5 page, unless the visitor chose the desktop version.
 * Only after a navigation: a form that posts to its own page would lose the typed text.
 */
export function NarrowRedirect() {
  const { pathname, search } = useLocation();
  const choice = useRoot()?.preferences.shell;
  useEffect(() => {
    if (choice === "desktop" || !window.matchMedia(narrow).matches) return;
    window.location.replace(twin(pathname + search, "h5") + window.location.hash);
  }, [choice, pathname, search]);
  return null;
}
