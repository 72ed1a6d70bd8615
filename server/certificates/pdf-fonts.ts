import type { Font, Subset } from "fontkit";
import type { Glyph } from "../pictures/glyphs";
import type { Objects } from "./pdf-objects";

/** One font file of the product, with the glyphs that a document uses. */
interface Used {
  name: string;
  font: Font;
  subset: Subset;
  /** By the glyph's number in the subset: its width in thousandths of an em, and its character. */
  glyphs: Map<number, { width: number; character: string }>;
}

const hex4 = (value: number) => value.toString(16).padStart(4, "0");

/** The fonts of a document. Each of its files is embedded with the used glyphs alone. */
export class EmbeddedFonts {
  readonly #used = new Map<Font, Used>();

  /** Notes that a glyph is used. @returns the font's name in the page, and the glyph's code in it */
  use({ font, number, width, character }: Glyph): { name: string; code: string } {
    let used = this.#used.get(font);
    if (!used) {
      used = { name: `F${this.#used.size + 1}`, font, subset: font.createSubset(), glyphs: new Map() };
      this.#used.set(font, used);
    }
    // Its types say a boolean of a glyph; it takes and answers numbers.
    const code = (used.subset.includeGlyph as unknown as (glyph: number) => number).call(used.subset, number);
    used.glyphs.set(code, { width: Math.round(width * 1_000), character });
    return { name: used.name, code: hex4(code) };
  }

  /** Writes the fonts. @returns the number of each font's object */
  write(objects: Objects): [name: string, id: number][] {
    return [...this.#used.values()].map((used, at) => [used.name, writeFont(objects, used, at)]);
  }
}

/** Six letters that tell the subsets of one font apart. */
const tagOf = (at: number): string =>
  [...String(at).padStart(6, "0")].map((digit) => String.fromCharCode(65 + Number(digit))).join("");

function writeFont(objects: Objects, { font, subset, glyphs }: Used, at: number): number {
  const name = `${tagOf(at)}+${font.postscriptName.replace(/[^A-Za-z0-9-]/g, "")}`;
  const bytes = subset.encode();
  const scale = 1_000 / font.unitsPerEm;
  const { bbox } = font;
  const box = [bbox.minX, bbox.minY, bbox.maxX, bbox.maxY].map((value) => Math.round(value * scale));
  const file = objects.stream(bytes, `/Length1 ${bytes.byteLength}`);
  const descriptor = objects.add(
    `<</Type/FontDescriptor/FontName/${name}/Flags 4/FontBBox[${box.join(" ")}]/ItalicAngle 0/Ascent ${Math.round(font.ascent * scale)}/Descent ${Math.round(font.descent * scale)}/CapHeight ${Math.round(font.capHeight * scale)}/StemV 80/FontFile2 ${file} 0 R>>`,
  );
  const widths = [...glyphs].sort(([a], [b]) => a - b).map(([code, { width }]) => `${code}[${width}]`);
  const descendant = objects.add(
    `<</Type/Font/Subtype/CIDFontType2/BaseFont/${name}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor ${descriptor} 0 R/CIDToGIDMap/Identity/DW 1000/W[${widths.join("")}]>>`,
  );
  const unicode = objects.stream(Buffer.from(toUnicode(glyphs)));
  return objects.add(
    `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/Identity-H/DescendantFonts[${descendant} 0 R]/ToUnicode ${unicode} 0 R>>`,
  );
}

/** The map from codes to characters, by which readers search and copy. A block has at most 100 entries. */
function toUnicode(glyphs: Used["glyphs"]): string {
  const rows = [...glyphs].map(
    ([code, { character }]) =>
      `<${hex4(code)}><${Buffer.from(character, "utf16le").swap16().toString("hex")}>`,
  );
  const blocks = Array.from({ length: Math.ceil(rows.length / 100) }, (_, at) => {
    const block = rows.slice(at * 100, at * 100 + 100);
    return `${block.length} beginbfchar\n${block.join("\n")}\nendbfchar`;
  });
  return `/CIDInit/ProcSet findresource begin 12 dict begin begincmap /CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def /CMapName/Adobe-Identity-UCS def /CMapType 2 def 1 begincodespacerange <0000><ffff> endcodespacerange
${blocks.join("\n")}
endcmap CMapName currentdict /CMap defineresource pop end end`;
}
