import { cleanText } from "contract/base/fields";
import { isVisible } from "contract/base/plain-text";

/** A piece of a page's text as PDF.js gives it: a run of characters in one font, or an empty one that ends a line. */
export interface TextPiece {
  str: string;
  /** Scale and position; the last two numbers are x and y, in points from the lower left corner. */
  transform: number[];
  /** In points. */
  width: number;
  height: number;
  hasEOL: boolean;
}

interface Line {
  text: string;
  height: number;
  /** The y of its base line, and the x of its end. */
  at: number;
  end: number;
}

function linesOf(pieces: TextPiece[]): Line[] {
  const lines: Line[] = [];
  let open: Line | null = null;
  for (const { str, transform, width, height, hasEOL } of pieces) {
    const [x = 0, y = 0] = transform.slice(4);
    if (str !== "") {
      open ??= { text: "", height: 0, at: y, end: 0 };
      open.text += str;
      if (str.trim() !== "") {
        open.height = Math.max(open.height, height);
        open.end = Math.max(open.end, x + width);
      }
    }
    if (hasEOL && open) {
      lines.push(open);
      open = null;
    }
  }
  if (open) lines.push(open);
  return lines.map((line) => ({ ...line, text: line.text.trim() })).filter(({ text }) => text !== "");
}

/** How much two lines may differ in height, and how far apart their base lines may be, to be one paragraph's. */
const [sameHeight, nearLines] = [0.12, 1.9];
/** A line that ends before this share of the widest one ends its paragraph. */
const fullLine = 0.8;
const endsSentence = /[。！？；：.!?;:]$/;
const beginsItem = /^(?:[-–—•●■◆▪*]|\d+[.)、]|[（(]?[一二三四五六七八九十\d]+[)）、]|第)/;

function isContinued(line: Line, next: Line, widest: number): boolean {
  const height = Math.max(line.height, next.height, 1);
  const gap = line.at - next.at;
  return (
    Math.abs(line.height - next.height) <= sameHeight * height &&
    gap > 0 &&
    gap <= nearLines * height &&
    line.end >= fullLine * widest &&
    !endsSentence.test(line.text) &&
    !beginsItem.test(next.text)
  );
}

const wide = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u;

/** Joins a line with the one that continues it: a divided word becomes whole, and Chinese needs no space. */
function joined(text: string, next: string): string {
  if (/\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(next)) return text.slice(0, -1) + next;
  const [last = "", first = ""] = [[...text].at(-1), [...next][0]];
  return wide.test(last) && wide.test(first) ? text + next : `${text} ${next}`;
}

const loneSurrogates = /\p{Cs}/gu;
/** Characters without a meaning: fonts without a map of their characters give them instead of text. */
const unmapped = /[\p{Co}\ufffd]/gu;
/** A page with a larger share of these has no text that anybody could search. */
const unmappedMaximum = 0.3;

/**
 * The text of a page, a paragraph in each line, clean enough to be stored and shown; empty for a page without text that
 * can be read. Lines of one paragraph are joined, so that a sentence is found and shown as a whole.
 * @param maximum the number of characters to which it is cut
 */
export function pageText(pieces: TextPiece[], maximum: number): string {
  const lines = linesOf(pieces);
  const widest = Math.max(0, ...lines.map(({ end }) => end));
  const paragraphs: string[] = [];
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1];
    const last = paragraphs.at(-1);
    if (before && last !== undefined && isContinued(before, line, widest))
      paragraphs[paragraphs.length - 1] = joined(last, line.text);
    else paragraphs.push(line.text);
  }
  const whole = cleanText(paragraphs.join("\n")).replace(loneSurrogates, "\ufffd").normalize("NFC");
  const known = whole.replace(unmapped, "");
  if (!isVisible(known) || whole.length - known.length > unmappedMaximum * whole.length) return "";
  return known
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n\s*/g, "\n")
    .trim()
    .slice(0, maximum)
    .replace(loneSurrogates, "");
}
