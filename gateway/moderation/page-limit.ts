import { pageTextsBytesMax } from "contract/base/constants";

/**
 * The texts of one page of a moderators' list that fit into its size limit; the others become empty, and the page links
 * to them.
 */
export function withinPage(texts: string[]): string[] {
  let remaining = pageTextsBytesMax;
  return texts.map((text) => {
    const size = Buffer.byteLength(text);
    if (size > remaining) return "";
    remaining -= size;
    return text;
  });
}
