import sharp from "sharp";
import type { TopicCard } from "../../app/settings/portal-context";
import { type Glyph, glyphsOf } from "./glyphs";
import { fitToLine, linesOf, widthOf } from "./lines";

/** The size that sites show for a link: 1.91 to 1. */
const [width, height] = [1200, 630];
const margin = 80;
const room = width - 2 * margin;
const colours = { page: "#f4f6f8", brand: "#0b7d6b", ink: "#17212b", soft: "#42515f" };
/** A title gets the largest size at which it fits into three lines. */
const titleSizes = [76, 64, 54];
const linesMaximum = 3;
const charactersMaximum = 120;

/** One line as SVG paths, with its baseline at y. */
function drawLine(line: Glyph[], x: number, y: number, size: number, colour: string): string {
  let at = x;
  return line
    .map(({ path, width: wide, unitsPerEm }) => {
      const scale = size / unitsPerEm;
      const glyph = path
        ? `<path fill="${colour}" transform="translate(${at.toFixed(1)} ${y}) scale(${scale} ${-scale})" d="${path}"/>`
        : "";
      at += wide * size;
      return glyph;
    })
    .join("");
}

const shortenText = (text: string) =>
  [...text.replace(/\s+/g, " ").trim()].slice(0, charactersMaximum).join("");

/**
 * The picture that other sites show beside a link to a topic: section, title and author, as a PNG. The words are drawn
 * as shapes, so that no font of the machine is needed.
 */
export default async function topicPicture({ title, section, author, site }: TopicCard): Promise<Uint8Array> {
  const titleGlyphs = await glyphsOf(shortenText(title), 700);
  // When a title has only emoji, nothing can be drawn, so the section's name takes its place.
  const hasTitle = titleGlyphs.some(({ path }) => path);
  const [heading, above, by, name, dots] = await Promise.all([
    hasTitle ? titleGlyphs : glyphsOf(shortenText(section), 700),
    hasTitle ? glyphsOf(shortenText(section), 500) : [],
    glyphsOf(shortenText(author), 500),
    glyphsOf(shortenText(site), 700),
    glyphsOf("…", 700),
  ]);
  const size = titleSizes.find((each) => linesOf(heading, room / each).length <= linesMaximum) ?? 54;
  const all = linesOf(heading, room / size);
  const lines = all.slice(0, linesMaximum);
  const last = lines.at(-1);
  if (last && all.length > linesMaximum) lines[linesMaximum - 1] = fitToLine(last, dots, room / size, true);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<rect width="${width}" height="${height}" fill="${colours.page}"/>
<rect width="16" height="${height}" fill="${colours.brand}"/>
${drawLine(fitToLine(above, dots, room / 34), margin, 128, 34, colours.brand)}
${lines.map((line, index) => drawLine(line, margin, 150 + Math.round(size * 1.35 * (index + 1)), size, colours.ink)).join("\n")}
${drawLine(fitToLine(by, dots, room / 2 / 32), margin, height - 70, 32, colours.soft)}
${drawLine(name, width - margin - widthOf(name) * 32, height - 70, 32, colours.brand)}
</svg>`;
  return sharp(Buffer.from(svg)).png({ palette: true, compressionLevel: 9 }).toBuffer();
}
