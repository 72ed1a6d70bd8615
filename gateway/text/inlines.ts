import type { Element, ElementContent, Root as HastRoot, RootContent } from "hast";
import type { Html, Nodes, Parents, Text } from "mdast";
import type { Options } from "remark-rehype";
import {
  type Attachments,
  addressKind,
  isAttachment,
  type PictureSizes,
  pictureAddress,
  withPlainHost,
} from "./addresses";

const externalLink = { rel: ["nofollow", "ugc", "noopener"], target: "_blank" };
const text = (value: string): ElementContent => ({ type: "text", value });
const lineBreak = (): ElementContent[] => [
  { type: "element", tagName: "br", properties: {}, children: [] },
  { type: "text", value: "\n" },
];

/**
 * A line without blanks at its start and end. A regular expression for the end would cost the square of the number of
 * blanks.
 */
function withoutBlanks(line: string, start: boolean, end: boolean): string {
  const isBlank = (at: number) => line[at] === " " || line[at] === "\t";
  let [from, to] = [0, line.length];
  while (start && from < to && isBlank(from)) from += 1;
  while (end && to > from && isBlank(to - 1)) to -= 1;
  return line.slice(from, to);
}

/** A line end in a paragraph is a line break, as forum writers expect. */
function withBreaks(value: string): ElementContent[] {
  const lines = value.split("\n");
  return lines.flatMap((line, index) => {
    const trimmed = withoutBlanks(line, index > 0, index < lines.length - 1);
    return [...(index === 0 ? [] : lineBreak()), ...(trimmed ? [text(trimmed)] : [])];
  });
}

const flowParents = new Set<Nodes["type"]>(["root", "blockquote", "listItem", "footnoteDefinition"]);

/** Shows HTML as typed text, removes comments, and turns `<br>` into a line break. */
function html(node: Html, parent: Parents | undefined): ElementContent[] {
  if (/^<br\s*\/?>$/i.test(node.value)) return lineBreak();
  const value = node.value.replace(/<!--[\s\S]*?(?:-->|$)/g, "").trim();
  if (!value) return [];
  const inParagraph = parent && !flowParents.has(parent.type);
  return inParagraph
    ? withBreaks(value)
    : [{ type: "element", tagName: "p", properties: {}, children: withBreaks(value) }];
}

/**
 * Own conversions of mdast nodes to hast nodes. A footnote is shown at the place of its definition, without ids.
 */
export const handlers: NonNullable<Options["handlers"]> = {
  text: (_state, node: Text) => withBreaks(node.value),
  html: (_state, node: Html, parent: Parents | undefined) => html(node, parent),
  footnoteReference: (_state, node: { label?: string; identifier: string }) => ({
    type: "element",
    tagName: "sup",
    properties: {},
    children: [{ type: "text", value: `[${node.label ?? node.identifier}]` }],
  }),
  footnoteDefinition: (state, node) => ({
    type: "element",
    tagName: "div",
    properties: { className: ["footnote"] },
    children: [
      {
        type: "element",
        tagName: "sup",
        properties: {},
        children: [{ type: "text", value: `[${node.label ?? node.identifier}]` }],
      },
      ...state.all(node),
    ],
  }),
};

/** The largest height of a picture in a text, in CSS pixels; a click shows the whole picture. */
const heightMaximum = 480;

/** The size of a picture, so that the text below does not move when it loads; none for pictures of other sites. */
function sizeOf(src: string, sizes: PictureSizes): { width?: number; height?: number } {
  const size = sizes.get(src);
  if (!size) return {};
  const scale = Math.min(1, heightMaximum / size.height);
  return { width: Math.max(1, Math.round(size.width * scale)), height: Math.round(size.height * scale) };
}

interface Written {
  attachments: Attachments;
  sizes: PictureSizes;
}

function picture(image: Element, { attachments, sizes }: Written, insideLink: boolean): ElementContent {
  const alt = typeof image.properties.alt === "string" ? image.properties.alt.trim() : "";
  const src = pictureAddress(String(image.properties.src ?? ""), attachments);
  if (src === null) return text(alt ? `[图片：${alt}]` : "[图片]");
  const title = image.properties.title;
  const element: Element = {
    ...image,
    properties: { src, alt, title, ...sizeOf(src, sizes), loading: "lazy", decoding: "async" },
  };
  if (insideLink) return element;
  const away = addressKind(src) === "external" ? externalLink : {};
  return {
    type: "element",
    tagName: "a",
    properties: { className: ["zoom"], href: src, ...away },
    children: [element],
  };
}

function link(anchor: Element): ElementContent[] {
  const href = withPlainHost(String(anchor.properties.href ?? ""));
  const kind = addressKind(href);
  if (kind === null || anchor.children.length === 0) return anchor.children;
  const { title } = anchor.properties;
  const ours =
    anchor.properties.dataMention === undefined ? (isAttachment(href) ? "attachment" : null) : "mention";
  const more = kind === "external" ? externalLink : ours ? { className: [ours] } : {};
  return [{ ...anchor, properties: { href, title, ...more } }];
}

function walk<Content extends RootContent | ElementContent>(
  nodes: Content[],
  written: Written,
  insideLink: boolean,
): Content[] {
  return nodes.flatMap((node): Content[] => {
    if (node.type !== "element") return [node];
    if (node.tagName === "img") return [picture(node, written, insideLink) as Content];
    const isLink = node.tagName === "a" && addressKind(String(node.properties.href ?? "")) !== null;
    node.children = walk(node.children, written, insideLink || isLink);
    return node.tagName === "a" ? (link(node) as Content[]) : [node];
  });
}

/** rehype: keeps only harmless addresses of links and pictures; a picture outside a link gets a link to itself. */
export function rehypeAddresses() {
  return (tree: HastRoot, file: { data: Record<string, unknown> }) => {
    const { attachments = {}, sizes = new Map() } = file.data as Partial<Written>;
    tree.children = walk(tree.children, { attachments, sizes }, false);
  };
}
