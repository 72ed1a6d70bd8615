import type { CertificatePaper } from "../../app/settings/portal-context";
import { type Glyph, glyphsOf } from "../pictures/glyphs";
import { fitToLine, linesOf, widthOf } from "../pictures/lines";
import { circle, line, type Mark, polygon, rectangle, rosette, type Sheet } from "./marks";
import { qrMarks } from "./qr";
import { sealOf } from "./seal";

const colours = {
  paper: "#fffdf8",
  pattern: "#eef3ec",
  brand: "#0b7d6b",
  copper: "#a65a24",
  ink: "#17212b",
  soft: "#42515f",
};

/** The largest of these sizes at which a text fits into a line, and the text cut to the smallest. */
async function fitted(text: string, weight: number, room: number, sizes: readonly number[]) {
  const glyphs = await glyphsOf(text, weight);
  const size = sizes.find((each) => widthOf(glyphs) * each <= room) ?? sizes.at(-1) ?? 12;
  return { glyphs: fitToLine(glyphs, await glyphsOf("…", weight), room / size), size };
}

/** A corner of the frame: traces that end in pads. @param right @param down 1 or -1: where the sheet's middle is */
function corner(x: number, y: number, right: number, down: number): Mark[] {
  const at = (dx: number, dy: number) => [x + dx * right, y + dy * down] as const;
  const trace = (points: [number, number][]): Mark => ({
    kind: "shape",
    d: polygon(points.map(([dx, dy]) => at(dx, dy))).replace(/Z$/, ""),
    stroke: colours.copper,
    width: 1.1,
  });
  const pad = (dx: number, dy: number): Mark => {
    const [px, py] = at(dx, dy);
    return { kind: "shape", d: circle(px, py, 2.2), fill: colours.paper, stroke: colours.copper, width: 1.3 };
  };
  return [
    trace([
      [0, 34],
      [10, 24],
      [10, 10],
      [24, 10],
      [34, 0],
    ]),
    trace([
      [0, 52],
      [18, 34],
      [18, 18],
      [34, 18],
      [52, 0],
    ]),
    pad(10, 10),
    pad(18, 18),
  ];
}

/** A4 landscape, in points. */
const [width, height] = [842, 595];
const middle = width / 2;

function frame(): Mark[] {
  const [outer, inner] = [24, 31];
  const framed = (inset: number, stroke: string, thick: number): Mark => ({
    kind: "shape",
    d: rectangle(inset, inset, width - 2 * inset, height - 2 * inset),
    stroke,
    width: thick,
  });
  return [
    { kind: "shape", d: rectangle(0, 0, width, height), fill: colours.paper },
    { kind: "shape", d: rosette(middle, 300, 205), stroke: colours.pattern, width: 0.7 },
    framed(outer, colours.copper, 2.4),
    framed(inner, colours.brand, 0.7),
    ...corner(inner, inner, 1, 1),
    ...corner(width - inner, inner, -1, 1),
    ...corner(inner, height - inner, 1, -1),
    ...corner(width - inner, height - inner, -1, -1),
  ];
}

/** The whole certificate, for printing. */
export async function certificateSheet(paper: CertificatePaper): Promise<Sheet> {
  const { copper, brand, ink, soft } = colours;
  const centred = (glyphs: Glyph[], y: number, size: number, colour: string, gap = 0) =>
    line(glyphs, { x: middle, y, size, colour, gap, from: "middle" });
  const issuer = await fitted(paper.issuer, 700, 560, [16, 14, 12]);
  const holder = await fitted(paper.holder, 700, 560, [38, 32, 26, 20]);
  const name = await fitted(paper.name, 700, 600, [22, 19, 16]);
  const words = linesOf(await glyphsOf(paper.words, 400), 570 / 14.5).slice(0, 3);
  const facts: Mark[] = [];
  for (const [at, [term, value]] of paper.facts.slice(0, 5).entries()) {
    const y = 452 + at * 18;
    const shown = await fitted(value, 500, 330, [10.5]);
    facts.push(
      line(await glyphsOf(term, 400), { x: 84, y, size: 10.5, colour: soft }),
      line(shown.glyphs, { x: 142, y, size: 10.5, colour: ink }),
    );
  }
  return {
    width,
    height,
    marks: [
      ...frame(),
      centred(issuer.glyphs, 84, issuer.size, brand),
      centred(await glyphsOf("证书", 700), 146, 46, copper, 0.5),
      centred(await glyphsOf("CERTIFICATE OF COMPLETION", 500), 170, 9.5, soft, 0.22),
      centred(await glyphsOf("兹证明", 400), 206, 13, soft),
      centred(holder.glyphs, 256, holder.size, ink),
      { kind: "shape", d: rectangle(middle - 160, 270, 320, 0.8), fill: copper },
      ...words.map((each, at) => centred(each, 302 + at * 25, 14.5, ink)),
      centred(name.glyphs, 398, name.size, brand),
      ...facts,
      ...(await sealOf(paper.issuer, 578, 478, 46)),
      ...qrMarks(paper.address, 668, 438, 84),
      line(await glyphsOf("扫码核对", 400), { x: 710, y: 538, size: 9.5, colour: soft, from: "middle" }),
    ],
  };
}

/** The card that other sites show beside a link to a certificate: 1.91 to 1. */
export async function certificateCard(paper: CertificatePaper): Promise<Sheet> {
  const [wide, high, left] = [1200, 630, 96];
  const { copper, brand, ink, soft } = colours;
  const issuer = await fitted(paper.issuer, 700, 700, [32, 28]);
  const holder = await fitted(paper.holder, 700, 720, [84, 68, 52, 40]);
  const name = await fitted(paper.name, 700, 720, [46, 38, 32]);
  const words = linesOf(await glyphsOf(paper.words, 400), 720 / 28).slice(0, 3);
  return {
    width: wide,
    height: high,
    marks: [
      { kind: "shape", d: rectangle(0, 0, wide, high), fill: colours.paper },
      { kind: "shape", d: rosette(1_000, 250, 300), stroke: colours.pattern, width: 1.2 },
      { kind: "shape", d: rectangle(24, 24, wide - 48, high - 48), stroke: copper, width: 4 },
      { kind: "shape", d: rectangle(36, 36, wide - 72, high - 72), stroke: brand, width: 1.2 },
      line(issuer.glyphs, { x: left, y: 122, size: issuer.size, colour: brand }),
      line(await glyphsOf("证书", 700), { x: left, y: 196, size: 44, colour: copper, gap: 0.3 }),
      line(holder.glyphs, { x: left, y: 312, size: holder.size, colour: ink }),
      line(name.glyphs, { x: left, y: 390, size: name.size, colour: brand }),
      ...words.map((each, at) => line(each, { x: left, y: 454 + at * 44, size: 28, colour: soft })),
      ...(await sealOf(paper.issuer, 1_000, 214, 110)),
      ...qrMarks(paper.address, 910, 370, 180),
    ],
  };
}
