import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { create, type Font } from "fontkit";
import { LRUCache } from "lru-cache";
import { decompress } from "woff2-encoder";

/**
 * The fonts are part of the product, each split into about a hundred files by character: a machine without fonts draws
 * Chinese too, and a picture reads only the few files that its words need. The Chinese font covers the first plane of
 * Unicode; the Japanese one adds names beyond it (𠮷), the Korean one Hangul.
 */
const families = ["noto-sans-sc", "noto-sans-jp", "noto-sans-kr"];
const require = createRequire(import.meta.url);

interface Piece {
  file: string;
  ranges: [first: number, last: number][];
}

let pieces: Piece[] | undefined;

function piecesOf(family: string): Piece[] {
  const folder = dirname(require.resolve(`@fontsource-variable/${family}/package.json`));
  const listed = JSON.parse(readFileSync(join(folder, "unicode.json"), "utf8")) as Record<string, string>;
  return Object.entries(listed).map(([name, ranges]) => ({
    file: join(folder, "files", `${family}-${name.replace(/[[\]]/g, "")}-wght-normal.woff2`),
    ranges: ranges.split(",").map((range) => {
      const [first = "", last = first] = range.replace(/^U\+/i, "").split("-");
      return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
    }),
  }));
}

function allPieces(): Piece[] {
  pieces ??= families.flatMap(piecesOf);
  return pieces;
}

/** Opened font files by weight; each is some 100 KB. */
const fonts = new LRUCache<string, Promise<Font | null>>({ max: 24 });

async function open(file: string, weight: number): Promise<Font | null> {
  try {
    const font = create(Buffer.from(await decompress(readFileSync(file))));
    return "getVariation" in font ? font.getVariation({ wght: weight }) : null;
  } catch {
    // Its characters count as missing, because a picture is not worth a failure.
    return null;
  }
}

/** The first font that has the character; a file's ranges only say what it may contain. */
async function fontOf(code: number, weight: number): Promise<Font | null> {
  for (const { file, ranges } of allPieces()) {
    if (!ranges.some(([first, last]) => first <= code && code <= last)) continue;
    const key = `${weight} ${file}`;
    const opened = fonts.get(key) ?? open(file, weight);
    fonts.set(key, opened);
    const font = await opened;
    if (font?.hasGlyphForCodePoint(code)) return font;
  }
  return null;
}

/** One character, drawn in a square of one em whose y axis points up. */
export interface Glyph {
  character: string;
  /** In em. */
  width: number;
  path: string;
  unitsPerEm: number;
}

/** Letters in units and formulas that the font has only as symbols. */
const signs: Record<string, string> = { Ω: "\u2126", μ: "\u00b5", Δ: "\u2206", Σ: "\u2211", Π: "\u220f" };
/** Emoji, and the characters that join and colour them. */
const pictorial = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\p{M}\p{Cf}]/u;
const missing = "〓";

/**
 * The glyphs of a text. Emoji that the font lacks are left out; any other missing character becomes a square, because
 * without it the text might read as another word.
 */
export async function glyphsOf(text: string, weight: number): Promise<Glyph[]> {
  const glyphs: Glyph[] = [];
  for (const character of text) {
    const glyph =
      (await glyphOf(signs[character] ?? character, weight)) ??
      (pictorial.test(character) ? null : await glyphOf(missing, weight));
    if (glyph) glyphs.push({ ...glyph, character });
  }
  return glyphs;
}

async function glyphOf(character: string, weight: number): Promise<Glyph | null> {
  const code = character.codePointAt(0) ?? 0;
  const font = await fontOf(code, weight);
  if (!font) return null;
  const { advanceWidth, path } = font.glyphForCodePoint(code);
  const { unitsPerEm } = font;
  return { character, width: advanceWidth / unitsPerEm, path: path.toSVG(), unitsPerEm };
}
