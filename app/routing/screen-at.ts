import { matchPath } from "@remix-run/react";
import { type Screen, screens } from "~/screens";
import { shellOf } from "./shell-address";

/** The screen that an address shows, in either shell. Literal segments win over parameters, as in the router. */
export function screenAt(pathname: string): Screen | undefined {
  const shell = shellOf(pathname);
  const path = shell === "h5" ? pathname.slice(3) || "/" : pathname;
  let match: Screen | undefined;
  for (const screen of screens) {
    if (screen.only && screen.only !== shell) continue;
    if (!matchPath({ path: screen.path, caseSensitive: false }, path)) continue;
    if (!screen.path.includes(":") && !screen.path.includes("*")) return screen;
    match ??= screen;
  }
  return match;
}
