/** Characters that XML 1.0 forbids even when escaped: control characters, two non-characters, unpaired surrogates. */
const impossible =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Escapes a text for an element or an attribute. */
function escapeXml(text: string): string {
  return text.replace(impossible, "").replace(/[&<>"]/g, (character) => entities[character] ?? character);
}

/** Markup made by `element`. */
export interface Xml {
  markup: string;
}

/** An element. Attributes without a value are left out; strings among the children are text. */
export function element(
  name: string,
  attributes: Record<string, string | undefined>,
  ...children: (Xml | string | null)[]
): Xml {
  const attributeMarkup = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${escapeXml(value)}"`],
  );
  const inside = children
    .map((child) => (typeof child === "string" ? escapeXml(child) : (child?.markup ?? "")))
    .join("");
  return {
    markup:
      inside === ""
        ? `<${name}${attributeMarkup.join("")}/>`
        : `<${name}${attributeMarkup.join("")}>${inside}</${name}>`,
  };
}

/** An XML document with its declaration. */
export function xmlDocument(root: Xml): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n${root.markup}\n`;
}
