import type { TextMark } from "contract/base/wire";
import type { Element, ElementContent, Root, Text } from "hast";
import { fromHtml } from "hast-util-from-html";
import rehypeStringify from "rehype-stringify";
import { unified } from "unified";
import { createMatcher, joinSpans } from "./matcher";

/** A text for review, and the words because of which it waits. */
export interface TextToMark {
  title: string;
  html: string;
  words: string[];
}

export interface MarkedText {
  /** The words' spans in the title, `[start, end)` in UTF-16 units. */
  title: TextMark[];
  html: string;
}

/** Words in two of these elements are not adjacent. */
const blocks = new Set(
  "p h1 h2 h3 h4 h5 h6 li ul ol blockquote td th tr table div section figure figcaption pre br hr".split(" "),
);
/** Elements whose text must not contain marks. */
const unmarkedElements = new Set(["svg", "math", "style", "script"]);

const writer = unified().use(rehypeStringify, { allowDangerousHtml: false });

type Parent = Root | Element;

/** Marks words in the visible text of rendered HTML, also when tags split them. */
function markHtml(html: string, find: (text: string) => TextMark[]): string {
  const tree = fromHtml(html, { fragment: true });
  const starts = new Map<Text, number>();
  let visibleText = "";
  const read = (parent: Parent) => {
    for (const node of parent.children) {
      if (node.type === "text") {
        starts.set(node, visibleText.length);
        visibleText += node.value;
      } else if (node.type === "element" && !unmarkedElements.has(node.tagName)) {
        read(node);
        if (blocks.has(node.tagName)) visibleText += "\n";
      }
    }
  };
  read(tree);
  const spans = find(visibleText);
  if (spans.length === 0) return html;
  let next = 0;
  const partsOf = (node: Text): ElementContent[] => {
    const start = starts.get(node) ?? 0;
    const end = start + node.value.length;
    const parts: ElementContent[] = [];
    let at = start;
    const piece = (until: number): Text => ({ type: "text", value: visibleText.slice(at, until) });
    while ((spans[next]?.end ?? end) <= at && next < spans.length) next += 1;
    for (let index = next; at < end; index += 1) {
      const from = Math.min(end, Math.max(at, spans[index]?.start ?? end));
      if (from > at) parts.push(piece(from));
      at = from;
      const to = Math.min(end, spans[index]?.end ?? end);
      if (to > at) parts.push({ type: "element", tagName: "mark", properties: {}, children: [piece(to)] });
      at = to;
    }
    return parts;
  };
  const write = (parent: Parent) => {
    const children = parent.children.flatMap((node) => {
      if (node.type === "element") write(node);
      return node.type === "text" && starts.has(node) ? partsOf(node) : [node];
    });
    parent.children = children as typeof parent.children;
  };
  write(tree);
  return writer.stringify(tree);
}

/** Marks in each text the words because of which it waits, even if they are not on the list any more. */
export function markTexts(texts: TextToMark[]): MarkedText[] {
  return texts.map(({ title, html, words }) => {
    if (words.length === 0) return { title: [], html };
    const matcher = createMatcher(words.map((word) => ({ word, level: "review", replacement: null })));
    const find = (text: string) => joinSpans(matcher.find(text));
    return { title: find(title), html: markHtml(html, find) };
  });
}
