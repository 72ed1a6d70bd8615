import { allLetters, characters, type Letter } from "gateway/captcha/letters";
import sharp, { type Sharp } from "sharp";

/**
 * A short solver that read every captcha of an earlier kind: it separates ink from paper, splits the ink into connected
 * parts (or equal parts, where everything is connected), and picks the letter of the font that covers each part best.
 */

/** Half of the drawn size: enough to read, for a quarter of the work. */
const [width, height] = [140, 48];
const letters = 5;
const side = 16;

type Random = () => number;
/** The same numbers for the same seed (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const textOf = (random: Random) =>
  Array.from({ length: letters }, () => characters[Math.floor(random() * characters.length)] ?? "").join("");

/** Letters side by side, undistorted. The solver learns from them and can read them. */
export function cleanPicture(shapes: Letter[]): Sharp {
  let left = 10;
  const paths = shapes.map(({ width: em, outlines }) => {
    const path = outlines
      .map(
        (points) =>
          `M${points.map(([x, y]) => `${(left + x * 60).toFixed(1)},${(75 + y * 60).toFixed(1)}`).join("L")}Z`,
      )
      .join("");
    left += em * 60 + 8;
    return path;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width * 2}" height="${height * 2}"><rect width="100%" height="100%" fill="#fff"/><path d="${paths.join("")}" fill="#000"/></svg>`;
  return sharp(Buffer.from(svg));
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
  pixels: number[];
}

function boxOf(pixels: number[]): Box {
  const box = { left: width, right: 0, top: height, bottom: 0, pixels };
  for (const at of pixels) {
    const [x, y] = [at % width, Math.floor(at / width)];
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  }
  return box;
}

async function inkOf(picture: Sharp): Promise<Uint8Array> {
  const { data, info } = await picture
    .resize(width, height)
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Uint8Array.from({ length: width * height }, (_, at) =>
    (data[at * info.channels] ?? 255) < 140 ? 1 : 0,
  );
}

/** The connected parts, from left to right, without specks. */
function parts(ink: Uint8Array): Box[] {
  const seen = new Uint8Array(ink.length);
  const found: Box[] = [];
  for (let start = 0; start < ink.length; start += 1) {
    if (!ink[start] || seen[start]) continue;
    const pixels: number[] = [];
    const open = [start];
    seen[start] = 1;
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      pixels.push(at);
      for (const next of [at - 1, at + 1, at - width, at + width])
        if (ink[next] && !seen[next]) {
          seen[next] = 1;
          open.push(next);
        }
    }
    if (pixels.length > 12) found.push(boxOf(pixels));
  }
  return found.sort((one, other) => one.left - other.left);
}

function inParts(boxes: Box[]): Box[] {
  if (boxes.length === letters) return boxes;
  const all = boxOf(boxes.flatMap(({ pixels }) => pixels));
  const step = (all.right - all.left + 1) / letters;
  return Array.from({ length: letters }, (_, part) =>
    boxOf(all.pixels.filter((at) => Math.floor(((at % width) - all.left) / step) === part)),
  );
}

/** A part, scaled to a small square of ink. */
function shapeOf({ left, right, top, bottom, pixels }: Box): Uint8Array {
  const shape = new Uint8Array(side * side);
  const [across, down] = [(right - left + 1) / side, (bottom - top + 1) / side];
  for (const at of pixels)
    shape[
      Math.floor((Math.floor(at / width) - top) / down) * side + Math.floor(((at % width) - left) / across)
    ] = 1;
  return shape;
}

export type Solver = (picture: Sharp) => Promise<string>;

export async function createSolver(): Promise<Solver> {
  const known: { character: string; shape: Uint8Array }[] = [];
  for (const weight of await allLetters())
    for (const [character, letter] of weight) {
      const [box] = parts(await inkOf(cleanPicture([letter])));
      if (box) known.push({ character, shape: shapeOf(box) });
    }
  const read = (box: Box) => {
    const shape = shapeOf(box);
    const apart = (other: Uint8Array) => {
      let sum = 0;
      for (let at = 0; at < shape.length; at += 1) if (shape[at] !== other[at]) sum += 1;
      return sum;
    };
    const [best] = known
      .map(({ character, shape: other }) => ({ character, far: apart(other) }))
      .sort((one, other) => one.far - other.far);
    return best?.character ?? "";
  };
  return async (picture) =>
    inParts(parts(await inkOf(picture)))
      .map(read)
      .join("");
}
