import { load } from "cheerio";

/**
 * A page's markup as plain data: text, or an element with its attributes and children, or with its raw inner
 * HTML.
 */
export type Markup =
  | string
  | { tag: string; attributes: Record<string, string>; children: Markup[] }
  | { tag: string; attributes: Record<string, string>; html: string };

/** Attributes with another name in React. React does not accept a style as text. */
const reactNames: Record<string, string> = {
  class: "className",
  for: "htmlFor",
  value: "defaultValue",
  style: "data-style",
  tabindex: "tabIndex",
};

/**
 * The body of a page of the portal, without the scripts that Remix adds. Stored HTML (prose) stays one piece; the rest
 * becomes as many elements as the portal renders.
 */
export function readMarkup(html: string): Markup[] {
  const $ = load(html);
  $("body script").remove();
  type Node = ReturnType<ReturnType<typeof $>["contents"]>[number];
  const convert = (node: Node): Markup[] => {
    if (node.type === "text") return [node.data];
    if (node.type !== "tag") return [];
    const attributes = Object.fromEntries(
      Object.entries(node.attribs).map(([name, value]) => [reactNames[name] ?? name, value]),
    );
    if (/\b_?prose/.test(attributes.className ?? ""))
      return [{ tag: node.name, attributes, html: $(node).html() ?? "" }];
    return [{ tag: node.name, attributes, children: $(node).contents().toArray().flatMap(convert) }];
  };
  return $("body").contents().toArray().flatMap(convert);
}
