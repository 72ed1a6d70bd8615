import type { Root } from "hast";
import { fromDom } from "hast-util-from-dom";
import { htmlToMarkdown } from "./html-to-markdown";

/** Pasted HTML as Markdown; empty where nothing of it can be written so. What it refers to is not fetched. */
export function markdownOf(html: string): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  return htmlToMarkdown(fromDom(body) as unknown as Root);
}
