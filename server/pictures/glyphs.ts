import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { create, type Font } from "fontkit";
import { LRUCache } from "lru-cache";
import { decompress } from "woff2-encoder";

/**
 * The font comes with the product, cut into a hundred pieces by what characters they hold: a machine without
 * any fonts draws Chinese too, and a picture opens the three or four pieces that its words need.
 */
const family = "noto-sans-sc";
const folder = dirname(createRequire(import.meta.url).resolve(`@fontsource-variable/${family}/package.json`));

interface Piece {
  file: string;
  ranges: [first: number, last: number][];
}

let pieces: Piece[] | undefined;

function allPieces(): Piece[] {
  pieces ??= Object.entries(
    JSON.parse(readFileSync(join(folder, "unicode.json"), "utf8")) as Record<string, string>,
  ).map(([name, ranges]) => ({
    file: join(folder, "files", `${family}-${name.replace(/[[\]]/g, "")}-wght-normal.woff2`),
    ranges: ranges.split(",").map((range) => {
      const [first = "", last = first] = range.replace(/^U\+/i, "").split("-");
      return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
    }),
  }));
  return pieces;
}

/** Pieces with their weights; each is some 100 KB. */
const fonts = new LRUCache<string, Promise<Font | null>>({ max: 24 });

async function open(file: string, weight: number): Promise<Font | null> {
  try {
    const font = create(Buffer.from(await decompress(readFileSync(file))));
    return "getVariation" in font ? font.getVariation({ wght: weight }) : null;
  } catch {
    // A character that the font lacks is left out; a picture is not worth a failure.
    return null;
  }
}

async function fontOf(code: number, weight: number): Promise<Font | null> {
  const piece = allPieces().find(({ ranges }) =>
    ranges.some(([first, last]) => first <= code && code <= last),
  );
  if (!piece) return null;
  const key = `${weight} ${piece.file}`;
  const font = fonts.get(key) ?? open(piece.file, weight);
  fonts.set(key, font);
  return font;
}

/** One character, drawn in a square of one em whose y grows upwards. */
export interface Glyph {
  character: string;
  /** In em. */
  width: number;
  path: string;
  unitsPerEm: number;
}

/** The characters of a text that the font has. */
export async function glyphsOf(text: string, weight: number): Promise<Glyph[]> {
  const glyphs: Glyph[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const font = await fontOf(code, weight);
    if (!font?.hasGlyphForCodePoint(code)) continue;
    const glyph = font.glyphForCodePoint(code);
    glyphs.push({
      character,
      width: glyph.advanceWidth / font.unitsPerEm,
      path: glyph.path.toSVG(),
      unitsPerEm: font.unitsPerEm,
    });
  }
  return glyphs;
}
