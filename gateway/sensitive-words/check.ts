import type { TextMark } from "contract/base/wire";
import { codeSpans } from "../text/code-spans";
import { type Hit, joinSpans, type Matcher } from "./matcher";
import { shownLines } from "./shown";

/**
 * The sign that stands for each letter of a replaced word. The full-width one: Markdown has no meaning for
 * it.
 */
const asterisk = "＊";

/** How strictly a field is looked at. */
export type Strictness =
  /**
   * Running text: its three levels do what they say. `markdown` has code in it, which only `refuse` looks
   * into.
   */
  | "text"
  | "markdown"
  /** Short names that others pick up, and texts that no moderator reviews: a word of any level is refused. */
  | "name"
  /** A name that a moderator can look at before it holds: only such words are let through. */
  | "nickname"
  /** Read by moderators alone: what would be reviewed is let through. */
  | "report";

/** What came of a check: the text with its words replaced, and the words that ask for a moderator. */
export interface Checked {
  text: string;
  reviewed: string[];
}

interface FieldCheck extends Checked {
  refused: { start: number; end: number }[];
}

/** Takes the leftmost, longest places where words are replaced, and puts in what stands for them. */
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

/** One field of a request, or a list of them. */
export interface FieldToCheck {
  value: string | string[];
  strictness: Strictness;
}

/**
 * What came of looking at fields: texts with words replaced (a list as a list), words that ask for review,
 * and what is refused.
 */
export interface LookedFields<Name extends string = string> {
  texts: Record<Name, string[]>;
  reviewed: string[];
  /** Spans of everything that is refused, by field; null when nothing is. */
  marks: Record<string, TextMark[]> | null;
}

/** Looks for the list's words in a request's fields. Costs one pass over them. */
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
 * Looks at what readers will see of a rendered text: words that only its Markdown or HTML takes apart. They
 * have no place in the source. Gives whether one is refused, and the words that ask for review.
 */
export function checkRendered(matcher: Matcher, html: string): { refused: boolean; reviewed: string[] } {
  const refused = matcher.find(shownLines(html)).some(({ word }) => word.level === "refuse");
  const running = matcher.find(shownLines(withoutCode(html))).filter(({ word }) => word.level === "review");
  return { refused, reviewed: running.map(({ word }) => word.word) };
}

const withoutCode = (html: string) => html.replace(/<code\b[^>]*>[\s\S]*?<\/code>/g, " ");

/** A text that stands, in all its parts. */
export interface StandingText {
  title: string;
  tags: string[];
  source: string;
  html: string;
}

/**
 * The words for which a text that stands would not be published at once today: those that are refused, and those that
 * ask for a moderator. Code is looked at for the former alone.
 */
export function wordsAgainst(matcher: Matcher, { title, tags, source, html }: StandingText): string[] {
  const code = codeSpans(source);
  const inCode = ({ start, end }: Hit) => code.some((span) => span.start <= start && end <= span.end);
  const refused = ({ word: { level } }: Hit) => level === "refuse";
  const hits = [
    ...[title, ...tags].flatMap((text) => matcher.find(text)),
    ...matcher.find(source).filter((hit) => refused(hit) || !inCode(hit)),
    ...matcher.find(shownLines(html)).filter(refused),
    ...matcher.find(shownLines(withoutCode(html))),
  ];
  return [...new Set(hits.filter(({ word }) => word.level !== "replace").map(({ word }) => word.word))];
}

/** Which words stand in a text, and the text as it would be with its words replaced. */
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
