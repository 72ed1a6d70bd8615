import { useWindowEvent } from "@mantine/hooks";
import { useRef } from "react";

const question = "有没保存的修改，离开就没有了。要离开吗？";

/** Whether a click leaves the page in this tab. */
function isLeaving(event: MouseEvent): boolean {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
  if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return false;
  return link.target !== "_blank" && link.pathname !== window.location.pathname;
}

/**
 * Asks before a page is left on which something was typed that no version has yet. Most links load no document, so
 * that the browser's own question would miss them. (The router's blocker would add to every visitor's first script.)
 * @param unsaved whether the form came back with what was typed, unsaved
 * @returns what the form reports to it
 */
export function useLeaveWarning(unsaved: boolean) {
  const changed = useRef(unsaved);
  useWindowEvent("beforeunload", (event) => {
    if (changed.current) event.preventDefault();
  });
  useWindowEvent(
    "click",
    (event) => {
      if (!changed.current || !isLeaving(event)) return;
      if (window.confirm(question)) {
        changed.current = false;
        return;
      }
      event.preventDefault();
      event.stopPropagation();
    },
    // Before the router takes the click.
    true,
  );
  return {
    onInput() {
      changed.current = true;
    },
    // Each press posts the form as a document, which comes back or is saved.
    onSubmit() {
      changed.current = false;
    },
  };
}
