import { useMatches } from "@remix-run/react";
import { currentScreen } from "./screen-at";
import type { ShownScreen } from "./screen-row";

/** The screen that stands on the page; undefined on a page of failure or of no address of ours. */
export function useScreen(): ShownScreen | undefined {
  const leaf = useMatches().at(-1);
  return currentScreen(leaf?.id, leaf?.pathname ?? "");
}

/** Whether what stands on a screen is somebody's own, and nobody's to count: messages, drafts, personal information, searches. */
export const isPrivateScreen = (screen: ShownScreen | undefined): boolean =>
  screen?.access !== undefined || screen?.private === true;
