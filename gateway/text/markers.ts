import type { Element, ElementContent, Root as HastRoot } from "hast";
import type { Nodes } from "mdast";
import { visit } from "unist-util-visit";

/**
 * The text markers of spec 9: `[sup]2[/sup]` and `[sub]2[/sub]` become <sup> and <sub>, except in code.
 *
 * A marker looks like a link's text to Markdown (`10[sup]-3[/sup](V)`), so before parsing each becomes a noncharacter,
 * which no text may hold and Markdown has no meaning for; after parsing code gets its own spelling back and the rest
 * is paired up within its parent.
 */
const markers = [
  { spelling: "[sup]", stands: "\ufdd0", tag: "sup", opens: true },
  { spelling: "[/sup]", stands: "\ufdd1", tag: "sup", opens: false },
  { spelling: "[sub]", stands: "\ufdd2", tag: "sub", opens: true },
  { spelling: "[/sub]", stands: "\ufdd3", tag: "sub", opens: false },
] as const;
const anyStanding = /[\ufdd0-\ufdd3]/;
const standings = /([\ufdd0-\ufdd3])/;

/** Puts the noncharacters in place of the markers; the text's own noncharacters go. */
export function hideMarkers(source: string): string {
  const clean = source.replace(/[\ufdd0-\ufdef\ufffe\uffff]/g, "");
  return clean.includes("[") ? markers.reduce((text, marker) => text.replaceAll(marker.spelling, marker.stands), clean) : clean;
}

function spell(text: string): string {
  return anyStanding.test(text) ? markers.reduce((spelled, marker) => spelled.replaceAll(marker.stands, marker.spelling), text) : text;
}

/** remark: everything but running text gets its markers back as they were typed. */
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

/** Pairs the markers among one parent's children; what has no partner is shown as it was typed. */
function pair(children: ElementContent[]): ElementContent[] {
  const pieces = children.flatMap((child): (ElementContent | string)[] =>
    child.type === "text" && anyStanding.test(child.value) ? child.value.split(standings).filter((piece) => piece !== "") : [child],
  );
  const levels: { marker?: (typeof markers)[number]; content: ElementContent[] }[] = [{ content: [] }];
  const top = () => levels[levels.length - 1]!;
  const addText = (value: string) => {
    const last = top().content.at(-1);
    if (last?.type === "text") last.value += value;
    else top().content.push({ type: "text", value });
  };
  const flatten = () => {
    const open = levels.pop()!;
    addText(open.marker?.spelling ?? "");
    top().content.push(...open.content);
  };
  for (const piece of pieces) {
    if (typeof piece !== "string") top().content.push(piece);
    else {
      const marker = markers.find((each) => each.stands === piece);
      if (!marker) addText(piece);
      else if (marker.opens && levels.length < 4) levels.push({ marker, content: [] });
      else if (!marker.opens && top().marker?.tag === marker.tag) {
        const { content } = levels.pop()!;
        top().content.push({ type: "element", tagName: marker.tag, properties: {}, children: content });
      } else addText(marker.spelling);
    }
  }
  while (levels.length > 1) flatten();
  return top().content;
}

/** rehype: the markers left in running text become elements. */
export function rehypeMarkers() {
  return (tree: HastRoot) => {
    visit(tree, "element", (node: Element) => {
      if (node.children.some((child) => child.type === "text" && anyStanding.test(child.value))) node.children = pair(node.children);
    });
  };
}
