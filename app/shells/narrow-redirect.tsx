import { useLocation } from "@remix-run/react";
import { useEffect } from "react";
import { twin } from "~/routing/shell-address";
import { useRoot } from "./use-shell";

/** Narrower than this is the mobile version's (spec 1). */
const narrow = "(max-width: 767px)";

/** In a window under 768 px the desktop page gives way to its h5 twin, unless the visitor chose the desktop version. */
export function NarrowRedirect() {
  const location = useLocation();
  const choice = useRoot()?.preferences.shell;
  useEffect(() => {
    if (choice === "desktop" || !window.matchMedia(narrow).matches) return;
    window.location.replace(twin(location.pathname + location.search, "h5") + location.hash);
  }, [choice, location]);
  return null;
}
