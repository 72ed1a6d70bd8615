import { simplifiedForms } from "../../text/simplified";

/**
 * The simplified form of each traditional character, by its code unit; 0 for every other. Both in the basic plane, so
 * that a text keeps its places when it is folded. By characters, not by phrases: texts and queries are read alike.
 */
const simplified = new Uint16Array(0x10000);
for (const [from, to] of simplifiedForms) {
  if (from.length === 1 && to.length === 1) simplified[from.charCodeAt(0)] = to.charCodeAt(0);
}
/** NFKC makes the micro sign a Greek letter; on keyboards it is a u. */
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

/** One spelling of each character: width and compatibility forms (NFKC), traditional as simplified, µ as u. */
export const foldCharacters = (text: string): string => toSimplified(text.normalize("NFKC"));

const number = "\\d+(?:\\.\\d+)?";
/** `5×5`, `5 x 5` and `5*5`. */
const sizes = new RegExp(`(?<![\\p{L}\\d.])(${number})\\s?[×✕✖xX*]\\s?(?=\\d)`, "gu");
/** A size's own unit stands apart from it: `5x5mm` as `5x5 mm`. */
const sizeUnits = /(\dx\d+(?:\.\d+)?)(?=mm\b)/g;
/** `100 mA` as `100mA`. A single letter only where it is hardly ever a word. */
const units =
  "[TGMk]?OPS|[umkM]?[VAW]|[kMG]?Hz|[kKMG]i?B|[kMG]?bit/s|[kMG]?bps|[mnu]s|[mcu]m|[kM]?Ω|[pnu]F|[nu]H|dBm?|fps|MP|mAh";
const quantities = new RegExp(`(?<=\\d) (?=(?:${units})(?![\\p{L}\\d]))`, "giu");

/**
 * A text as it is cut into words, when it is indexed and when it is asked for: one spelling of characters, sizes and
 * quantities.
 */
export function foldText(text: string): string {
  const folded = foldCharacters(text);
  if (!/\d/.test(folded)) return folded;
  return folded.replace(sizes, "$1x").replace(quantities, "").replace(sizeUnits, "$1 ");
}
