import type { Element, ElementContent, Root as HastRoot } from "hast";
import type { Root as MdastRoot } from "mdast";
import { SKIP, visit } from "unist-util-visit";
import { captions } from "./languages";

/** The highest heading of a text becomes an h3, because the page has its title as h1 and its areas as h2. */
const highestHeading = 3;
/** A longer block gets no colours: they would cost too much. */
const highlightMaximum = 20_000;
const languageWord = /^[a-z0-9+#._-]{1,20}$/;

/** remark: shifts the headings so that the highest is an h3, and keeps their order of rank. */
export function remarkHeadings() {
  return (tree: MdastRoot) => {
    let highest = 6;
    visit(tree, "heading", (node) => {
      highest = Math.min(highest, node.depth);
    });
    visit(tree, "heading", (node) => {
      node.depth = Math.min(6, node.depth - highest + highestHeading) as typeof node.depth;
    });
  };
}

const text = (value: string): ElementContent => ({ type: "text", value });
const element = (
  tagName: string,
  properties: Element["properties"],
  children: ElementContent[],
): Element => ({
  type: "element",
  tagName,
  properties,
  children,
});

/** The word after the fence in lower case; null when there is none or it is no language. */
function languageOf(code: Element): string | null {
  const [name] = Array.isArray(code.properties.className) ? code.properties.className : [];
  const word = String(name ?? "")
    .replace(/^language-/, "")
    .toLowerCase();
  return languageWord.test(word) ? word : null;
}

/** rehype, before highlighting: one clean language class, and none on a block too long to colour. */
export function rehypeCodeLanguages() {
  return (tree: HastRoot) => {
    visit(tree, "element", (pre) => {
      const code = pre.children[0];
      if (pre.tagName !== "pre" || code?.type !== "element") return;
      const language = languageOf(code);
      const body = code.children[0];
      const long = body?.type === "text" && body.value.length > highlightMaximum;
      pre.properties.dataLanguage = language ?? undefined;
      code.properties.className = language && !long ? [`language-${language}`] : [];
    });
  };
}

/** Puts an empty `<i>` at the head of each line: CSS counts them, and copying the code copies no number. */
function markLines(nodes: ElementContent[]): ElementContent[] {
  return nodes.flatMap((node): ElementContent[] => {
    if (node.type === "element") return [{ ...node, children: markLines(node.children) }];
    if (node.type !== "text" || !node.value.includes("\n")) return [node];
    const lines = node.value.split("\n");
    return lines.flatMap((line, index) => {
      const last = index === lines.length - 1;
      const piece = last ? line : `${line}\n`;
      return [...(index === 0 ? [] : [element("i", {}, [])]), ...(piece ? [text(piece)] : [])];
    });
  });
}

/** Removes the newline at the end of a block's last text. */
function trimEnd(nodes: ElementContent[]): void {
  const last = nodes.at(-1);
  if (last?.type === "text") last.value = last.value.replace(/\n$/, "");
  else if (last?.type === "element") trimEnd(last.children);
}

function codeFigure(pre: Element, code: Element): Element {
  const language = typeof pre.properties.dataLanguage === "string" ? pre.properties.dataLanguage : null;
  trimEnd(code.children);
  const lines = markLines(code.children);
  code.children =
    lines.length > 1 && lines.some((node) => hasLine(node))
      ? [element("i", {}, []), ...lines]
      : code.children;
  code.properties.className = ["hljs", ...(language ? [`language-${language}`] : [])];
  const title = language ? (captions[language] ?? language.toUpperCase()) : "代码";
  const { dataNote } = pre.properties;
  const caption = typeof dataNote === "string" ? `${title}（未画成图：${dataNote}）` : title;
  return element("figure", { className: ["code"], dataLanguage: language ?? undefined }, [
    element("figcaption", {}, [text(caption)]),
    element("pre", { tabIndex: 0 }, [code]),
  ]);
}

function hasLine(node: ElementContent): boolean {
  return (
    node.type === "element" &&
    ((node.tagName === "i" && node.children.length === 0) || node.children.some(hasLine))
  );
}

/**
 * Puts a table into a frame that scrolls, also with the keyboard. Alignment becomes a class, because texts may not have
 * style attributes.
 */
function scrollingTable(table: Element): Element {
  visit(table, "element", (cell) => {
    const { align } = cell.properties;
    delete cell.properties.align;
    if (typeof align === "string") cell.properties.className = [`align-${align}`];
  });
  return element("section", { className: ["table-scroll"], ariaLabel: "表格", tabIndex: 0 }, [table]);
}

/** rehype, after highlighting: makes code blocks figures, and gives tables their frame and task boxes their names. */
export function rehypeBlocks() {
  return (tree: HastRoot) => {
    visit(tree, "element", (node, index, parent) => {
      if (node.tagName === "input") node.properties.ariaLabel = node.properties.checked ? "已完成" : "未完成";
      if (!parent || index === undefined) return undefined;
      const code = node.children[0];
      if (node.tagName === "pre" && code?.type === "element") parent.children[index] = codeFigure(node, code);
      else if (node.tagName === "table") parent.children[index] = scrollingTable(node);
      else return undefined;
      // The children were visited already; the new parent must not be visited again.
      return [SKIP, index + 1];
    });
  };
}
