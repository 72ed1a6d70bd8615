import type { Root } from "hast";
import { fromDom } from "hast-util-from-dom";
import { htmlToMarkdown } from "./html-to-markdown";

/** Converts pasted HTML to Markdown; empty when nothing can be converted. Loads nothing that the HTML refers to. */
export function markdownOf(html: string): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  return htmlToMarkdown(fromDom(body) as unknown as Root);
}
