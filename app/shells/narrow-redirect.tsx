import { useLocation } from "@remix-run/react";
import { useEffect } from "react";
import { twin } from "~/navigation/shell-address";
import { useRoot } from "~/navigation/use-shell";

/** Narrower than this is the mobile version's (spec 1). */
const narrow = "(max-width: 767px)";

/**
 * In a window under 768 px the desktop page gives way to its h5 twin, unless the visitor chose the desktop
 * version. It does so where a page is arrived at: a form that posts to its own page would lose what was
 * typed.
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
