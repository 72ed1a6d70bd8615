import { useNavigate } from "@remix-run/react";
import type { MouseEvent } from "react";

/**
 * A listener for an element with many plain links: those with `data-live` are followed without a reload, with
 * `data-live="keep"` without scrolling either. A component for each link would cost the server seven times a
 * plain `<a>`.
 */
export function useLiveLinks(): (event: MouseEvent<HTMLElement>) => void {
  const navigate = useNavigate();
  return (event) => {
    const link =
      event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[data-live]") : null;
    const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
    if (!link || modified || event.defaultPrevented) return;
    // A place on this very page is the browser's own business, :target and all.
    const here = window.location;
    if (link.hash && link.pathname === here.pathname && link.search === here.search) return;
    event.preventDefault();
    navigate(link.pathname + link.search + link.hash, { preventScrollReset: link.dataset.live === "keep" });
  };
}
