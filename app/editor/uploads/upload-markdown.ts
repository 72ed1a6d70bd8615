import type { Uploaded } from "contract/files/calls";

/** A text that may stand between `[` and `]`: one line, its brackets escaped. */
const inBrackets = (text: string) =>
  text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\\[\]]/g, "\\$&");

/**
 * What describes a picture until somebody does: its file's name, without an ending and without what only
 * programs wrote.
 */
export function altFromName(name: string): string {
  const stem = name
    .replace(/\.[A-Za-z0-9]+$/, "")
    .replace(/[_]+/g, " ")
    .trim();
  return /^(?:image|img|screenshot|截图|屏幕截图|微信图片|dsc|photo|clip)?[\s\d\-_.()（）]*$/i.test(stem)
    ? ""
    : stem;
}

/**
 * An upload as it stands in the text: a picture with its description, or a link with the attachment's name.
 */
export function uploadMarkdown(
  { kind, address, name }: Pick<Uploaded, "kind" | "address" | "name">,
  alt: string,
): string {
  return kind === "image" ? `![${inBrackets(alt)}](${address})` : `[${inBrackets(name)}](${address})`;
}

/** A text with uploads at its end, each a paragraph of its own. */
export function withUploads(text: string, uploads: string[]): string {
  return [text.replace(/\s+$/, ""), ...uploads].filter((part) => part !== "").join("\n\n");
}
