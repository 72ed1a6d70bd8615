import type { RenderOptions } from "../text/markdown";

/**
 * Renders a text of a content pack on the main thread. Pack texts come from the operator, so they need no worker.
 * The renderer is imported only when a pack is loaded; otherwise only the worker threads have it.
 */
export async function renderPackText(source: string, options?: RenderOptions): Promise<string> {
  const [{ renderMarkdown }, { prepareFor }] = await Promise.all([
    import("../text/markdown"),
    import("../text/prepare"),
  ]);
  await prepareFor(source);
  return renderMarkdown(source, options);
}
