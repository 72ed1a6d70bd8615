import { useMatches } from "@remix-run/react";
import { screenShown } from "./screen-at";
import type { Screen } from "./screens";

/** The screen that stands on the page; undefined on a page of failure or of no address of ours. */
export function useScreen(): Screen | undefined {
  const leaf = useMatches().at(-1);
  return screenShown(leaf?.id, leaf?.pathname ?? "");
}

/** Whether what stands on a screen is somebody's own, and nobody's to count: messages, drafts, personal information, searches. */
export const isPrivateScreen = (screen: Screen | undefined): boolean =>
  screen?.access !== undefined || screen?.private === true;
