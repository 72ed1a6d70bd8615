import { foldText } from "./fold";
import { wordsInside, wordsOf } from "./segment";

/** A lexeme of the index at its place in the text. */
export interface Token {
  text: string;
  /** Counts Chinese characters and Latin words, from 0: neighbours differ by 1. */
  position: number;
  /**
   * Not a word by itself: two characters across a word's edge, or a piece of an identifier. It counts less.
   */
  piece: boolean;
}

/**
 * A stretch of a text that is cut further: Chinese characters, or a word of letters and digits with what
 * joins it.
 */
export interface Stretch {
  kind: "han" | "word";
  /** As typed, but in one spelling (foldText). */
  text: string;
  position: number;
}

const han = "\\p{Script=Han}";
const letter = `(?!${han})[\\p{L}\\p{N}\\p{M}]`;
/** Signs that join letters and digits into one name: `GPIO_10`, `RS-485`, `H.265`, `C++`, `C#`. */
const stretches = new RegExp(`(${han}+)|(${letter}(?:${letter}|[._-](?=${letter}))*(?:\\+{1,2}|#)?)`, "gu");
/**
 * Characters of a lexeme of a name: longer than any that somebody would type. Longer names are indexed by
 * their parts alone.
 */
export const nameMaximum = 64;
/**
 * Positions beyond this are all one to PostgreSQL; what stands there is still found, but not as part of a
 * phrase.
 */
export const positionMaximum = 16_000;

/** The searchable stretches of a text, in order. Everything else separates. */
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

/** The ways in which one name of letters and digits may be asked for. */
export interface Name {
  /** In lower case, as it stands, and without what joins it: `rs-485` and `rs485`. */
  whole: string[];
  /** What its joints separate: `gpio` and `initstruct` of `GPIO_InitStruct`. */
  parts: string[];
  /** The beginnings of a part number that end in digits: `hi3861` of `Hi3861V100`. */
  heads: string[];
  /** Pieces inside: `init` and `struct` by capitals, `3861` and `v100` by digits. */
  pieces: string[];
  /** Letters and digits apart, as `100 W` for `100W`; empty where there is but one kind. */
  atoms: string[];
}

const unique = (texts: string[]) => [...new Set(texts)];

/** What joins a name, and may be left out: a point between two digits is part of a number. */
const joints = /[_-]|(?<!\d)\.|\.(?!\d)/g;
/** Numbers, and what stands between them. */
const atomsOf = (part: string): string[] => part.match(/\p{N}+(?:\.\p{N}+)*|[^\p{N}]+/gu) ?? [];

/** A name in lower case without what joins it: `rs485` of `RS-485`, but `1.8v` of `1.8V`. */
export const joinedName = (text: string): string => text.toLowerCase().replace(joints, "");

/** Takes a name apart. */
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
      // What would be left out as too long anyway is not even cut: a name of 50,000 joints has a billion
      // letters in its heads.
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
 * Words where they stand, and every two neighbours besides: whatever the dictionary makes of the text around
 * it, a word is found by its characters. Two single characters side by side are most likely a word that the
 * dictionary lacks.
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
  // So that every character begins some lexeme: a single one is looked for by prefix.
  add(characters.at(-1) ?? "", characters.length - 1, characters.length > 1);
  return tokens;
}

/** Everything under which a text is found. */
export function tokensOf(text: string): Token[] {
  return stretchesOf(text).flatMap((stretch) =>
    stretch.kind === "han" ? hanTokens(stretch) : nameTokens(stretch),
  );
}
