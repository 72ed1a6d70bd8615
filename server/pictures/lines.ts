import type { Glyph } from "./glyphs";

/** Signs that must not begin a line, and signs that must not end one. */
const closing = /[，。、；：！？）》」』】”’…,.;:!?)\]}]/;
const opening = /[（《「『【“‘([{]/;
const latin = /[A-Za-z0-9_.+#/-]/;

/**
 * Glyphs grouped into unbreakable units: a Latin word, or one character with signs that must not begin or end a line.
 */
function words(glyphs: Glyph[]): Glyph[][] {
  const found: Glyph[][] = [];
  for (const glyph of glyphs) {
    const last = found.at(-1);
    const before = last?.at(-1)?.character ?? "";
    const together = closing.test(glyph.character) || opening.test(before);
    if (last && (together || (latin.test(glyph.character) && latin.test(before)))) last.push(glyph);
    else found.push([glyph]);
  }
  return found;
}

/** The width of a text in em. */
export const widthOf = (glyphs: Glyph[]) => glyphs.reduce((sum, glyph) => sum + glyph.width, 0);

/** Breaks a text into lines of so many em; a unit longer than a line is broken anywhere. */
export function linesOf(glyphs: Glyph[], ems: number): Glyph[][] {
  const lines: Glyph[][] = [];
  let line: Glyph[] = [];
  const end = () => {
    if (line.length > 0) lines.push(line);
    line = [];
  };
  for (const word of words(glyphs)) {
    if (widthOf(line) + widthOf(word) > ems) end();
    for (const glyph of word) {
      if (line.length === 0 && glyph.character === " ") continue;
      if (widthOf(line) + glyph.width > ems) end();
      line.push(glyph);
    }
  }
  end();
  return lines;
}

/** The part of a text that fits into one line, with an ellipsis if something is cut off or follows. */
export function fitToLine(glyphs: Glyph[], ellipsis: Glyph[], ems: number, more = false): Glyph[] {
  if (!more && widthOf(glyphs) <= ems) return glyphs;
  const cut = [...glyphs];
  const isBad = () =>
    widthOf(cut) + widthOf(ellipsis) > ems || /\s/.test(endOf(cut)) || opening.test(endOf(cut));
  while (cut.length > 0 && isBad()) cut.pop();
  return [...cut, ...ellipsis];
}

const endOf = (glyphs: Glyph[]) => glyphs.at(-1)?.character ?? "";
