import { AhoCorasick } from "@monyone/aho-corasick";
import type { WordLevel } from "contract/moderation/words/fields";
import { type FoldedText, foldText, type Gap } from "./fold";

/** One entry of the list. */
export interface Word {
  word: string;
  level: WordLevel;
  replacement: string | null;
}

/** An occurrence of a word in a text: `[start, end)` in UTF-16 units of the original text. */
export interface Hit {
  start: number;
  end: number;
  word: Word;
}

/** Finds the words of one list. It is built once for each list; a search is one pass over the text. */
export interface Matcher {
  /** All occurrences, also overlapping ones, by start and then longest first. */
  find(text: string): Hit[];
}

/** The key by which two entries of a list are the same: folded, with one space between words. */
export function wordKey(word: string): string {
  const { letters, gaps } = foldText(word);
  return letters
    .split("")
    .map((unit, at) => (at > 0 && gaps[at] ? ` ${unit}` : unit))
    .join("");
}

/** Scripts that put no spaces between words. In all others a word has boundaries, such as a space. */
const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}ー々〇]/u;

const isSpaceless = (folded: FoldedText, at: number): boolean => {
  // The second half of a surrogate pair belongs to the character that starts one unit before.
  const code = folded.letters.charCodeAt(at);
  const start = code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
  return spaceless.test(String.fromCodePoint(folded.letters.codePointAt(start) ?? 0));
};

/** Whether the letter or digit at `at` continues the same run of alphabetic letters as the one before. */
function goesOn(folded: FoldedText, at: number): boolean {
  if (at <= 0 || at >= folded.letters.length || folded.gaps[at]) return false;
  return !isSpaceless(folded, at - 1) && !isSpaceless(folded, at);
}

/**
 * From this many letters on, a match may have wide gaps between them, because the word is spelled out. Shorter matches
 * with more than one sign, a comma or a line's end between them are two separate words.
 */
const spelledOutFrom = 3;
const gapMaximum = 8;

/** Whether the gaps between the letters of a match are allowed inside a word. */
function holdsTogether(folded: FoldedText, from: number, to: number, expected: (Gap | null)[]): boolean {
  let clauses = 0;
  let widest = 0;
  let parted = 0;
  let letters = 1;
  for (let at = from + 1; at < to; at += 1) {
    const code = folded.letters.charCodeAt(at);
    const inside = code >= 0xdc00 && code <= 0xdfff;
    if (!inside) letters += 1;
    const gap = folded.gaps[at] ?? null;
    if (gap) parted += 1;
    if (expected[at - from]) {
      // The word itself has a space here, as in `free money`.
      if (!gap) return false;
      continue;
    }
    if (!gap) continue;
    if (gap.clause) clauses += 1;
    widest = Math.max(widest, gap.width);
    const alphabetic = !isSpaceless(folded, at - 1) && !isSpaceless(folded, at);
    if (alphabetic && (gap.space || gap.clause)) return false;
  }
  if (letters < spelledOutFrom) return clauses === 0 && widest <= 1;
  return widest <= gapMaximum && (clauses === 0 || parted === letters - 1);
}

/** Builds the matcher of a list. Entries without letters or digits never match. */
export function createMatcher(list: Word[]): Matcher {
  const entries = new Map<string, { word: Word; gaps: (Gap | null)[] }[]>();
  for (const word of list) {
    const { letters, gaps } = foldText(word.word);
    if (letters) entries.set(letters, [...(entries.get(letters) ?? []), { word, gaps }]);
  }
  const automaton = new AhoCorasick([...entries.keys()]);
  return {
    find(text) {
      if (entries.size === 0) return [];
      const folded = foldText(text);
      const hits = automaton.matchInText(folded.letters).flatMap(({ begin, end, keyword }): Hit[] => {
        if (goesOn(folded, begin) || goesOn(folded, end)) return [];
        // A character such as ㎏ folds to several letters; a match must not begin or end inside one.
        if (
          folded.starts[begin] === folded.starts[begin - 1] ||
          folded.starts[end] === folded.starts[end - 1]
        )
          return [];
        const start = folded.starts[begin] ?? 0;
        const last = folded.ends[end - 1] ?? text.length;
        return (entries.get(keyword) ?? [])
          .filter(({ gaps }) => holdsTogether(folded, begin, end, gaps))
          .map(({ word }) => ({ start, end: last, word }));
      });
      return hits.sort((one, other) => one.start - other.start || other.end - one.end);
    },
  };
}

/** Merges spans that touch or overlap. */
export function joinSpans(hits: { start: number; end: number }[]): { start: number; end: number }[] {
  const spans: { start: number; end: number }[] = [];
  for (const { start, end } of [...hits].sort((one, other) => one.start - other.start)) {
    const last = spans.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else spans.push({ start, end });
  }
  return spans;
}
