import { cellsMax, elementsMax, htmlBytesMax, nestingMax } from "contract/base/constants";
import type { Root as HastRoot } from "hast";
import type { Root as MdastRoot, Nodes } from "mdast";

/** Thrown when a text exceeds the limits of a page. Pages show its source instead. */
class TooLarge extends Error {}

/**
 * Visits every node without recursion, because a tree may be deeper than the stack. Throws TooLarge beyond the limits.
 */
function countNodes<Node extends object>(root: Node, visit: (node: Node) => void): void {
  const waiting: { node: Node; depth: number }[] = [{ node: root, depth: 0 }];
  let count = 0;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, depth } = next;
    count += 1;
    if (count > elementsMax * 2 || depth > nestingMax) throw new TooLarge();
    visit(node);
    if ("children" in node)
      for (const child of node.children as Node[]) waiting.push({ node: child, depth: depth + 1 });
  }
}

/**
 * remark, right after parsing: refuses a text with too deep nesting or too many nodes. It counts the cells that a table
 * will have: short rows are filled up to the length of the head, so a few words per row can become a thousand cells.
 */
export function remarkSize() {
  return (tree: MdastRoot) => {
    let cells = 0;
    countNodes(tree as Nodes, (node) => {
      if (node.type !== "table") return;
      cells +=
        node.children.length * Math.max(node.align?.length ?? 0, node.children[0]?.children.length ?? 0);
      if (cells > cellsMax) throw new TooLarge();
    });
  };
}

/**
 * rehype, before serialisation: refuses too many elements, for example those of highlighted code.
 */
export function rehypeSize() {
  return (tree: HastRoot) => {
    let elements = 0;
    countNodes(tree as HastRoot | HastRoot["children"][number], (node) => {
      if (node.type !== "element") return;
      elements += 1;
      if (elements > elementsMax) throw new TooLarge();
    });
  };
}

/** Checks the size of the HTML. Throws TooLarge. */
export function ofSize(html: string): string {
  if (Buffer.byteLength(html) > htmlBytesMax) throw new TooLarge();
  return html;
}

/** The result of the work; null when it was too large. */
export function withinSize<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof TooLarge) return null;
    throw error;
  }
}
