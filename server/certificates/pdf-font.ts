import type { Glyph } from "../pictures/glyphs";
import type { Objects } from "./pdf-objects";
import { ascent, descent, type Outline, trueTypeFont } from "./true-type";

const hex4 = (value: number) => value.toString(16).padStart(4, "0");
/** The tag before the name says that the font is a subset. */
const fontName = "QXCERT+NotoSansSC-Certificate";

/** The one font of a document: the glyphs that it uses, of all weights and of all the product's font files. */
export class EmbeddedFont {
  readonly #codes = new Map<string, number>();
  readonly #glyphs: (Outline & { character: string })[] = [];

  /** Notes that a glyph is used. @returns its code in the font */
  use({ path, character, width, unitsPerEm }: Glyph): string {
    const key = `${character} ${path}`;
    let code = this.#codes.get(key);
    if (code === undefined) {
      if (unitsPerEm !== 1_000) throw new Error("the fonts of certificates have 1000 units in an em");
      code = this.#glyphs.push({ path, character, width: Math.round(width * 1_000) });
      this.#codes.set(key, code);
    }
    return hex4(code);
  }

  /** Writes the font. @returns the number of its object */
  write(objects: Objects): number {
    const bytes = trueTypeFont(this.#glyphs);
    const file = objects.stream(bytes, `/Length1 ${bytes.byteLength}`);
    const descriptor = objects.add(
      `<</Type/FontDescriptor/FontName/${fontName}/Flags 4/FontBBox[-200 -300 1200 1100]/ItalicAngle 0/Ascent ${ascent}/Descent ${descent}/CapHeight 730/StemV 80/FontFile2 ${file} 0 R>>`,
    );
    const widths = this.#glyphs.map(({ width }) => width).join(" ");
    const descendant = objects.add(
      `<</Type/Font/Subtype/CIDFontType2/BaseFont/${fontName}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor ${descriptor} 0 R/CIDToGIDMap/Identity/DW 1000/W[1[${widths}]]>>`,
    );
    const unicode = objects.stream(Buffer.from(this.#toUnicode()));
    return objects.add(
      `<</Type/Font/Subtype/Type0/BaseFont/${fontName}/Encoding/Identity-H/DescendantFonts[${descendant} 0 R]/ToUnicode ${unicode} 0 R>>`,
    );
  }

  /** The map from codes to characters, by which readers search and copy. A block has at most 100 entries. */
  #toUnicode(): string {
    const rows = this.#glyphs.map(
      ({ character }, at) =>
        `<${hex4(at + 1)}><${Buffer.from(character, "utf16le").swap16().toString("hex")}>`,
    );
    const blocks = Array.from({ length: Math.ceil(rows.length / 100) }, (_, at) => {
      const block = rows.slice(at * 100, at * 100 + 100);
      return `${block.length} beginbfchar\n${block.join("\n")}\nendbfchar`;
    });
    return `/CIDInit/ProcSet findresource begin 12 dict begin begincmap /CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def /CMapName/Adobe-Identity-UCS def /CMapType 2 def 1 begincodespacerange <0000><ffff> endcodespacerange
${blocks.join("\n")}
endcmap CMapName currentdict /CMap defineresource pop end end`;
  }
}
