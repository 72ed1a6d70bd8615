import { useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";

/** Wrong fields, and the first of several of which none was chosen. */
const wrong = '[aria-invalid="true"], [data-wrong]';

/** Puts the cursor into the first wrong field that is in sight, unless it stands in one already. */
export function focusFirstWrong(within: ParentNode = document): void {
  if (document.activeElement?.matches(wrong)) return;
  for (const field of within.querySelectorAll<HTMLElement>(wrong)) {
    if (field.getClientRects().length === 0) continue;
    field.focus();
    return;
  }
}

/**
 * After a form came back with what is wrong in it, the cursor goes to the first wrong field. Before
 * scripts run, the document says it by `autofocus` (entry.server.tsx).
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
