import type { Element, ElementContent, Root as HastRoot } from "hast";
import type { Nodes } from "mdast";
import { visit } from "unist-util-visit";

/**
 * The text markers of spec 9: `[sup]2[/sup]` and `[sub]2[/sub]` become <sup> and <sub>, except in code.
 *
 * Markdown would read a marker as the text of a link (`10[sup]-3[/sup](V)`). So each marker becomes a noncharacter
 * before parsing: no text may contain one, and it has no meaning in Markdown. After parsing, code gets the typed
 * markers back, and the other markers are paired within their parent.
 */
const markers = [
  { spelling: "[sup]", stands: "\ufdd0", tag: "sup", opens: true },
  { spelling: "[/sup]", stands: "\ufdd1", tag: "sup", opens: false },
  { spelling: "[sub]", stands: "\ufdd2", tag: "sub", opens: true },
  { spelling: "[/sub]", stands: "\ufdd3", tag: "sub", opens: false },
] as const;
const anyStanding = /[\ufdd0-\ufdd3]/;
const standings = /([\ufdd0-\ufdd3])/;

/** Replaces the markers by noncharacters and removes the text's own noncharacters. */
export function hideMarkers(source: string): string {
  const clean = source.replace(/[\ufdd0-\ufdef\ufffe\uffff]/g, "");
  return clean.includes("[")
    ? markers.reduce((text, marker) => text.replaceAll(marker.spelling, marker.stands), clean)
    : clean;
}

function spell(text: string): string {
  return anyStanding.test(text)
    ? markers.reduce((result, marker) => result.replaceAll(marker.stands, marker.spelling), text)
    : text;
}

/** remark: restores the typed markers everywhere except in running text. */
export function remarkMarkersInCode() {
  return (tree: Nodes) => {
    visit(tree, (node) => {
      if ("value" in node && node.type !== "text") node.value = spell(node.value);
      if ("url" in node) node.url = node.url.replace(/[\ufdd0-\ufdd3]|%EF%B7%9[0-3]/gi, "");
      if ("alt" in node && node.alt) node.alt = spell(node.alt);
      if ("title" in node && node.title) node.title = spell(node.title);
      if ("lang" in node && node.lang) node.lang = spell(node.lang);
    });
  };
}

/** The depth of nested markers; deeper ones are shown as typed. */
const depthMaximum = 3;

/** Joins adjacent text nodes. */
function append(content: ElementContent[], value: string): void {
  const last = content.at(-1);
  if (last?.type === "text") last.value += value;
  else if (value) content.push({ type: "text", value });
}

/** Pairs the markers among one parent's children; a marker without a partner is shown as text. */
function pair(children: ElementContent[]): ElementContent[] {
  const pieces = children.flatMap((child): (ElementContent | string)[] =>
    child.type === "text" && anyStanding.test(child.value) ? child.value.split(standings) : [child],
  );
  const opened: { marker: (typeof markers)[number]; outside: ElementContent[] }[] = [];
  let content: ElementContent[] = [];
  for (const piece of pieces) {
    if (typeof piece !== "string") {
      content.push(piece);
      continue;
    }
    const marker = markers.find((each) => each.stands === piece);
    const partner = opened.at(-1);
    if (marker?.opens && opened.length < depthMaximum) {
      opened.push({ marker, outside: content });
      content = [];
    } else if (marker && !marker.opens && partner?.marker.tag === marker.tag) {
      opened.pop();
      partner.outside.push({ type: "element", tagName: marker.tag, properties: {}, children: content });
      content = partner.outside;
    } else append(content, marker?.spelling ?? piece);
  }
  for (const { marker, outside } of opened.reverse()) {
    append(outside, marker.spelling);
    outside.push(...content);
    content = outside;
  }
  return content;
}

/** rehype: turns the markers in running text into elements. */
export function rehypeMarkers() {
  return (tree: HastRoot) => {
    visit(tree, "element", (node: Element) => {
      if (node.children.some((child) => child.type === "text" && anyStanding.test(child.value)))
        node.children = pair(node.children);
    });
  };
}
