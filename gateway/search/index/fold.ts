import { simplifiedForms } from "../../text/simplified";

/**
 * The simplified form of each traditional character, by its code unit; 0 for others. Both are in the basic plane, so
 * folding keeps positions. It folds characters and not phrases, so that texts and queries are treated in the same way.
 */
const simplified = new Uint16Array(0x10000);
for (const [from, to] of simplifiedForms) {
  if (from.length === 1 && to.length === 1) simplified[from.charCodeAt(0)] = to.charCodeAt(0);
}
/** NFKC turns the micro sign into a Greek letter, but people type a u. */
simplified["μ".charCodeAt(0)] = "u".charCodeAt(0);

function toSimplified(text: string): string {
  let folded = "";
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const other = simplified[text.charCodeAt(at)];
    if (!other) continue;
    folded += text.slice(from, at) + String.fromCharCode(other);
    from = at + 1;
  }
  return from === 0 ? text : folded + text.slice(from);
}

/** One form of each character: NFKC, traditional to simplified, µ to u. */
export const foldCharacters = (text: string): string => toSimplified(text.normalize("NFKC"));

const number = "\\d+(?:\\.\\d+)?";
/** `5×5`, `5 x 5` and `5*5`. */
const sizes = new RegExp(`(?<![\\p{L}\\d.])(${number})\\s?[×✕✖xX*]\\s?(?=\\d)`, "gu");
/** Separates the unit from a size: `5x5mm` becomes `5x5 mm`. */
const sizeUnits = /(\dx\d+(?:\.\d+)?)(?=mm\b)/g;
/** Joins a number and its unit: `100 mA` becomes `100mA`. Single letters are included only if they are rarely words. */
const units =
  "[TGMk]?OPS|[umkM]?[VAW]|[kMG]?Hz|[kKMG]i?B|[kMG]?bit/s|[kMG]?bps|[mnu]s|[mcu]m|[kM]?Ω|[pnu]F|[nu]H|dBm?|fps|MP|mAh";
const quantities = new RegExp(`(?<=\\d) (?=(?:${units})(?![\\p{L}\\d]))`, "giu");

/**
 * The form of a text before segmentation, for indexing and for queries: one form of characters, sizes and quantities.
 */
export function foldText(text: string): string {
  const folded = foldCharacters(text);
  if (!/\d/.test(folded)) return folded;
  return folded.replace(sizes, "$1x").replace(quantities, "").replace(sizeUnits, "$1 ");
}
