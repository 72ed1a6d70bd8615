import type { Element, ElementContent } from "hast";
import { fromHtml } from "hast-util-from-html";
import { visit } from "unist-util-visit";
import { showSigns } from "./flowchart";

const drawingElements = new Set("svg g rect circle ellipse line polyline polygon path text tspan".split(" "));
/** The attributes to copy; the sanitiser (schema.ts) checks their values again. */
const copied = new Set([
  ..."viewBox width height x y x1 y1 x2 y2 cx cy r rx ry points d dy dx transform fill stroke".split(" "),
  ..."strokeWidth strokeDashArray strokeDasharray strokeLineJoin strokeLinejoin textAnchor fontSize".split(
    " ",
  ),
  ..."fontWeight fontStyle textDecoration dominantBaseline".split(" "),
]);

type Point = readonly [x: number, y: number];
interface Marker {
  refX: number;
  refY: number;
  shapes: Element[];
}

/** Rounds numbers to tenths of a pixel, because half of a drawing's bytes are digits. */
const rounded = (value: string) =>
  value.replace(/-?\d+\.\d+/g, (number) => String(Math.round(Number(number) * 10) / 10));

const numberOf = (node: Element, name: string) => Number(node.properties[name] ?? 0) || 0;

function pointsOf(node: Element): Point[] {
  if (node.tagName === "line")
    return [
      [numberOf(node, "x1"), numberOf(node, "y1")],
      [numberOf(node, "x2"), numberOf(node, "y2")],
    ];
  const numbers = String(node.properties.points ?? "")
    .split(/[\s,]+/)
    .map(Number);
  return numbers.flatMap((x, index): Point[] =>
    index % 2 === 0 && Number.isFinite(x) && Number.isFinite(numbers[index + 1])
      ? [[x, numbers[index + 1] as number]]
      : [],
  );
}

/**
 * Draws an arrowhead at the end of a line. A marker would need an id, and two diagrams on one page would share it.
 */
function headAt(line: Element, marker: Marker, at: "start" | "end"): Element | null {
  const points = at === "end" ? pointsOf(line).reverse() : pointsOf(line);
  const tip = points[0];
  const before = points.find(([x, y]) => x !== tip?.[0] || y !== tip[1]);
  if (!tip || !before) return null;
  const angle = (Math.atan2(tip[1] - before[1], tip[0] - before[0]) * 180) / Math.PI;
  const scale = numberOf(line, "strokeWidth") || 1;
  const steps = [
    `translate(${tip[0]} ${tip[1]})`,
    `rotate(${angle})`,
    ...(scale === 1 ? [] : [`scale(${scale})`]),
    `translate(${-marker.refX} ${-marker.refY})`,
  ];
  return {
    type: "element",
    tagName: "g",
    properties: { transform: rounded(steps.join(" ")) },
    children: marker.shapes.map(clean),
  };
}

function clean(node: Element): Element {
  const properties = Object.fromEntries(
    Object.entries(node.properties)
      .filter(([name]) => copied.has(name))
      .map(([name, value]) => [name, rounded(String(value))]),
  );
  return { type: "element", tagName: node.tagName, properties, children: [] };
}

/** The drawing as elements with only shapes and words: no ids, styles, links or scripts. */
export function shapesOf(svg: string, label: string): Element | null {
  const root = fromHtml(svg, { fragment: true, space: "svg" });
  const markers = new Map<string, Marker>();
  visit(root, "element", (node) => {
    if (node.tagName !== "marker") return;
    markers.set(String(node.properties.id), {
      refX: numberOf(node, "refX"),
      refY: numberOf(node, "refY"),
      shapes: node.children.filter((child): child is Element => child.type === "element"),
    });
  });
  const markerOf = (node: Element, name: string) =>
    markers.get(/^url\(#(.+)\)$/.exec(String(node.properties[name] ?? ""))?.[1] ?? "");

  const copy = (nodes: ElementContent[], inText: boolean): ElementContent[] =>
    nodes.flatMap((node): ElementContent[] => {
      if (node.type === "text") return inText ? [{ type: "text", value: showSigns(node.value) }] : [];
      if (node.type !== "element" || !drawingElements.has(node.tagName)) return [];
      const shape = clean(node);
      shape.children = copy(node.children, node.tagName === "text" || node.tagName === "tspan");
      const [start, end] = [markerOf(node, "markerStart"), markerOf(node, "markerEnd")];
      const heads = [start && headAt(node, start, "start"), end && headAt(node, end, "end")];
      return [shape, ...heads.filter((head): head is Element => Boolean(head))];
    });

  const [picture] = copy(root.children as ElementContent[], false);
  if (picture?.type !== "element" || picture.tagName !== "svg") return null;
  const { viewBox, width, height } = picture.properties;
  picture.properties = { viewBox, width, height, role: "img", ariaLabel: label };
  return picture;
}
