import remarkParse from "remark-parse";
import { unified } from "unified";
import { visit } from "unist-util-visit";
import { isHostile } from "./cost/bounds";
import { withinTime } from "./cost/work-time";
import { remarkSyntax } from "./syntax";

const parser = unified().use(remarkParse).use(remarkSyntax).freeze();

/**
 * Where code stands in a Markdown text, blocks and inline, as `[start, end)` in UTF-16 units. A text that is
 * too slow to parse has none: it is shown as it was typed, too.
 */
export function codeSpans(source: string): { start: number; end: number }[] {
  if (isHostile(source)) return [];
  const spans = withinTime(() => {
    const found: { start: number; end: number }[] = [];
    visit(parser.parse(source), ["code", "inlineCode"], (node) => {
      const [start, end] = [node.position?.start.offset, node.position?.end.offset];
      if (start !== undefined && end !== undefined) found.push({ start, end });
    });
    return found;
  });
  return spans ?? [];
}
