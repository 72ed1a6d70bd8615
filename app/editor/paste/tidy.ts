import type { Element, ElementContent, Parents } from "hast";
import { element, isElement, styleOf } from "./nodes";
import { listsOf } from "./office-lists";

/** Elements that never belong to the text, whatever program it was copied from. */
const droppedTags = new Set(
  "script style title meta link button svg textarea select iframe video audio canvas object o:p".split(" "),
);
/** Classes of line numbers, copy buttons and heading anchors on other sites. */
const droppedClass =
  /^(?:pre-numbering|line-?numbers?(?:-rows)?|hljs-button|copy-?(?:btn|button)|anchor|header-?anchor)$/i;
const cjk = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u;
const workingAddress = /^(?:https?:|mailto:)/i;

const classesOf = ({ properties }: Element): string[] => [properties.className ?? []].flat().map(String);

/** Reduces a tree of pasted HTML, in place, to what Markdown can express. */
export function tidy(tree: Parents): void {
  tree.children = listsOf(tree.children as ElementContent[]).flatMap(tidyNode) as typeof tree.children;
}

function tidyNode(node: ElementContent): ElementContent[] {
  if (node.type === "text") return [{ ...node, value: withoutLineBreaks(node.value) }];
  if (!isElement(node) || isDropped(node)) return [];
  tidy(node);
  return ofTag(node);
}

function isDropped(node: Element): boolean {
  const style = styleOf(node);
  return (
    droppedTags.has(node.tagName) ||
    node.properties.hidden === true ||
    /(?:^|;)\s*(?:display:\s*none|mso-hide:\s*all)/.test(style) ||
    (node.tagName === "input" && node.properties.type !== "checkbox") ||
    classesOf(node).some((name) => droppedClass.test(name))
  );
}

function ofTag(node: Element): ElementContent[] {
  switch (node.tagName) {
    case "a":
      return ofLink(node);
    case "img":
      return ofPicture(node);
    case "table":
      return [ofTable(node)];
    case "b":
    case "strong":
      // Google Docs wraps a whole document in one `<b>` of normal weight.
      return /font-weight:\s*(?:normal|[1-4]00)/.test(styleOf(node)) ? node.children : [node];
    case "span":
    case "font":
      return ofSpan(node);
    default:
      return [node];
  }
}

/** Removes a line break between two Chinese characters: it comes from the HTML source and would become a space. */
function withoutLineBreaks(text: string): string {
  return text.replace(/(.)[ \t]*\r?\n[ \t]*(?=(.))/gu, (all, before: string, after: string) =>
    cjk.test(before) && cjk.test(after) ? before : all,
  );
}

/** Keeps only the text of a link whose address does not work for other people. */
function ofLink(node: Element): ElementContent[] {
  const href = String(node.properties.href ?? "");
  if (!workingAddress.test(href) || node.children.length === 0) return node.children;
  return [element("a", node.children, { href })];
}

/** An image on another site becomes a link to it; it is not shown until somebody uploads it. */
function ofPicture(node: Element): ElementContent[] {
  const src = String(node.properties.src ?? "");
  const alt = String(node.properties.alt ?? "").trim();
  if (!/^https?:/i.test(src)) return [];
  return [element("a", [{ type: "text", value: `图片：${alt || "未命名"}` }], { href: src })];
}

function ofSpan(node: Element): ElementContent[] {
  const style = styleOf(node);
  const wrap = (test: RegExp, tagName: string, children: ElementContent[]) =>
    test.test(style) && children.length > 0 ? [element(tagName, children)] : children;
  const bold = wrap(/font-weight:\s*(?:bold|[6-9]00)/, "strong", node.children);
  const italic = wrap(/font-style:\s*italic/, "em", bold);
  return wrap(/text-decoration[^;]*line-through/, "del", italic);
}

const within = (node: Element, names: string[]): Element[] =>
  node.children
    .filter(isElement)
    .flatMap((child) => (names.includes(child.tagName) ? [child] : within(child, names)));

/** Makes the first row the head when no head is marked. A table of one cell is only a frame: its content is kept. */
function ofTable(node: Element): Element {
  const rows = within(node, ["tr"]);
  const cells = rows.map((row) => within(row, ["td", "th"]));
  const [only, ...more] = cells.flat();
  if (only && more.length === 0) return element("div", only.children);
  const isHeaded = within(node, ["thead"]).length > 0 || cells[0]?.some(({ tagName }) => tagName === "th");
  if (!isHeaded) for (const cell of cells[0] ?? []) cell.tagName = "th";
  return node;
}
