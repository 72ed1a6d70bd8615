import type { Element, ElementContent } from "hast";
import { toText } from "hast-util-to-text";
import { element, isElement, styleOf } from "./nodes";

/** A list item of Word or WPS: a paragraph whose style names the list, and whose number is a span before the text. */
interface Item {
  level: number;
  /** The number at which the list begins; null for bullets. */
  first: number | null;
  children: ElementContent[];
}

const numbered = /^[(（]?(?:(\d+)|[a-z]|[ivx]+|[一二三四五六七八九十]+)[.．、)）]/i;
const isMarker = (node: ElementContent): node is Element =>
  isElement(node) && /mso-list:\s*ignore/.test(styleOf(node));

/** Removes the number from a list item and returns it. */
function takeMarker(node: Element): string {
  const at = node.children.findIndex(isMarker);
  const marker = node.children[at];
  if (marker) {
    node.children.splice(at, 1);
    return toText(marker as Element).trim();
  }
  for (const child of node.children) {
    const found = isElement(child) ? takeMarker(child) : "";
    if (found) return found;
  }
  return "";
}

function itemOf(node: ElementContent): Item | null {
  if (!isElement(node) || !/^(?:p|div)$/.test(node.tagName)) return null;
  const level = /mso-list:[^;]*level(\d)/.exec(styleOf(node))?.[1];
  if (level === undefined) return null;
  const number = numbered.exec(takeMarker(node));
  return { level: Number(level), first: number ? Number(number[1] ?? 1) : null, children: node.children };
}

/** Builds the list of the first level; deeper items become lists inside the item before them. */
function listOf(items: Item[]): Element {
  const [head] = items;
  const list = element(head?.first === null ? "ul" : "ol", [], head?.first ? { start: head.first } : {});
  let deeper: Item[] = [];
  const settle = () => {
    if (deeper.length > 0) (list.children.at(-1) as Element).children.push(listOf(deeper));
    deeper = [];
  };
  for (const item of items) {
    if (item !== head && item.level > (head?.level ?? 0)) deeper.push(item);
    else {
      settle();
      list.children.push(element("li", item.children));
    }
  }
  settle();
  return list;
}

/** The children of a node, with runs of Office list items replaced by real lists. */
export function listsOf(children: ElementContent[]): ElementContent[] {
  const found: ElementContent[] = [];
  let run: Item[] = [];
  const settle = () => {
    if (run.length > 0) found.push(listOf(run));
    run = [];
  };
  for (const child of children) {
    const isBetween = child.type === "comment" || (child.type === "text" && child.value.trim() === "");
    if (isBetween && run.length > 0) continue;
    const item = itemOf(child);
    if (item) run.push(item);
    else {
      settle();
      found.push(child);
    }
  }
  settle();
  return found;
}
