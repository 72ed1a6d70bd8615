import type { Database } from "../database/open";
import { hasVisibleContent } from "../text/plain-text";
import { renderMarkdown } from "../text/markdown";
import { Refusal } from "../refusal";
import { checkFiles, pictureSizes } from "./written-files";

/** Renders a text as it is published, with the sizes of its pictures: the same for a preview. */
export async function rendered(database: Database, content: string): Promise<string> {
  return renderMarkdown(content, { sizes: await pictureSizes(database, content) });
}

/**
 * Renders a text for publication. Throws, beside the content: CONTENT_EMPTY when nothing of it can be seen,
 * TOO_MANY_FILES and LOCAL_IMAGE for what it shows and links to.
 */
export async function publishable(database: Database, content: string): Promise<string> {
  const html = await rendered(database, content);
  checkFiles(content, html);
  if (hasVisibleContent(html)) return html;
  const refusal = new Refusal("CONTENT_EMPTY");
  throw new Refusal("CONTENT_EMPTY", { content: [refusal.message] });
}
