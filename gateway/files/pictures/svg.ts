import {
  parseXml,
  XmlCdata,
  XmlComment,
  XmlDeclaration,
  XmlDocument,
  XmlElement,
  XmlError,
  type XmlNode,
  XmlText,
} from "@rgrove/parse-xml";
import { svg as svgAttributes } from "property-information";

/**
 * The allowed elements of a picture. Scripts, foreignObject, animation and external content are not allowed.
 */
const allowedElements = new Set(
  (
    "svg g defs symbol use title desc style path rect circle ellipse line polyline polygon text tspan textPath marker mask pattern " +
    "clipPath linearGradient radialGradient stop filter feBlend feColorMatrix feComposite feDropShadow feFlood feGaussianBlur feMerge " +
    "feMergeNode feMorphology feOffset feTurbulence"
  ).split(" "),
);

/** The problem of CSS (in a style element, or in any attribute), or null. */
function cssProblem(css: string): string | null {
  if (/@import/i.test(css)) return "样式里不能用 @import";
  if (/url\(\s*(?!["']?#)/i.test(css)) return "不能引用外部资源：url() 里只能是 #编号";
  // An escape or a comment could hide the forbidden content from both patterns.
  return /\\|\/\*/.test(css) ? "样式里不能有转义或注释" : null;
}

const namespaces = ["http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"];

/** The problem of an attribute, or null. The character references of its value are decoded already. */
function attributeProblem(name: string, value: string): string | null {
  const local = name.toLowerCase().split(":").pop() ?? "";
  if (name.toLowerCase().startsWith("xmlns"))
    return namespaces.includes(value) ? null : `不认识的命名空间 ${value.slice(0, 60)}`;
  if (local.startsWith("on")) return `不能有事件属性 ${name}`;
  if ((local === "href" || local === "src") && !value.startsWith("#"))
    return `不能引用外部资源：${name}="${value.slice(0, 60)}"`;
  if (!(Object.hasOwn(svgAttributes.normal, name.toLowerCase()) || /^data-[a-z-]+$/.test(name)))
    return `不允许的属性 ${name}`;
  if (/(?:javascript|data|vbscript)\s*:/i.test(value)) return `属性 ${name} 里不能有脚本或内嵌资源地址`;
  return cssProblem(value);
}

const isText = (node: XmlNode) => node instanceof XmlText && !(node instanceof XmlCdata);

/** The problem of a node, or null. */
function nodeProblem(node: XmlNode): string | null {
  if (node instanceof XmlElement) {
    const { name, attributes, children } = node;
    if (!allowedElements.has(name)) return `不允许的元素 <${name}>`;
    if (name === "style" && !children.every(isText)) return "<style> 里只能是样式文字";
    for (const [attribute, value] of Object.entries(attributes)) {
      const found = attributeProblem(attribute, value);
      if (found) return found;
    }
    return name === "style" ? cssProblem(node.text) : null;
  }
  if (isText(node) || node instanceof XmlComment || node instanceof XmlDeclaration) return null;
  return "不是规范的 SVG：用了 DOCTYPE、CDATA 或处理指令";
}

/** A node and all nodes inside it, in document order. It uses no recursion, because a file may nest deeply. */
function* nodesOf(root: XmlDocument): Generator<XmlNode> {
  const waiting: XmlNode[] = [...root.children].reverse();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    yield node;
    if (node instanceof XmlElement) for (const child of [...node.children].reverse()) waiting.push(child);
  }
}

const parsing = {
  includeOffsets: true,
  preserveCdata: true,
  preserveComments: true,
  preserveDocumentType: true,
  preserveXmlDeclaration: true,
};

/** Parses a file into a tree, or returns the place of an XML error. Never throws. */
function read(source: string): XmlDocument | { line: number; message: string } {
  const text = source.replace(/^\uFEFF/, "");
  if (text.trim() === "") return { line: 1, message: "文件里没有 <svg>" };
  try {
    return parseXml(text, parsing);
  } catch (error) {
    if (error instanceof XmlError)
      return {
        line: error.line,
        message: `不是规范的 SVG，读到这里出错：${error.excerpt.trim().slice(0, 60)}`,
      };
    // The parser is recursive, so deep nesting overflows the stack.
    if (error instanceof RangeError) return { line: 1, message: "元素嵌套得太深" };
    throw error;
  }
}

/**
 * The problem of an SVG, in Chinese and with its line, or null. Everything that is not known to be harmless is a
 * problem.
 */
export function svgProblem(source: string): { line: number; message: string } | null {
  const parsed = read(source);
  if (!(parsed instanceof XmlDocument)) return parsed;
  const problem = (node: XmlNode, message: string) => ({
    line: source.slice(0, node.start).split("\n").length,
    message,
  });
  for (const node of nodesOf(parsed)) {
    const message = nodeProblem(node);
    if (message) return problem(node, message);
  }
  const { root } = parsed;
  if (root?.name !== "svg") return problem(root ?? parsed, "最外层必须是一个 <svg>");
  return root.attributes.xmlns === namespaces[0]
    ? null
    : problem(root, '<svg> 缺少 xmlns="http://www.w3.org/2000/svg"');
}

/**
 * The size of an SVG: its `width` and `height` in pixels, or else its `viewBox`; null without both.
 */
export function svgSize(source: string): { width: number; height: number } | null {
  const parsed = read(source);
  if (!(parsed instanceof XmlDocument)) return null;
  const { width: shownWidth = "", height: shownHeight = "", viewBox = "" } = parsed.root?.attributes ?? {};
  const pixels = (length: string) => Number(/^([\d.]+)(?:px)?$/.exec(length.trim())?.[1] ?? 0);
  const [width, height] = [pixels(shownWidth), pixels(shownHeight)];
  if (width > 0 && height > 0) return { width, height };
  const [, , boxWidth = 0, boxHeight = 0] = viewBox
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  return boxWidth > 0 && boxHeight > 0 ? { width: boxWidth, height: boxHeight } : null;
}
