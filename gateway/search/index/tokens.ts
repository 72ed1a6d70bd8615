import { foldText } from "./fold";
import { wordsInside, wordsOf } from "./segment";

/** A lexeme of the index at its place in the text. */
export interface Token {
  text: string;
  /** Counts Chinese characters and Latin words, from 0: neighbours differ by 1. */
  position: number;
  /**
   * Whether it is only a part: two characters across the border of words, or a piece of an identifier. It counts less.
   */
  piece: boolean;
}

/**
 * A stretch of a text for further segmentation: Chinese characters, or a word of letters and digits with joining signs.
 */
export interface Stretch {
  kind: "han" | "word";
  /** The typed text in the form of `foldText`. */
  text: string;
  position: number;
}

const han = "\\p{Script=Han}";
const letter = `(?!${han})[\\p{L}\\p{N}\\p{M}]`;
/** Signs that join letters and digits into one name: `GPIO_10`, `RS-485`, `H.265`, `C++`, `C#`. */
const stretches = new RegExp(`(${han}+)|(${letter}(?:${letter}|[._-](?=${letter}))*(?:\\+{1,2}|#)?)`, "gu");
/**
 * The maximal length of a name's lexeme. Longer names, which nobody types, are indexed only by their parts.
 */
export const nameMaximum = 64;
/**
 * PostgreSQL does not distinguish higher positions. Words there still match, but not in phrases.
 */
export const positionMaximum = 16_000;

/** The searchable stretches of a text, in order. All other characters separate them. */
export function stretchesOf(text: string): Stretch[] {
  const found: Stretch[] = [];
  let position = 0;
  for (const [, chinese, word] of foldText(text).matchAll(stretches)) {
    if (chinese) {
      found.push({ kind: "han", text: chinese, position });
      position += [...chinese].length;
    } else if (word) {
      found.push({ kind: "word", text: word, position });
      position += 1;
    }
  }
  return found;
}

/** The forms in which people may search for a name of letters and digits. */
export interface Name {
  /** The name in lower case, with and without joining signs: `rs-485` and `rs485`. */
  whole: string[];
  /** The parts between joining signs: `gpio` and `initstruct` of `GPIO_InitStruct`. */
  parts: string[];
  /** The beginnings of a part number that end in digits: `hi3861` of `Hi3861V100`. */
  heads: string[];
  /** The pieces inside, split at capitals (`init` and `struct`) and digits (`3861` and `v100`). */
  pieces: string[];
  /** Letters and digits separately, such as `100 W` for `100W`; empty when there is only one kind. */
  atoms: string[];
}

const unique = (texts: string[]) => [...new Set(texts)];

/** The joining signs of a name, which people may leave out. A point between two digits is part of a number instead. */
const joints = /[_-]|(?<!\d)\.|\.(?!\d)/g;
/** Splits a part into numbers and the text between them. */
const atomsOf = (part: string): string[] => part.match(/\p{N}+(?:\.\p{N}+)*|[^\p{N}]+/gu) ?? [];

/** A name in lower case without joining signs: `rs485` of `RS-485`, but `1.8v` of `1.8V`. */
export const joinedName = (text: string): string => text.toLowerCase().replace(joints, "");

/** Splits a name into its searchable forms. */
export function nameOf(text: string): Name {
  const folded = text.toLowerCase();
  const joined = joinedName(text);
  const parts = text.split(joints);
  const atoms = parts.flatMap(atomsOf);
  const heads: string[] = [];
  const pieces: string[] = [];
  for (const part of parts) {
    const own = atomsOf(part);
    let at = 0;
    for (const atom of own) {
      const end = at + atom.length;
      // Heads that are too long are not even built: those of a name with 50,000 pieces would have a billion letters.
      if (at > 0 && end <= nameMaximum && /\p{N}$/u.test(atom)) heads.push(part.slice(0, end));
      if (at > 0 && part.length - at <= nameMaximum) pieces.push(part.slice(at));
      if (own.length > 1) pieces.push(atom);
      at = end;
    }
    const humps = part.split(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u);
    if (humps.length > 1) pieces.push(...humps);
  }
  const whole = unique([folded, joined]).filter((each) => each.length <= nameMaximum);
  const worth = (texts: string[], besides: string[]) => {
    const words = new Set(besides);
    return unique(texts.map((each) => each.toLowerCase())).filter(
      (each) => each.length > 1 && each.length <= nameMaximum && !words.has(each),
    );
  };
  const ownParts = parts.length > 1 ? worth(parts, whole) : [];
  const ownHeads = worth(heads, [...whole, ...ownParts]);
  return {
    whole,
    parts: ownParts,
    heads: ownHeads,
    pieces: worth(pieces, [...whole, ...ownParts, ...ownHeads]),
    atoms: atoms.length > 1 ? atoms.map((atom) => atom.toLowerCase()) : [],
  };
}

function nameTokens({ text, position }: Stretch): Token[] {
  const { whole, parts, heads, pieces } = nameOf(text);
  return [
    ...[...whole, ...parts, ...heads].map((each) => ({ text: each, position, piece: false })),
    ...pieces.map((each) => ({ text: each, position, piece: true })),
  ];
}

/**
 * The words with their positions, and also every pair of adjacent characters. So a search finds a word by its
 * characters even where the dictionary segmented the text differently. Two adjacent single characters are most likely a
 * word that the dictionary lacks.
 */
function hanTokens({ text, position }: Stretch): Token[] {
  const characters = [...text];
  const tokens: Token[] = [];
  const names = new Set<string>();
  const single = new Set<number>();
  const add = (word: string, at: number, piece: boolean) => {
    const key = `${word} ${at}`;
    if (names.has(key)) return;
    names.add(key);
    tokens.push({ text: word, position: position + at, piece });
  };
  let at = 0;
  for (const word of wordsOf(text)) {
    const length = [...word].length;
    if (length === 1) single.add(at);
    else add(word, at, false);
    let from = 0;
    for (const inner of wordsInside(word)) {
      const found = word.indexOf(inner, from);
      const start = found < 0 ? word.indexOf(inner) : found;
      if (start < 0) continue;
      add(inner, at + [...word.slice(0, start)].length, false);
      from = start;
    }
    at += length;
  }
  for (let index = 0; index + 1 < characters.length; index += 1) {
    add(`${characters[index]}${characters[index + 1]}`, index, !(single.has(index) && single.has(index + 1)));
  }
  // Every character must begin a lexeme, because a search for a single character uses prefixes.
  add(characters.at(-1) ?? "", characters.length - 1, characters.length > 1);
  return tokens;
}

/** All lexemes of a text. */
export function tokensOf(text: string): Token[] {
  return stretchesOf(text).flatMap((stretch) =>
    stretch.kind === "han" ? hanTokens(stretch) : nameTokens(stretch),
  );
}
