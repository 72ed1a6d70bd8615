import type { Element, ElementContent } from "hast";
import type { Parents, Root } from "mdast";
import type {} from "mdast-util-math";
import type { Options } from "remark-rehype";
import { SKIP, visit } from "unist-util-visit";
import { formulaOf } from "./mathml";

type Position = { position?: { start: { offset?: number }; end: { offset?: number } } | undefined };

/** Whether a formula in a line has two dollar signs on either side. */
function isDisplay({ value, position }: { value: string } & Position): boolean {
  const [start = 0, end = 0] = [position?.start.offset, position?.end.offset];
  return end - start - value.length >= 4;
}

/** remark: turns a paragraph that consists of one `$$…$$` into a block formula. */
export function remarkFormulas() {
  return (tree: Root) => {
    visit(tree, "paragraph", (node, index, parent) => {
      const visible = node.children.filter((child) => child.type !== "text" || child.value.trim() !== "");
      const [only] = visible;
      if (visible.length !== 1 || only?.type !== "inlineMath" || !isDisplay(only)) return undefined;
      if (!parent || index === undefined) return undefined;
      (parent as Parents).children[index] = { type: "math", value: only.value, position: node.position };
      return SKIP;
    });
  };
}

/** A longer formula may be wider than the column, so people can scroll it with the keyboard too. */
const wideFrom = 40;

const scrolling = (tagName: "div" | "span", value: string, math: Element): Element => ({
  type: "element",
  tagName,
  properties: {
    className: ["formula"],
    ...(value.length >= wideFrom ? { tabIndex: 0, role: "group", ariaLabel: "公式" } : {}),
  },
  children: [math],
});

/** The source of a formula that cannot be rendered, with the reason. */
function asTyped(source: string, problem: string): Element {
  const why = problem ? `公式有误，按原文显示：${problem}` : "公式按原文显示";
  return {
    type: "element",
    tagName: "code",
    properties: { className: ["formula-error"], title: why },
    children: [{ type: "text", value: source } satisfies ElementContent],
  };
}

/** The conversion of formulas to elements. */
export const formulaHandlers: NonNullable<Options["handlers"]> = {
  inlineMath: (_state, node: { value: string } & Position) => {
    const display = isDisplay(node);
    const formula = formulaOf(node.value, display);
    const sign = display ? "$$" : "$";
    if ("problem" in formula) return asTyped(sign + node.value + sign, formula.problem);
    return display ? scrolling("span", node.value, formula.math) : formula.math;
  },
  math: (_state, node: { value: string }) => {
    const formula = formulaOf(node.value, true);
    if ("math" in formula) return scrolling("div", node.value, formula.math);
    return {
      type: "element",
      tagName: "p",
      properties: {},
      children: [asTyped(`$$\n${node.value}\n$$`, formula.problem)],
    };
  },
};
