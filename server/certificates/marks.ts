import type { Glyph } from "../pictures/glyphs";
import { widthOf } from "../pictures/lines";

/** Where a shape stands: the six numbers of an SVG matrix. */
export type Matrix = readonly [number, number, number, number, number, number];

/** A shape on a sheet, in the sheet's own units with y downwards. Paths have the absolute commands M, L, Q, C and Z. */
export interface Shape {
  kind: "shape";
  d: string;
  fill?: string;
  stroke?: string;
  width?: number;
  matrix?: Matrix;
}

/** A line of text with its baseline at y. */
export interface Line {
  kind: "line";
  glyphs: Glyph[];
  x: number;
  y: number;
  size: number;
  colour: string;
  /** Air between its characters, in em. */
  gap: number;
}

export type Mark = Shape | Line;

/** A drawn sheet: an SVG and a PDF are made of the same marks. */
export interface Sheet {
  width: number;
  height: number;
  marks: Mark[];
}

const short = (value: number) => Number(value.toFixed(3));

/** A text that begins at x, or has it in its middle. */
export function line(
  glyphs: Glyph[],
  {
    gap = 0,
    from = "start",
    ...rest
  }: Omit<Line, "kind" | "glyphs" | "gap"> & { gap?: number; from?: "start" | "middle" },
): Line {
  const wide = (widthOf(glyphs) + gap * Math.max(0, glyphs.length - 1)) * rest.size;
  return { kind: "line", glyphs, ...rest, gap, x: from === "start" ? rest.x : rest.x - wide / 2 };
}

export const polygon = (points: readonly (readonly [number, number])[]): string =>
  `${points.map(([x, y], at) => `${at === 0 ? "M" : "L"}${short(x)} ${short(y)}`).join("")}Z`;

export const rectangle = (x: number, y: number, width: number, height: number): string =>
  polygon([
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ]);

/** How far the handles of a quarter circle reach, for a radius of 1. */
const handle = 0.5523;

export function circle(x: number, y: number, r: number): string {
  const h = r * handle;
  return `M${x + r} ${y}C${x + r} ${y + h} ${x + h} ${y + r} ${x} ${y + r}C${x - h} ${y + r} ${x - r} ${y + h} ${x - r} ${y}C${x - r} ${y - h} ${x - h} ${y - r} ${x} ${y - r}C${x + h} ${y - r} ${x + r} ${y - h} ${x + r} ${y}Z`;
}

/** A five-pointed star that stands on two points. */
export function star(x: number, y: number, r: number): string {
  const points = Array.from({ length: 10 }, (_, at) => {
    const angle = (at * Math.PI) / 5 - Math.PI / 2;
    const reach = at % 2 === 0 ? r : r * 0.382;
    return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)] as const;
  });
  return polygon(points);
}

/** A rosette of one line, as papers of value have it behind their text. */
export function rosette(x: number, y: number, r: number): string {
  const steps = 900;
  return polygon(
    Array.from({ length: steps }, (_, at) => {
      const angle = (at / steps) * 2 * Math.PI * 7;
      const reach = r * (0.62 + 0.38 * Math.cos((angle * 24) / 7));
      return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)] as const;
    }),
  );
}

/** A text along the upper arc of a circle, as shapes. @param spread the angle of the text in radians */
export function alongArc(
  glyphs: Glyph[],
  {
    x,
    y,
    r,
    size,
    spread,
    colour,
  }: { x: number; y: number; r: number; size: number; spread: number; colour: string },
): Shape[] {
  const step = glyphs.length > 1 ? spread / (glyphs.length - 1) : 0;
  return glyphs.flatMap(({ path, width, unitsPerEm }, at): Shape[] => {
    if (!path) return [];
    const angle = glyphs.length > 1 ? at * step - spread / 2 : 0;
    const [cos, sin, scale] = [Math.cos(angle), Math.sin(angle), size / unitsPerEm];
    const half = (width * size) / 2;
    // The glyph's own y axis points up.
    const matrix: Matrix = [
      cos * scale,
      sin * scale,
      sin * scale,
      -cos * scale,
      x + r * sin - half * cos,
      y - r * cos - half * sin,
    ];
    return [{ kind: "shape", d: path, fill: colour, matrix }];
  });
}
