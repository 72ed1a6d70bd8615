import { expect, test } from "vitest";
import { trueTypeFont } from "../../server/certificates/true-type";

/** The place of each table of a font. */
function tablesOf(font: Buffer): Map<string, number> {
  const count = font.readUInt16BE(4);
  return new Map(
    Array.from({ length: count }, (_, index) => {
      const row = 12 + index * 16;
      return [font.toString("latin1", row, row + 4), font.readUInt32BE(row + 8)];
    }),
  );
}

const box = (font: Buffer, from: number) => [0, 2, 4, 6].map((step) => font.readInt16BE(from + step));

test("each glyph's box is that of its points, and the side bearing begins where the box does", () => {
  const font = trueTypeFont([
    { path: "M100 50L300 50L300 700L100 700Z", width: 400 },
    { path: "M-20 -80L60 -80L60 -10Z", width: 100 },
    { path: "", width: 250 },
  ]);
  const tables = tablesOf(font);
  const at = (tag: string) => tables.get(tag) ?? Number.NaN;
  const placeOf = (glyph: number) => font.readUInt32BE(at("loca") + glyph * 4);
  const glyphBox = (glyph: number) => box(font, at("glyf") + placeOf(glyph) + 2);
  expect(glyphBox(1)).toEqual([100, 50, 300, 700]);
  expect(glyphBox(2)).toEqual([-20, -80, 60, -10]);
  // A blank has no outline.
  expect(placeOf(3)).toBe(placeOf(4));
  const bearings = [0, 1, 2, 3].map((glyph) => font.readInt16BE(at("hmtx") + glyph * 4 + 2));
  expect(bearings).toEqual([0, 100, -20, 0]);
  expect(box(font, at("head") + 36)).toEqual([-20, -80, 300, 700]);
});
