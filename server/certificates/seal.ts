import { glyphsOf } from "../pictures/glyphs";
import { widthOf } from "../pictures/lines";
import { alongArc, circle, line, type Mark, star } from "./marks";

const red = "#b5322b";
const ringMaximum = 18;

/** The issuer's seal: the name along the ring, a star in the middle. @param r its radius */
export async function sealOf(issuer: string, x: number, y: number, r: number): Promise<Mark[]> {
  const name = await glyphsOf([...issuer].slice(0, ringMaximum).join(""), 700);
  const below = await glyphsOf("证书专用章", 500);
  const size = Math.min(r * 0.27, (r * 2.5) / Math.max(1, widthOf(name)));
  const spread = Math.min(Math.PI * 1.3, (widthOf(name) * size * 1.25) / (r * 0.66));
  const belowSize = r * 0.17;
  return [
    { kind: "shape", d: circle(x, y, r), stroke: red, width: r * 0.05 },
    { kind: "shape", d: circle(x, y, r * 0.92), stroke: red, width: r * 0.015 },
    { kind: "shape", d: star(x, y, r * 0.3), fill: red },
    ...alongArc(name, { x, y, r: r * 0.64, size, spread, colour: red }),
    line(below, { x, y: y + r * 0.62, size: belowSize, colour: red, from: "middle" }),
  ];
}
