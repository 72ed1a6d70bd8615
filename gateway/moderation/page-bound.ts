import { pageTextsBytesMax } from "contract/base/constants";

/** The texts of one page of a moderators' list, as far as they fit on it: the others are empty, and are linked to. */
export function withinPage(texts: string[]): string[] {
  let remaining = pageTextsBytesMax;
  return texts.map((text) => {
    const size = Buffer.byteLength(text);
    if (size > remaining) return "";
    remaining -= size;
    return text;
  });
}
