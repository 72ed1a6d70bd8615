import type { RenderOptions } from "../text/markdown";

/**
 * Renders a text of a content pack: the operator's own, many at a time, before anybody is served. The
 * renderer is loaded when there is a pack to load, and otherwise lives in the worker threads alone.
 */
export async function renderPackText(source: string, options?: RenderOptions): Promise<string> {
  const [{ renderMarkdown }, { prepareFor }] = await Promise.all([
    import("../text/markdown"),
    import("../text/prepare"),
  ]);
  await prepareFor(source);
  return renderMarkdown(source, options);
}
