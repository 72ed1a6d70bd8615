import { useMatches } from "@remix-run/react";
import { currentScreen } from "./screen-at";
import type { ShownScreen } from "./screen-row";

/** The current screen; undefined on an error page and at an unknown address. */
export function useScreen(): ShownScreen | undefined {
  const leaf = useMatches().at(-1);
  return currentScreen(leaf?.id, leaf?.pathname ?? "");
}

/**
 * Whether a screen shows personal data that analytics must not count: messages, drafts, personal information,
 * searches.
 */
export const isPrivateScreen = (screen: ShownScreen | undefined): boolean =>
  screen?.access !== undefined || screen?.private === true;
