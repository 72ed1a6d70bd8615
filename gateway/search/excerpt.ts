import { partsOf } from "./candidates";
import { foldCharacters } from "./index/fold";
import type { SearchQuery } from "./query";

/** A piece of a text, and whether it matches the query. It is plain text, so the page must escape it. */
export interface TextPart {
  text: string;
  hit: boolean;
}

interface Span {
  from: number;
  to: number;
}

/** Runs of characters that each fold to exactly one character: letters, digits, Chinese, and common signs. */
const oneToOne = /[\t-~\u2010-\u2016\u2018-\u201f\u3001-\u3020\u4e00-\u9fff\uff01-\uff5e]+|[\s\S]/gu;

/** The text folded in the same way as queries, with the original position of each folded character. */
function foldWithPlaces(text: string): { folded: string; places: Uint32Array } {
  const pieces: { folded: string; from: number; length: number }[] = [];
  let size = 1;
  for (const { 0: piece, index } of text.matchAll(oneToOne)) {
    const folded = foldCharacters(piece).toLowerCase().replaceAll("×", "x");
    pieces.push({ folded, from: index, length: piece.length });
    size += folded.length;
  }
  const places = new Uint32Array(size).fill(text.length);
  let at = 0;
  for (const { folded, from, length } of pieces) {
    // When a character folds to more or fewer characters, all of them get the position of its start.
    const step = folded.length === length ? 1 : 0;
    for (let unit = 0; unit < folded.length; unit += 1) places[at + unit] = from + step * unit;
    at += folded.length;
  }
  return { folded: pieces.map(({ folded }) => folded).join(""), places };
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

/**
 * The pattern to highlight a needle: Latin names match only at the start of a word, with or without joining signs;
 * Chinese matches anywhere.
 */
function patternOf(needle: string): string {
  if (/^\p{Script=Han}/u.test(needle) || /\s/.test(needle)) return escaped(needle).replace(/\s+/g, "\\s*");
  const kind = (character: string) => (/\p{N}/u.test(character) ? "n" : "l");
  const characters = [...needle];
  const body = characters
    .map((character, index) => {
      const next = characters[index + 1];
      const mayJoin = next !== undefined && /[\p{L}\p{N}]/u.test(character) && /[\p{L}\p{N}]/u.test(next);
      // A space may separate a number from its unit.
      const apart = /^\d/.test(needle) && kind(character) !== kind(next ?? "");
      return escaped(character) + (mayJoin ? (apart ? "[-._ ]?" : "[-._]?") : "");
    })
    .join("");
  const first = kind(characters[0] ?? "") === "n" ? "(?<!\\p{N})" : "(?<![a-z])";
  const last = kind(characters.at(-1) ?? "") === "n" ? "(?!\\p{N})" : needle.length < 3 ? "(?![a-z])" : "";
  return first + body + last;
}

/** Makes a function that finds a query's words in a text. */
export function highlighter(query: SearchQuery): (text: string) => Span[] {
  const needles = [...new Set(partsOf(query).flatMap(({ needles: each }) => each))].filter(Boolean);
  // The longest needles come first, so that 低功耗 wins over 功耗.
  const ordered = needles.sort((one, other) => other.length - one.length);
  if (ordered.length === 0) return () => [];
  const pattern = new RegExp(ordered.map(patternOf).join("|"), "gu");
  return (text) => {
    const { folded, places } = foldWithPlaces(text);
    return [...folded.matchAll(pattern)]
      .filter(([found]) => found.length > 0)
      .map(({ index, 0: found }) => ({
        from: places[index] ?? 0,
        to: places[index + found.length] ?? text.length,
      }));
  };
}

function split(text: string, spans: Span[]): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const { from, to } of spans) {
    if (from < at || to <= from) continue;
    if (from > at) parts.push({ text: text.slice(at, from), hit: false });
    parts.push({ text: text.slice(from, to), hit: true });
    at = to;
  }
  if (at < text.length) parts.push({ text: text.slice(at), hit: false });
  return parts;
}

/** The whole of a short text with its matches marked. */
export function markHits(text: string, find: (text: string) => Span[]): TextPart[] {
  return split(text, find(text));
}

/** Moves a position out of the middle of a surrogate pair. */
const whole = (text: string, at: number) => (/[\udc00-\udfff]/.test(text[at] ?? "") ? at - 1 : at);

/**
 * The start of the window with the most different matches, and of several the one with the most matches. The window
 * slides over the sorted spans once and counts the matches inside.
 */
function bestStart(text: string, spans: Span[], length: number): number {
  const inside = new Map<string, number>();
  const wordOf = ({ from, to }: Span) => text.slice(from, to).toLowerCase();
  const count = (span: Span, by: 1 | -1) => {
    const word = wordOf(span);
    const now = (inside.get(word) ?? 0) + by;
    if (now > 0) inside.set(word, now);
    else inside.delete(word);
  };
  let [best, bestWorth, end] = [spans[0]?.from ?? 0, -1, 0];
  for (const [index, span] of spans.entries()) {
    if (end < index) end = index;
    for (let next = spans[end]; next && next.to <= span.from + length; next = spans[end]) {
      count(next, 1);
      end += 1;
    }
    const worth = inside.size + (end - index) / 100;
    if (worth > bestWorth) [best, bestWorth] = [span.from, worth];
    if (end > index) count(span, -1);
  }
  return best;
}

/**
 * An excerpt of about `length` characters with the most matches of the query, which are marked; the beginning of the
 * text when there are no matches.
 */
export function excerptAround(text: string, find: (text: string) => Span[], length = 140): TextPart[] {
  const spans = find(text);
  const best = bestStart(text, spans, length);
  // The excerpt begins a little before the first match, at the start of a sentence if possible.
  const lead = text.slice(Math.max(0, best - 40), best);
  const sentence = Math.max(
    ...["。", "！", "？", "；", ". ", "\n"].map(
      (mark) => lead.lastIndexOf(mark) + mark.length * Number(lead.includes(mark)),
    ),
  );
  const from = best <= 40 ? 0 : whole(text, sentence > 0 ? best - lead.length + sentence : best - 20);
  const to = whole(text, Math.min(text.length, from + length));
  const inside = spans
    .filter((span) => span.from >= from && span.to <= to)
    .map((span) => ({ from: span.from - from, to: span.to - from }));
  const parts = split(text.slice(from, to), inside);
  if (from > 0) parts.unshift({ text: "…", hit: false });
  if (to < text.length) parts.push({ text: "…", hit: false });
  return parts;
}
