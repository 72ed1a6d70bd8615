import type { Uploaded } from "contract/files/calls";

/** A form with this field takes no attachments. */
export const picturesOnlyField = "picturesOnly";

/** Makes a text safe between `[` and `]`: one line, brackets escaped. */
const inBrackets = (text: string) =>
  text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\\[\]]/g, "\\$&");

/** The first description of an image: its file name without the ending. Empty when a program made the name. */
export function altFromName(name: string): string {
  const stem = name
    .replace(/\.[A-Za-z0-9]+$/, "")
    .replace(/[_]+/g, " ")
    .trim();
  return /^(?:image|img|screenshot|截图|屏幕截图|微信图片|dsc|photo|clip)?[\s\d\-_.()（）]*$/i.test(stem)
    ? ""
    : stem;
}

/** The Markdown of an upload: an image with its description, or a link with the attachment's name. */
export function uploadMarkdown(
  { kind, address, name }: Pick<Uploaded, "kind" | "address" | "name">,
  alt: string,
): string {
  return kind === "image" ? `![${inBrackets(alt)}](${address})` : `[${inBrackets(name)}](${address})`;
}

/** Adds uploads at the end of a text, each as a paragraph. */
export function withUploads(text: string, uploads: string[]): string {
  return [text.replace(/\s+$/, ""), ...uploads].filter((part) => part !== "").join("\n\n");
}
