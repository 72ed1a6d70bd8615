import type { Line, Shape, Sheet } from "./marks";
import { EmbeddedFont } from "./pdf-font";
import { Objects } from "./pdf-objects";

/**
 * A sheet as a PDF of one page. Its words are text in an embedded font of the used glyphs, so that they can be searched
 * and copied. The libraries for PDFs embed whole font files, and the product's are variable and split by character; a
 * page of lines and shapes needs little of the format.
 */
export function sheetPdf(
  { width, height, marks }: Sheet,
  { title, author }: { title: string; author: string },
): Buffer {
  const objects = new Objects();
  const font = new EmbeddedFont();
  const drawn = marks.map((mark) => (mark.kind === "line" ? lineContent(mark, font) : shapeContent(mark)));
  // The sheet's y axis points down, the page's up.
  const content = objects.stream(Buffer.from(`1 0 0 -1 0 ${height} cm\n${drawn.join("\n")}`));
  const pages = objects.reserve();
  const page = objects.add(
    `<</Type/Page/Parent ${pages} 0 R/MediaBox[0 0 ${width} ${height}]/Contents ${content} 0 R/Resources<</Font<</F ${font.write(objects)} 0 R>>>>>>`,
  );
  objects.set(pages, `<</Type/Pages/Kids[${page} 0 R]/Count 1>>`);
  const catalog = objects.add(
    `<</Type/Catalog/Pages ${pages} 0 R/Lang(zh-CN)/ViewerPreferences<</DisplayDocTitle true>>>>`,
  );
  const info = objects.add(`<</Title ${textString(title)}/Author ${textString(author)}>>`);
  return objects.file(catalog, info);
}

/** A text in the document's properties. */
const textString = (text: string): string => `<FEFF${Buffer.from(text, "utf16le").swap16().toString("hex")}>`;

const colourOf = (hex: string): string =>
  [1, 3, 5].map((at) => (Number.parseInt(hex.slice(at, at + 2), 16) / 255).toFixed(3)).join(" ");

const number = (value: number): string => String(Number(value.toFixed(3)));

/** The operators of an SVG path with the absolute commands M, L, Q, C and Z. */
function pathContent(d: string): string {
  const out: string[] = [];
  let [x, y] = [0, 0];
  for (const [, command = "", rest = ""] of d.matchAll(/([MLQCZ])([^MLQCZ]*)/g)) {
    const values = (rest.match(/-?\d*\.?\d+(?:e-?\d+)?/gi) ?? []).map(Number);
    const [a = 0, b = 0, c = 0, e = 0] = values;
    if (command === "Z") out.push("h");
    else if (command === "Q") {
      // A quadratic curve as a cubic one.
      const points = [
        x + (2 * (a - x)) / 3,
        y + (2 * (b - y)) / 3,
        c + (2 * (a - c)) / 3,
        e + (2 * (b - e)) / 3,
        c,
        e,
      ];
      out.push(`${points.map(number).join(" ")} c`);
    } else out.push(`${values.map(number).join(" ")} ${command.toLowerCase()}`);
    if (values.length >= 2) [x = 0, y = 0] = values.slice(-2);
  }
  return out.join("\n");
}

function shapeContent({ d, fill, stroke, width = 1, matrix }: Shape): string {
  const paint = fill && stroke ? "B" : fill ? "f" : "S";
  return [
    "q",
    matrix ? `${matrix.map((value) => value.toFixed(6)).join(" ")} cm` : "",
    fill ? `${colourOf(fill)} rg` : "",
    stroke ? `${colourOf(stroke)} RG ${number(width)} w 1 j` : "",
    pathContent(d),
    paint,
    "Q",
  ]
    .filter(Boolean)
    .join("\n");
}

function lineContent({ glyphs, x, y, size, colour, gap }: Line, font: EmbeddedFont): string {
  const codes = glyphs.map((glyph) => font.use(glyph)).join("");
  return `BT ${colourOf(colour)} rg ${number(gap * size)} Tc /F ${number(size)} Tf 1 0 0 -1 ${number(x)} ${number(y)} Tm <${codes}> Tj ET`;
}
