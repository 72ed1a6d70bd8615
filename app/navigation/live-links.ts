import { useNavigate } from "@remix-run/react";
import type { MouseEvent } from "react";

/**
 * A click listener for an element with many plain links. Links with `data-live` navigate without a page load; with
 * `data-live="keep"` the scroll position also stays. It replaces a component per link, which costs the server seven
 * times as much as a plain `<a>`.
 */
export function useLiveLinks(): (event: MouseEvent<HTMLElement>) => void {
  const navigate = useNavigate();
  return (event) => {
    const link =
      event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[data-live]") : null;
    const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
    if (!link || modified || event.defaultPrevented) return;
    // The browser handles links within this page itself, so that `:target` works.
    const here = window.location;
    if (link.hash && link.pathname === here.pathname && link.search === here.search) return;
    event.preventDefault();
    navigate(link.pathname + link.search + link.hash, { preventScrollReset: link.dataset.live === "keep" });
  };
}
