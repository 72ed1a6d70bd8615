import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { create, type Font } from "fontkit";
import { decompress } from "woff2-encoder";

/** The characters of captchas, without those that people confuse, especially in bent form. */
export const characters = "345679ACDEFHJKMNPRTWXY";

export type Point = readonly [x: number, y: number];

/** A character's outlines, in em: y grows downwards, the baseline is 0. */
export interface Letter {
  width: number;
  outlines: Point[][];
}

const weights = [450, 700];
/** The number of pieces of a curve. Each piece is bent separately. */
const pieces = 5;

interface Command {
  command: string;
  args: number[];
}

/** The outlines of a path as points that are close enough for bending. */
function flatten(commands: Command[], unitsPerEm: number): Point[][] {
  const outlines: Point[][] = [];
  let [x, y] = [0, 0];
  const add = (toX: number, toY: number) => outlines.at(-1)?.push([toX / unitsPerEm, -toY / unitsPerEm]);
  for (const { command, args } of commands) {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = args;
    if (command === "moveTo") {
      outlines.push([]);
      add(a, b);
      [x, y] = [a, b];
      continue;
    }
    if (command === "closePath") continue;
    const [endX, endY] = command === "lineTo" ? [a, b] : command === "quadraticCurveTo" ? [c, d] : [e, f];
    for (let step = 1; step <= pieces; step += 1) {
      const t = step / pieces;
      const s = 1 - t;
      if (command === "lineTo") add(x + (a - x) * t, y + (b - y) * t);
      else if (command === "quadraticCurveTo")
        add(s * s * x + 2 * s * t * a + t * t * c, s * s * y + 2 * s * t * b + t * t * d);
      else
        add(
          s ** 3 * x + 3 * s * s * t * a + 3 * s * t * t * c + t ** 3 * e,
          s ** 3 * y + 3 * s * s * t * b + 3 * s * t * t * d + t ** 3 * f,
        );
    }
    [x, y] = [endX, endY];
  }
  return outlines;
}

function letterOf(font: Font, character: string): Letter {
  const { advanceWidth, path } = font.glyphForCodePoint(character.codePointAt(0) ?? 0);
  return {
    width: advanceWidth / font.unitsPerEm,
    outlines: flatten(path.commands as Command[], font.unitsPerEm),
  };
}

async function read(): Promise<Map<string, Letter>[]> {
  const file = createRequire(import.meta.url).resolve(
    "@fontsource-variable/noto-sans-sc/files/noto-sans-sc-latin-wght-normal.woff2",
  );
  const font = create(Buffer.from(await decompress(readFileSync(file))));
  if (!("getVariation" in font)) throw new Error("the font of the captchas has no weights");
  return weights.map((wght) => {
    const weighted = font.getVariation({ wght });
    return new Map(Array.from(characters, (character) => [character, letterOf(weighted, character)]));
  });
}

let letters: Promise<Map<string, Letter>[]> | undefined;

/** The letters of captchas as points, by font weight. The font is read once, for the first picture. */
export function allLetters(): Promise<Map<string, Letter>[]> {
  letters ??= read();
  return letters;
}
