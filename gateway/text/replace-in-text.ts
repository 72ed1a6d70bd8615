import type { PhrasingContent, Root, Text } from "mdast";
import { SKIP, visit } from "unist-util-visit";

/**
 * Replaces running text outside links.
 * @param pieces returns the replacement of a text; empty when the text stays
 */
export function replaceInText(tree: Root, pieces: (value: string) => PhrasingContent[]): void {
  visit(tree, (node, index, parent) => {
    if (node.type === "link" || node.type === "linkReference") return SKIP;
    if (node.type !== "text" || !parent || index === undefined) return undefined;
    const content = pieces((node as Text).value);
    if (content.length === 0) return undefined;
    parent.children.splice(index, 1, ...(content as typeof parent.children));
    return [SKIP, index + content.length];
  });
}
