import type { TextMark } from "contract/base/wire";
import { codeSpans } from "../text/code-spans";
import { type Hit, joinSpans, type Matcher } from "./matcher";
import { visibleLines } from "./visible-lines";

/** The sign for each letter of a replaced word. It is full-width, because it has no meaning in Markdown. */
const asterisk = "＊";

/** How strictly a field is checked. */
export type Strictness =
  /**
   * Running text, where the three levels apply as they are. `markdown` may contain code, in which only `refuse` words
   * are found.
   */
  | "text"
  | "markdown"
  /** Names that others see, and texts that no moderator reviews: words of any level are refused. */
  | "name"
  /** A name that a moderator can review before it is used: only `review` words are accepted. */
  | "nickname"
  /** Texts that only moderators read: `review` words are accepted. */
  | "report";

/** The result of a check: the text with its words replaced, and the words that need a moderator. */
export interface CheckedText {
  text: string;
  reviewed: string[];
}

interface FieldCheck extends CheckedText {
  refused: { start: number; end: number }[];
}

/** Replaces the leftmost, longest hits by their replacements. */
function replaceWords(text: string, hits: Hit[]): string {
  let replaced = "";
  let at = 0;
  for (const { start, end, word } of hits) {
    if (start < at) continue;
    const letters = [...text.slice(start, end)].filter((character) => /[\p{L}\p{N}]/u.test(character)).length;
    replaced += text.slice(at, start) + (word.replacement ?? asterisk.repeat(letters));
    at = end;
  }
  return replaced + text.slice(at);
}

function look(matcher: Matcher, text: string, strictness: Strictness): FieldCheck {
  const hits = matcher.find(text);
  if (hits.length === 0) return { text, reviewed: [], refused: [] };
  const isRefused = ({ word: { level } }: Hit) =>
    level === "refuse" || strictness === "name" || (strictness === "nickname" && level === "replace");
  const refused = joinSpans(hits.filter(isRefused));
  const milder = hits.filter((hit) => !isRefused(hit));
  const code = strictness === "markdown" && milder.length > 0 ? codeSpans(text) : [];
  const running = milder.filter(
    ({ start, end }) => !code.some((span) => span.start <= start && end <= span.end),
  );
  return {
    text: replaceWords(
      text,
      running.filter(({ word }) => word.level === "replace"),
    ),
    reviewed:
      strictness === "report"
        ? []
        : running.filter(({ word }) => word.level === "review").map(({ word }) => word.word),
    refused,
  };
}

/** One field of a request, or a list of texts. */
export interface FieldToCheck {
  value: string | string[];
  strictness: Strictness;
}

/**
 * The result of checking fields: the texts with words replaced (a list for a list), the words that need review, and the
 * refused spans.
 */
export interface LookedFields<Name extends string = string> {
  texts: Record<Name, string[]>;
  reviewed: string[];
  /** Spans of everything that is refused, by field; null when nothing is. */
  marks: Record<string, TextMark[]> | null;
}

/** Searches a request's fields for sensitive words, in one pass. */
export function lookAtFields(matcher: Matcher, fields: Record<string, FieldToCheck>): LookedFields {
  const marks: Record<string, TextMark[]> = {};
  const texts: Record<string, string[]> = {};
  const reviewed = new Set<string>();
  for (const [name, { value, strictness }] of Object.entries(fields)) {
    const checks = [value].flat().map((text) => look(matcher, text, strictness));
    const spans = checks.flatMap(({ refused }, item) =>
      refused.map((span) => (Array.isArray(value) ? { ...span, item } : span)),
    );
    if (spans.length > 0) marks[name] = spans;
    texts[name] = checks.map(({ text }) => text);
    for (const word of checks.flatMap((each) => each.reviewed)) reviewed.add(word);
  }
  return { texts, reviewed: [...reviewed], marks: Object.keys(marks).length > 0 ? marks : null };
}

/**
 * Checks the visible text of rendered HTML for words that are split by Markdown or HTML in the source, and so have no
 * span there. Returns whether one is refused, and the words that need review.
 */
export function checkRendered(matcher: Matcher, html: string): { refused: boolean; reviewed: string[] } {
  const refused = matcher.find(visibleLines(html)).some(({ word }) => word.level === "refuse");
  const running = matcher.find(visibleLines(withoutCode(html))).filter(({ word }) => word.level === "review");
  return { refused, reviewed: running.map(({ word }) => word.word) };
}

const withoutCode = (html: string) => html.replace(/<code\b[^>]*>[\s\S]*?<\/code>/g, " ");

/** A public text with all its parts. */
export interface StandingText {
  title: string;
  tags: string[];
  source: string;
  html: string;
}

/**
 * The words because of which a public text would not be published at once today: those that are refused, and those that
 * need a moderator. In code only the former are searched.
 */
export function wordsAgainst(matcher: Matcher, { title, tags, source, html }: StandingText): string[] {
  const code = codeSpans(source);
  const inCode = ({ start, end }: Hit) => code.some((span) => span.start <= start && end <= span.end);
  const isRefused = ({ word: { level } }: Hit) => level === "refuse";
  const hits = [
    ...[title, ...tags].flatMap((text) => matcher.find(text)),
    ...matcher.find(source).filter((hit) => isRefused(hit) || !inCode(hit)),
    ...matcher.find(visibleLines(html)).filter(isRefused),
    ...matcher.find(visibleLines(withoutCode(html))),
  ];
  return [...new Set(hits.filter(({ word }) => word.level !== "replace").map(({ word }) => word.word))];
}

/** The words in a text, and the text with its words replaced. */
export function tryWords(matcher: Matcher, text: string) {
  const hits = matcher.find(text);
  const levels = new Set(hits.map(({ word }) => word.level));
  return {
    hits: hits.map(({ start, end, word }) => ({ start, end, word: word.word, level: word.level })),
    level: (["refuse", "review", "replace"] as const).find((level) => levels.has(level)) ?? null,
    replaced: replaceWords(
      text,
      hits.filter(({ word }) => word.level === "replace"),
    ),
  };
}
