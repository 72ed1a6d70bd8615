import type { TextWorkers } from "../workers/text-workers";
import { askingWords, sameMeaning } from "./index/dictionary";
import { quoteToken } from "./index/document";
import { foldCharacters, foldText } from "./index/fold";
import { joinedName, nameMaximum, nameOf, type Stretch, stretchesOf } from "./index/tokens";

/** Restricts a match to a weight of the document (A title, B tags, C text), or to none. */
type Label = "" | "A" | "B" | "C";

/** Something that is looked for, as PostgreSQL's tsquery and as what lights up in a text. */
export interface WordMatch {
  match(label: Label): string;
  /** The words to highlight, folded. */
  needles: string[];
}

/** A word of the query. */
export interface Term extends WordMatch {
  /**
   * Whether what is found has to hold it. Words of asking and single characters only make a result better.
   */
  required: boolean;
}

/** A parsed search. */
export interface SearchQuery {
  /** In one spelling (foldQuery). */
  folded: string;
  terms: Term[];
  /** The phrases in quotes: they must match as they are. */
  phrases: WordMatch[];
  /** Terms that stood side by side: results where they do so too are better. */
  neighbours: WordMatch[];
  /** Words with a minus before them. */
  excluded: WordMatch[];
}

/** More than this is looked at no further: each costs time. */
const termsMaximum = 10;

/** One spelling for comparing and counting queries: of characters, in lower case, with single spaces. */
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

/** A Chinese word: as the dictionary has it, or its characters side by side wherever it was cut otherwise. */
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
 * One longer than the index keeps: nothing is found by it, as nothing was by the whole. An empty alternative
 * would be no tsquery at all.
 */
const unfindable = (text: string, label: Label) =>
  leaf([...text.toLowerCase()].slice(0, nameMaximum + 1).join(""), label);

/** `2.4g` and `512k`: whatever unit they are of. */
const isShortQuantity = (name: string) => /^\d+(?:\.\d+)?[kmg]$/.test(name);

function nameMatch(text: string, label: Label): string {
  const { whole, parts, atoms } = nameOf(text);
  const alternatives = whole.map((each) => leaf(each, label, isShortQuantity(each)));
  if (parts.length > 1) alternatives.push(`(${parts.map((part) => leaf(part, label)).join(" & ")})`);
  if (atoms.length === 2) alternatives.push(`(${atoms.map((atom) => leaf(atom, label)).join(" <-> ")})`);
  return either(alternatives.length > 0 ? alternatives : [unfindable(text, label)]);
}

/**
 * A name at its place in a phrase: as it stands or, where that is too long for the index, by its parts, which
 * stand there too.
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
    // A single letter is most often what a name ends with: Type C, RISC V.
    required: !askingWords.has(lowered) && !/^[^\p{N}]$/u.test(word),
  };
}

/** The words of a run of Chinese; single characters side by side are one word that the dictionary lacks. */
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

/** Stretches as a tsquery in which each stands where it stood. */
function phraseMatch(stretches: Stretch[], label: Label): string {
  const pieces: { at: number; match: string }[] = [];
  for (const { kind, text, position } of stretches) {
    if (kind === "word") {
      pieces.push({ at: position, match: nameInPhrase(text, label) });
      continue;
    }
    const characters = [...text];
    if (characters.length === 1) pieces.push({ at: position, match: leaf(text, label, true) });
    // Every second pair, and the last: together they are the run.
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

/** The words of runs of Chinese characters, cut where the dictionary is: in a worker. */
export async function segment(texts: TextWorkers, runs: string[]): Promise<Segmented> {
  if (runs.length === 0) return new Map();
  const words = await texts.run("segment", { runs }, runs.join("").length, null);
  return new Map(runs.map((run, at) => [run, words[at] ?? [run]]));
}

/**
 * Understands a query. One without a single letter, digit or Chinese character has no terms and no phrases.
 */
export async function readQuery(texts: TextWorkers, text: string): Promise<SearchQuery> {
  const runs = stretchesOf(text).flatMap(({ kind, text: run }) => (kind === "han" ? [run] : []));
  return parseQuery(text, await segment(texts, runs));
}

/**
 * Understands a query whose runs were cut before. One without a single letter, digit or Chinese character has
 * no terms and no phrases.
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

/** Whether there is anything to look for. */
export function isSearchable({ terms, phrases }: SearchQuery): boolean {
  return terms.length > 0 || phrases.length > 0;
}

function without(query: SearchQuery, removed: string): string {
  return [removed, ...query.excluded.map((each) => `!${each.match("")}`)].join(" & ");
}

/** The tsquery of what holds everything that is required. */
export function everyTerm(query: SearchQuery): string {
  const matches = [...query.terms.filter(({ required }) => required), ...query.phrases];
  return without(query, matches.map((each) => each.match("")).join(" & "));
}

/** The tsquery of what holds anything that is required, and the phrases; null when that is the same. */
export function anyTerm(query: SearchQuery): string | null {
  const required = query.terms.filter((term) => term.required);
  if (required.length < 2) return null;
  const any = `(${required.map((each) => each.match("")).join(" | ")})`;
  return without(query, [any, ...query.phrases.map((each) => each.match(""))].join(" & "));
}
