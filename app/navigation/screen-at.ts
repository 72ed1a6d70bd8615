import { pathOfRoute } from "./screen-row";
import { type Screen, screens } from "./screens";
import { shellOf } from "./shell-address";

/** A screen's path as a pattern that matches as the router does: case and a trailing slash do not matter. */
function patternOf(path: string): RegExp {
  const source = path
    .replace(/[.+?^${}()|[\]\\]/g, "\\$&")
    .replace(/\/\*$/, "(?:/.*)?")
    .replace(/:[a-z]+/gi, "[^/]+")
    .replace(/\/$/, "");
  return new RegExp(`^${source}/*$`, "i");
}

/** Literal paths come before paths with parameters, as in the router. */
const patterns = screens
  .map((screen) => ({ screen, pattern: patternOf(screen.path), literal: !/[:*]/.test(screen.path) }))
  .sort((one, other) => Number(other.literal) - Number(one.literal));

const byPath = new Map(screens.map((screen) => [screen.path, screen]));

/** The screen of an address, in either shell. */
export function screenAt(pathname: string): Screen | undefined {
  const shell = shellOf(pathname);
  const path = shell === "h5" ? pathname.slice(3) || "/" : pathname;
  return patterns.find(({ screen, pattern }) => (!screen.only || screen.only === shell) && pattern.test(path))
    ?.screen;
}

/** The screen of a matched route at an address. The catch-all route shows the screens that are not built yet. */
export function currentScreen(routeId: string | undefined, pathname: string): Screen | undefined {
  if (routeId === undefined) return undefined;
  return routeId.endsWith(":*") ? screenAt(pathname) : byPath.get(pathOfRoute(routeId));
}

const usingCamera = patterns.filter(({ screen }) => screen.camera);

/** Whether the document at this path may use the camera. The front door checks it for the permissions policy. */
export function usesCamera(pathname: string): boolean {
  const path = shellOf(pathname) === "h5" ? pathname.slice(3) || "/" : pathname;
  return usingCamera.some(({ pattern }) => pattern.test(path));
}

/** Whether phones stay on this desktop path (spec 2.1). */
export function keepsDesktopAddress(pathname: string): boolean {
  return screenAt(pathname)?.mobileWidth === true;
}
