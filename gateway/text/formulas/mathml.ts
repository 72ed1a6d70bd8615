import type { Element, ElementContent } from "hast";
import { fromHtml } from "hast-util-from-html";
import { visit } from "unist-util-visit";
import { inAlphabet } from "./alphabets";

/** The number of macro expansions in a formula, and its largest length in em. */
const expansionsMaximum = 200;
const sizeMaximum = 10;
/** The number of elements and levels of a formula. These limits allow every readable matrix. */
const elementsMaximum = 2_000;
const levelsMaximum = 40;

/** The result of a formula: MathML, or the reason why there is none. */
export type Formula = { math: Element } | { problem: string };

let katex: typeof import("katex").default | undefined;

/** Loads KaTeX once for each thread, only for texts with a formula. */
export async function loadFormulas(): Promise<void> {
  katex ??= (await import("katex")).default;
}

/** Reduces KaTeX's output to MathML Core: removes the copy of the source, and replaces the attribute for alphabets. */
function tidy(math: Element): void {
  const [semantics] = math.children;
  if (semantics?.type === "element" && semantics.tagName === "semantics")
    math.children = semantics.children.filter(
      (child) => child.type === "element" && child.tagName !== "annotation",
    );
  visit(math, "element", (node) => {
    const { mathvariant, columnalign } = node.properties;
    if (typeof mathvariant === "string" && mathvariant !== "normal") {
      delete node.properties.mathvariant;
      for (const child of node.children)
        if (child.type === "text") child.value = inAlphabet(mathvariant, child.value);
    }
    if (node.tagName === "mtable" && typeof columnalign === "string") alignCells(node, columnalign);
  });
}

/** Gives the cells of a table classes for alignment, because browsers ignore the attribute. */
function alignCells(table: Element, columnalign: string): void {
  const columns = columnalign.split(" ");
  for (const row of table.children) {
    if (row.type !== "element") continue;
    row.children.forEach((cell, index) => {
      const align = columns[Math.min(index, columns.length - 1)];
      if (cell.type === "element" && (align === "left" || align === "right"))
        cell.properties.className = [`align-${align}`];
    });
  }
}

/** Whether the formula is too large. It uses no recursion. */
function isTooLarge(root: Element): boolean {
  const waiting: { node: ElementContent; level: number }[] = [{ node: root, level: 0 }];
  let count = 0;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    count += 1;
    if (count > elementsMaximum || next.level > levelsMaximum) return true;
    if (next.node.type === "element")
      for (const node of next.node.children) waiting.push({ node, level: next.level + 1 });
  }
  return false;
}

/** KaTeX's message about a mistake, without the marked part of the formula. */
function problemOf(error: unknown): string {
  const message = error instanceof Error ? error.message : "";
  return message.replace(/^KaTeX parse error: /, "").replace(/ at (?:position|end of input).*$/s, "");
}

/**
 * A formula as MathML, which browsers show without extra fonts or scripts. A mistake in the formula becomes a message
 * and does not affect the rest of the text.
 */
export function formulaOf(source: string, display: boolean): Formula {
  if (!katex) return { problem: "" };
  try {
    const html = katex.renderToString(source, {
      output: "mathml",
      displayMode: display,
      throwOnError: true,
      strict: "ignore",
      trust: false,
      maxExpand: expansionsMaximum,
      maxSize: sizeMaximum,
      // Macros of one formula do not apply to another.
      macros: {},
      globalGroup: false,
    });
    const [span] = fromHtml(html, { fragment: true }).children;
    const math = span?.type === "element" ? span.children[0] : undefined;
    if (math?.type !== "element" || math.tagName !== "math") return { problem: "" };
    if (isTooLarge(math)) return { problem: "too large" };
    tidy(math);
    math.properties = { alttext: source, ...(display ? { display: "block" } : {}) };
    return { math };
  } catch (error) {
    if (error instanceof RangeError || (error as Error).name === "ParseError")
      return { problem: problemOf(error) };
    throw error;
  }
}
