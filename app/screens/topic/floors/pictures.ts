import type { MouseEvent } from "react";

/**
 * A click listener that shows a post's picture enlarged over the page. Before scripts run, and with a modifier key,
 * the picture is a link to its file.
 */
export function zoomPicture(event: MouseEvent<HTMLElement>): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a.zoom") : null;
  const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
  if (!link || modified) return;
  event.preventDefault();
  const { href } = link;
  import("./zoom").then(
    ({ showPicture }) => showPicture(link),
    () => window.location.assign(href),
  );
}
