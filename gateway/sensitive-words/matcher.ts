import { AhoCorasick } from "@monyone/aho-corasick";
import type { WordLevel } from "contract/moderation/words/fields";
import { type FoldedText, foldText, type Gap } from "./fold";

/** One entry of the list. */
export interface Word {
  word: string;
  level: WordLevel;
  replacement: string | null;
}

/** Where a word of the list stands in a text: `[start, end)` in UTF-16 units of the text as it was given. */
export interface Hit {
  start: number;
  end: number;
  word: Word;
}

/** Finds the words of one list. Made once a list; finding costs one pass over the text. */
export interface Matcher {
  /** Every place where a word stands, overlapping ones too, by start and then the longest first. */
  find(text: string): Hit[];
}

/** The form in which two entries of a list are the same one: folded, its words parted by one space. */
export function wordKey(word: string): string {
  const { letters, gaps } = foldText(word);
  return letters
    .split("")
    .map((unit, at) => (at > 0 && gaps[at] ? ` ${unit}` : unit))
    .join("");
}

/** Scripts whose words are not parted by spaces. In all others a word has borders, and a space ends it. */
const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}ー々〇]/u;

const isSpaceless = (folded: FoldedText, at: number): boolean => {
  // The second half of a pair of units stands for the whole.
  const code = folded.letters.charCodeAt(at);
  const start = code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
  return spaceless.test(String.fromCodePoint(folded.letters.codePointAt(start) ?? 0));
};

/** Whether a letter of an alphabet or a digit goes on without a break from the one before `at`. */
function goesOn(folded: FoldedText, at: number): boolean {
  if (at <= 0 || at >= folded.letters.length || folded.gaps[at]) return false;
  return !isSpaceless(folded, at - 1) && !isSpaceless(folded, at);
}

/**
 * Two letters with more than one sign between them, or a comma or line end, are two words that meet; more are
 * one spelled out.
 */
const spelledOutFrom = 3;
const gapMaximum = 8;

/** Whether what lies between the letters of a match is what a word may have between its own. */
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
      // The word itself has a space here: `free money`.
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

/** Builds the matcher of a list. Entries without a letter or digit match nothing. */
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
        // A character such as ㎏ folds to several letters: a word does not begin or end inside one.
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

/** Spans that touch or overlap become one. */
export function joinSpans(hits: { start: number; end: number }[]): { start: number; end: number }[] {
  const spans: { start: number; end: number }[] = [];
  for (const { start, end } of [...hits].sort((one, other) => one.start - other.start)) {
    const last = spans.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else spans.push({ start, end });
  }
  return spans;
}
