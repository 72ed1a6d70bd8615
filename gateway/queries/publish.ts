import { hasVisibleContent } from "../text/plain-text";
import { renderMarkdown } from "../text/markdown";
import { Refusal } from "../refusal";

/** Renders a text for publication. Throws CONTENT_EMPTY, beside the content, when nothing of it can be seen. */
export function publishable(content: string): string {
  const html = renderMarkdown(content);
  if (hasVisibleContent(html)) return html;
  const refusal = new Refusal("CONTENT_EMPTY");
  throw new Refusal("CONTENT_EMPTY", { content: [refusal.message] });
}
