import { safeRedirect } from "remix-utils/safe-redirect";

/** A path, query and fragment on our own origin, as a browser resolves it; null when it leads to another origin. */
export function onOwnOrigin(path: string): string | null {
  // Browsers read a backslash as a slash and drop tabs and line breaks, so these can hide a `//host`.
  if (!path.startsWith("/") || path.startsWith("//") || /[\\\u0000-\u001f]/.test(path)) return null;
  try {
    const url = new URL(path, "http://portal.invalid");
    // The URL parser has removed dot segments: `/.//host` has become `//host`.
    return url.host === "portal.invalid" && !url.pathname.startsWith("//")
      ? url.pathname + url.search + url.hash
      : null;
  } catch {
    return null;
  }
}

/** A redirect parameter as a path on our own origin; the fallback for anything else. */
export const ownPath = (value: string | null | undefined, fallback = "/forum/all"): string =>
  onOwnOrigin(safeRedirect(value, fallback)) ?? fallback;

/** Percent-encodes brackets, parentheses and carets of an address (spec 5, navigation). */
export function encodeBrackets(address: string): string {
  return address.replace(
    /[()[\]{}^]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Percent-encodes a redirect for a query; brackets, parentheses and carets too (spec 5, navigation). */
export function encodeRedirect(target: string): string {
  return encodeBrackets(encodeURIComponent(target));
}
