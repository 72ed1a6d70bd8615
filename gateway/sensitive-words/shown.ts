import { plainText } from "contract/base/plain-text";

const blockEnd =
  /<\/(?:p|h[3-6]|li|ul|ol|blockquote|t[hdr]|table|div|section|figure|figcaption|pre|text)>|<(?:br|hr)\b[^>]*>/g;

/** Tags of formulas and drawings: what they hold is read as it is shown, and not as its source. */
const formulaPart = /<\/?(?:math|m[a-z]{1,9}|svg|g|tspan)(?:>| (?:[^>"]|"[^"]*")*>)/g;

/**
 * The words of rendered HTML, a line for each of its blocks: what stands in two paragraphs does not stand
 * together.
 */
export function shownLines(html: string): string {
  return html
    .replace(formulaPart, "")
    .replace(blockEnd, "$&\n")
    .split("\n")
    .map((line) => plainText(line))
    .filter((line) => line !== "")
    .join("\n");
}
