import type { TextWorkers } from "../workers/text-workers";
import { askingWords, sameMeaning } from "./index/dictionary";
import { quoteToken } from "./index/document";
import { foldCharacters, foldText } from "./index/fold";
import { joinedName, nameMaximum, nameOf, type Stretch, stretchesOf } from "./index/tokens";

/** Restricts a match to a weight of the document (A title, B tags, C text), or to none. */
type Label = "" | "A" | "B" | "C";

/** A part of a query, with its tsquery for PostgreSQL and its words to highlight. */
export interface WordMatch {
  match(label: Label): string;
  /** The words to highlight, folded. */
  needles: string[];
}

/** A word of the query. */
export interface Term extends WordMatch {
  /**
   * Whether results must contain it. Question words and single characters only improve the rank of a result.
   */
  required: boolean;
}

/** A parsed search. */
export interface SearchQuery {
  /** The text in the form of `foldQuery`. */
  folded: string;
  terms: Term[];
  /** The phrases in quotes: they must match as they are. */
  phrases: WordMatch[];
  /** Pairs of adjacent terms: results with the same pair rank higher. */
  neighbours: WordMatch[];
  /** Words with a minus before them. */
  excluded: WordMatch[];
}

/** The search ignores further terms, because each costs time. */
const termsMaximum = 10;

/** A query in one form for comparing and counting: folded characters, lower case, single spaces. */
export function foldQuery(text: string): string {
  return foldCharacters(text).toLowerCase().replace(/\s+/g, " ").trim();
}

function leaf(lexeme: string, label: Label, prefix = false): string {
  const suffix = `${prefix ? "*" : ""}${label}`;
  return suffix ? `${quoteToken(lexeme)}:${suffix}` : quoteToken(lexeme);
}
const either = (alternatives: string[]) =>
  alternatives.length === 1 ? (alternatives[0] ?? "") : `(${alternatives.join(" | ")})`;
const bigramsOf = (characters: string[]) =>
  characters.slice(1).map((second, index) => `${characters[index]}${second}`);

/** Matches a Chinese word as one lexeme, or as adjacent characters where the text was segmented differently. */
function hanMatch(word: string, label: Label): string {
  const characters = [...word];
  if (characters.length === 1) return leaf(word, label, true);
  if (characters.length === 2) return leaf(word, label);
  return either([
    leaf(word, label),
    `(${bigramsOf(characters)
      .map((pair) => leaf(pair, label))
      .join(" <-> ")})`,
  ]);
}

/**
 * A lexeme that is too long for the index, so it matches nothing. An empty alternative would not be a valid tsquery.
 */
const unfindable = (text: string, label: Label) =>
  leaf([...text.toLowerCase()].slice(0, nameMaximum + 1).join(""), label);

/** Quantities with an incomplete unit, such as `2.4g` and `512k`. */
const isShortQuantity = (name: string) => /^\d+(?:\.\d+)?[kmg]$/.test(name);

function nameMatch(text: string, label: Label): string {
  const { whole, parts, atoms } = nameOf(text);
  const alternatives = whole.map((each) => leaf(each, label, isShortQuantity(each)));
  if (parts.length > 1) alternatives.push(`(${parts.map((part) => leaf(part, label)).join(" & ")})`);
  if (atoms.length === 2) alternatives.push(`(${atoms.map((atom) => leaf(atom, label)).join(" <-> ")})`);
  return either(alternatives.length > 0 ? alternatives : [unfindable(text, label)]);
}

/**
 * Matches a name at its position in a phrase: as a whole or, when that is too long for the index, by its parts, which
 * have the same position.
 */
function nameInPhrase(text: string, label: Label): string {
  const { whole, parts } = nameOf(text);
  if (whole.length > 0) return either(whole.map((each) => leaf(each, label)));
  return parts.length > 0
    ? `(${parts.map((part) => leaf(part, label)).join(" & ")})`
    : unfindable(text, label);
}

const isHan = (text: string) => /^\p{Script=Han}/u.test(text);
const wordMatch = (word: string, label: Label) =>
  isHan(word) ? hanMatch(word, label) : nameMatch(word, label);

function termOf(word: string): Term {
  const lowered = word.toLowerCase();
  const joined = joinedName(word);
  const others = sameMeaning
    .filter((group) => group.includes(joined))
    .flatMap((group) => group.filter((each) => each !== joined));
  const name = isHan(word) ? null : nameOf(word);
  return {
    match: (label) => either([word, ...others].map((each) => wordMatch(each, label))),
    needles: [lowered, ...(name ? [...name.whole, ...name.parts] : []), ...others],
    // A single letter is most often the end of a name: Type C, RISC V.
    required: !askingWords.has(lowered) && !/^[^\p{N}]$/u.test(word),
  };
}

/** The words of a run of Chinese. Adjacent single characters count as one word that the dictionary lacks. */
function hanWords(run: string, segmented: Segmented): string[] {
  const words: string[] = [];
  let singles = "";
  const flush = () => {
    if (singles) words.push(singles);
    singles = "";
  };
  for (const word of segmented.get(run) ?? [run]) {
    if ([...word].length === 1 && !askingWords.has(word)) singles += word;
    else {
      flush();
      words.push(word);
    }
  }
  flush();
  return words;
}

/** A tsquery that matches stretches at the same distances. */
function phraseMatch(stretches: Stretch[], label: Label): string {
  const pieces: { at: number; match: string }[] = [];
  for (const { kind, text, position } of stretches) {
    if (kind === "word") {
      pieces.push({ at: position, match: nameInPhrase(text, label) });
      continue;
    }
    const characters = [...text];
    if (characters.length === 1) pieces.push({ at: position, match: leaf(text, label, true) });
    // Every second pair and the last one together cover the run.
    const pairs = bigramsOf(characters);
    pairs.forEach((pair, index) => {
      if (index % 2 === 0 || index === pairs.length - 1)
        pieces.push({ at: position + index, match: leaf(pair, label) });
    });
  }
  return pieces.reduce((sum, { at, match }, index) => {
    if (index === 0) return match;
    return `${sum} <${at - (pieces[index - 1]?.at ?? 0)}> ${match}`;
  }, "");
}

function phraseOf(stretches: Stretch[], text: string): WordMatch {
  return { match: (label) => `(${phraseMatch(stretches, label)})`, needles: [foldQuery(text)] };
}

const quotes = /"([^"]*)"|“([^”]*)”|「([^」]*)」|『([^』]*)』/g;

/** Runs of Chinese characters with their words. */
export type Segmented = ReadonlyMap<string, string[]>;

/** Segments runs of Chinese characters in a worker, which has the dictionary. */
export async function segment(texts: TextWorkers, runs: string[]): Promise<Segmented> {
  if (runs.length === 0) return new Map();
  const words = await texts.run("segment", { runs }, runs.join("").length, null);
  return new Map(runs.map((run, at) => [run, words[at] ?? [run]]));
}

/**
 * Parses a query. A query without letters, digits and Chinese characters has no terms and no phrases.
 */
export async function readQuery(texts: TextWorkers, text: string): Promise<SearchQuery> {
  const runs = stretchesOf(text).flatMap(({ kind, text: run }) => (kind === "han" ? [run] : []));
  return parseQuery(text, await segment(texts, runs));
}

/**
 * Parses a query whose runs are segmented already. A query without letters, digits and Chinese characters has no terms
 * and no phrases.
 */
export function parseQuery(text: string, segmented: Segmented): SearchQuery {
  const folded = foldText(text);
  const phrases: WordMatch[] = [];
  const neighbours: WordMatch[] = [];
  const excluded: WordMatch[] = [];
  const terms: Term[] = [];
  const rest = folded.replace(quotes, (_, ...groups: (string | undefined)[]) => {
    const phrase = groups.slice(0, 4).find((group) => group !== undefined) ?? "";
    const stretches = stretchesOf(phrase);
    if (stretches.length > 0) phrases.push(phraseOf(stretches, phrase));
    return " ";
  });
  const keys = new Set<string>();
  for (const typedWord of rest.split(/\s+/)) {
    const minus = /^-(?=[^-])/.test(typedWord);
    const stretches = stretchesOf(typedWord);
    if (stretches.length === 0) continue;
    if (minus) {
      excluded.push(phraseOf(stretches, typedWord));
      continue;
    }
    const words = stretches.flatMap((stretch) =>
      stretch.kind === "han" ? hanWords(stretch.text, segmented) : [stretch.text],
    );
    for (const word of words) {
      if (keys.has(word.toLowerCase())) continue;
      keys.add(word.toLowerCase());
      terms.push(termOf(word));
    }
    if (words.length > 1) neighbours.push(phraseOf(stretches, typedWord));
  }
  const limited = terms.slice(0, termsMaximum);
  if (phrases.length === 0 && !limited.some(({ required }) => required))
    for (const term of limited) term.required = true;
  return {
    folded: foldQuery(text),
    terms: limited,
    phrases: phrases.slice(0, termsMaximum),
    neighbours: neighbours.slice(0, 3),
    excluded: excluded.slice(0, 5),
  };
}

/** Whether the query has a term or a phrase. */
export function isSearchable({ terms, phrases }: SearchQuery): boolean {
  return terms.length > 0 || phrases.length > 0;
}

function without(query: SearchQuery, removed: string): string {
  return [removed, ...query.excluded.map((each) => `!${each.match("")}`)].join(" & ");
}

/** What a document must contain: every required term, or any of them; the phrases in both cases. */
export type Match = "every" | "any";

/** Whether asking for any term can find more than asking for every term. */
export const mayMatchInPart = ({ terms }: SearchQuery): boolean =>
  terms.filter(({ required }) => required).length > 1;

/** The tsquery for documents that match. */
export const tsqueryOf = (query: SearchQuery, match: Match): string =>
  (match === "any" ? anyTerm(query) : null) ?? everyTerm(query);

/** A tsquery for documents with all required terms and the phrases. */
export function everyTerm(query: SearchQuery): string {
  const matches = [...query.terms.filter(({ required }) => required), ...query.phrases];
  return without(query, matches.map((each) => each.match("")).join(" & "));
}

/** A tsquery for documents with any required term, and the phrases; null when it would equal `everyTerm`. */
export function anyTerm(query: SearchQuery): string | null {
  if (!mayMatchInPart(query)) return null;
  const required = query.terms.filter((term) => term.required);
  const any = `(${required.map((each) => each.match("")).join(" | ")})`;
  return without(query, [any, ...query.phrases.map((each) => each.match(""))].join(" & "));
}
