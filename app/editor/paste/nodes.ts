import type { Element, Nodes } from "hast";

export const isElement = (node: Nodes | undefined): node is Element => node?.type === "element";
export const styleOf = ({ properties }: Element): string => String(properties.style ?? "").toLowerCase();
export const element = (
  tagName: string,
  children: Element["children"],
  properties: Element["properties"] = {},
): Element => ({ type: "element", tagName, properties, children });
