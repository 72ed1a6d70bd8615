/** An outline of a font that is made here: its SVG path with y upwards, and its width, in thousandths of an em. */
export interface Outline {
  path: string;
  width: number;
}

interface Point {
  x: number;
  y: number;
  on: boolean;
}

const unitsPerEm = 1_000;
/** The line that all fonts of a certificate keep above and below. */
export const [ascent, descent] = [880, -120];

/** The contours of a path with the absolute commands M, L, Q and Z, in whole units. */
function contoursOf(path: string): Point[][] {
  const contours: Point[][] = [];
  for (const [, command = "", rest = ""] of path.matchAll(/([MLQCZ])([^MLQCZ]*)/g)) {
    const values = (rest.match(/-?\d*\.?\d+/g) ?? []).map((value) => Math.round(Number(value)));
    const at = (index: number, on: boolean): Point => ({
      x: values[index] ?? 0,
      y: values[index + 1] ?? 0,
      on,
    });
    if (command === "M") contours.push([at(0, true)]);
    else if (command === "L") contours.at(-1)?.push(at(0, true));
    else if (command === "Q") contours.at(-1)?.push(at(0, false), at(2, true));
    else if (command === "C") throw new Error("the fonts of certificates have quadratic outlines");
  }
  return contours.map(closed).filter(({ length }) => length > 1);
}

/** A contour closes itself: the point that ends where the first one stands is left out. */
function closed(points: Point[]): Point[] {
  const [first, last] = [points[0], points.at(-1)];
  return points.length > 1 && last?.on && first?.x === last.x && first.y === last.y
    ? points.slice(0, -1)
    : points;
}

interface Box {
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
}

/** The smallest box around points, which need not touch the origin: renderers place a glyph by it. */
function boxOf(points: readonly Pick<Point, "x" | "y">[]): Box {
  if (points.length === 0) return { minX: 0, minY: 0, maxX: 0, maxY: 0 };
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  return { minX: Math.min(...xs), minY: Math.min(...ys), maxX: Math.max(...xs), maxY: Math.max(...ys) };
}

/** Numbers of 16 bits, as fonts have them. */
function shorts(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [at, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, at * 2);
  return bytes;
}

function longs(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, at * 4);
  return bytes;
}

const padded = (bytes: Buffer): Buffer =>
  Buffer.concat([bytes, Buffer.alloc((4 - (bytes.byteLength % 4)) % 4)]);

function glyphBytes(contours: Point[][]): Buffer {
  if (contours.length === 0) return Buffer.alloc(0);
  const points = contours.flat();
  const { minX, minY, maxX, maxY } = boxOf(points);
  let end = -1;
  const ends = contours.map(({ length }) => {
    end += length;
    return end;
  });
  const steps = (axis: "x" | "y") => points.map((point, at) => point[axis] - (points[at - 1]?.[axis] ?? 0));
  return padded(
    Buffer.concat([
      shorts(contours.length, minX, minY, maxX, maxY, ...ends, 0),
      Buffer.from(points.map(({ on }) => (on ? 1 : 0))),
      shorts(...steps("x")),
      shorts(...steps("y")),
    ]),
  );
}

function checksum(bytes: Buffer): number {
  let sum = 0;
  for (let at = 0; at < bytes.byteLength; at += 4) sum = (sum + bytes.readUInt32BE(at)) >>> 0;
  return sum;
}

/**
 * A TrueType font with these outlines, as a PDF embeds it: glyph 0 is the missing one, the outlines follow. The
 * product's fonts are variable and split into a hundred files; a document gets one small font of what it uses.
 */
export function trueTypeFont(outlines: readonly Outline[]): Buffer {
  const glyphs = [{ contours: [] as Point[][], width: unitsPerEm }].concat(
    outlines.map(({ path, width }) => ({ contours: contoursOf(path), width })),
  );
  const bodies = glyphs.map(({ contours }) => glyphBytes(contours));
  const places = [0];
  for (const body of bodies) places.push((places.at(-1) ?? 0) + body.byteLength);
  const all = boxOf(glyphs.flatMap(({ contours }) => contours.flat()));
  const widest = Math.max(...glyphs.map(({ width }) => width));
  const mostPoints = Math.max(...glyphs.map(({ contours }) => contours.flat().length));
  const mostContours = Math.max(...glyphs.map(({ contours }) => contours.length));
  const tables: [tag: string, bytes: Buffer][] = [
    ["glyf", Buffer.concat(bodies)],
    [
      "head",
      Buffer.concat([
        longs(0x00010000, 0x00010000, 0, 0x5f0f3cf5),
        shorts(3, unitsPerEm),
        Buffer.alloc(16),
        shorts(all.minX, all.minY, all.maxX, all.maxY, 0, 8, 2, 1, 0),
      ]),
    ],
    [
      "hhea",
      Buffer.concat([
        longs(0x00010000),
        shorts(ascent, descent, 0, widest, 0, 0, all.maxX, 1, 0, 0, 0, 0, 0, 0, 0, glyphs.length),
      ]),
    ],
    ["hmtx", Buffer.concat(glyphs.map(({ contours, width }) => shorts(width, boxOf(contours.flat()).minX)))],
    ["loca", longs(...places)],
    [
      "maxp",
      Buffer.concat([
        longs(0x00010000),
        shorts(glyphs.length, mostPoints, mostContours, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0),
      ]),
    ],
  ];
  const power = 2 ** Math.floor(Math.log2(tables.length));
  let at = 12 + tables.length * 16;
  const rows = tables.map(([tag, bytes]) => {
    const row = Buffer.concat([Buffer.from(tag), longs(checksum(padded(bytes)), at, bytes.byteLength)]);
    at += padded(bytes).byteLength;
    return row;
  });
  return Buffer.concat([
    longs(0x00010000),
    shorts(tables.length, power * 16, Math.log2(power), tables.length * 16 - power * 16),
    ...rows,
    ...tables.map(([, bytes]) => padded(bytes)),
  ]);
}
