import { useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";

/** Invalid fields, and the first choice of an invalid group. */
const wrong = '[aria-invalid="true"], [data-wrong]';

/** Focuses the first visible invalid field, unless one has the focus already. */
export function focusFirstWrong(within: ParentNode = document): void {
  if (document.activeElement?.matches(wrong)) return;
  for (const field of within.querySelectorAll<HTMLElement>(wrong)) {
    if (field.getClientRects().length === 0) continue;
    field.focus();
    return;
  }
}

/**
 * Focuses the first invalid field after a form came back with problems. Before scripts run, the document does that by
 * `autofocus` (entry.server.tsx).
 */
export function useFocusFirstWrong(): void {
  const { state, formMethod } = useNavigation();
  const posted = useRef(false);
  useEffect(() => {
    if (formMethod === "POST") posted.current = true;
    if (state !== "idle" || !posted.current) return;
    posted.current = false;
    focusFirstWrong();
  }, [state, formMethod]);
}
