import { plainText } from "contract/base/plain-text";

const blockEnd =
  /<\/(?:p|h[3-6]|li|ul|ol|blockquote|t[hdr]|table|div|section|figure|figcaption|pre|text)>|<(?:br|hr)\b[^>]*>/g;

/** Tags of formulas and drawings, which are removed so that their text is searched as it is displayed. */
const formulaPart = /<\/?(?:math|m[a-z]{1,9}|svg|g|tspan)(?:>| (?:[^>"]|"[^"]*")*>)/g;

/** The visible text of rendered HTML, one line for each block, so that words in two paragraphs are not adjacent. */
export function visibleLines(html: string): string {
  return html
    .replace(formulaPart, "")
    .replace(blockEnd, "$&\n")
    .split("\n")
    .map((line) => plainText(line))
    .filter((line) => line !== "")
    .join("\n");
}
