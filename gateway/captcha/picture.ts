import { randomInt } from "node:crypto";
import sharp, { type Sharp } from "sharp";
import { allLetters, type Point } from "./letters";

/** The size in pixels: twice the size on the page. */
const [width, height] = [280, 96];
const colours = { paper: "#f2f5f7", ink: "#24443f" };

/** A source of random numbers in [0, 1). */
export type Random = () => number;
const unguessable: Random = () => randomInt(2 ** 40) / 2 ** 40;

type Bend = (point: Point) => Point;

const between = (random: Random, low: number, high: number) => low + (high - low) * random();

/** Horizontal and vertical waves with random lengths and phases. */
function waves(random: Random): Bend {
  const wave = (length: number, size: number) => {
    const [phase, stretch] = [random() * 2 * Math.PI, between(random, 0.8, 1.25)];
    return (at: number) => size * Math.sin((at * 2 * Math.PI) / (length * stretch) + phase);
  };
  const [down, fine, across] = [wave(150, 6), wave(58, 1.5), wave(90, 4)];
  return ([x, y]) => [x + across(y), y + down(x) + fine(x)];
}

/** The position of a letter, with random rotation and slant. */
function bendAt(random: Random, size: number): Bend {
  const angle = between(random, -0.24, 0.24);
  const lean = between(random, -0.15, 0.15);
  const [sine, cosine] = [Math.sin(angle) * size, Math.cos(angle) * size];
  return ([x, y]) => {
    // The letter rotates about its centre.
    const [fromX, fromY] = [x - 0.3 - lean * (y + 0.37), y + 0.37];
    return [fromX * cosine - fromY * sine, fromX * sine + fromY * cosine];
  };
}

const pathOf = (points: Point[]) => points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join("L");

/** A line through the letters, as thick as their strokes, so that thickness does not distinguish it from them. */
function strokeOf(random: Random, bend: Bend, from: Point, to: Point): string {
  const steps = 24;
  const bulge = between(random, -22, 22);
  const points = Array.from({ length: steps + 1 }, (_, step): Point => {
    const t = step / steps;
    return bend([
      from[0] + (to[0] - from[0]) * t,
      from[1] + (to[1] - from[1]) * t + bulge * Math.sin(Math.PI * t),
    ]);
  });
  return `M${pathOf(points)}`;
}

/**
 * Draws a captcha as SVG: bent letters that touch and overlap, strokes of the same thickness and colour through them,
 * and gaps in them. The SVG is only for the rasteriser: a program could recognise the letters by their outlines.
 */
async function drawing(text: string, random: Random): Promise<string> {
  const weights = await allLetters();
  const letters = Array.from(text, (character) => {
    const letter = weights[Math.floor(random() * weights.length)]?.get(character);
    if (!letter) throw new Error(`no letter for ${character}`);
    // Each letter has a random size and distance, so that nothing tells where it ends.
    return { letter, size: between(random, 62, 80), distance: between(random, 0.8, 1.04) };
  });
  const advance = ({ letter, size, distance }: (typeof letters)[number]) => letter.width * size * distance;
  const all = letters.reduce((sum, one) => sum + advance(one), 0);
  const bend = waves(random);
  let offset = (width - all) / 2 + between(random, -12, 12);
  const glyphs = letters.map((one) => {
    const place = bendAt(random, one.size);
    const middle: Point = [offset + advance(one) / 2, height / 2 + between(random, -5, 5)];
    offset += advance(one);
    return one.letter.outlines
      .map((outline) => outline.map((point) => place(point)))
      .map((outline) => outline.map(([x, y]) => bend([x + middle[0], y + middle[1]])))
      .map((outline) => `M${pathOf(outline)}Z`)
      .join("");
  });
  const [start, end] = [
    (width - all) / 2 - between(random, 0, 36),
    (width + all) / 2 + between(random, 0, 36),
  ];
  const level = () => between(random, height * 0.25, height * 0.75);
  const [line, thin, cut] = [0, 1, 2].map(() => strokeOf(random, bend, [start, level()], [end, level()]));
  const stroke = (path: string | undefined, colour: string, thickness: number) =>
    `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${thickness}" stroke-linecap="round"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${colours.paper}"/>${glyphs
    .map((path) => `<path d="${path}" fill="${colours.ink}"/>`)
    .join(
      "",
    )}${stroke(cut, colours.paper, 2.6)}${stroke(thin, colours.ink, 2.4)}${stroke(line, colours.ink, between(random, 3, 4.5))}</svg>`;
}

export const pictures = {
  /**
   * The picture of a captcha, a PNG.
   * @param text a text of letters from `characters`
   */
  draw: async (text: string): Promise<Buffer> => (await rasterOf(text)).png().toBuffer(),
};

/** The picture before encoding. @param random a source of random numbers, so that tests can repeat a picture */
export async function rasterOf(text: string, random: Random = unguessable): Promise<Sharp> {
  return sharp(Buffer.from(await drawing(text, random))).greyscale();
}
