import { simplifiedForms } from "../text/simplified";

/** The characters between two compared letters that may separate them. */
export interface Gap {
  /** Whether there is a space, a tab or an ideographic space. */
  space: boolean;
  /** Whether there is a comma, a Chinese full stop or a line's end, which separate clauses. */
  clause: boolean;
  /** Whether there is any other sign: `.` `-` `*` `·` an emoji. */
  sign: boolean;
  /** How many visible characters are between the letters. */
  width: number;
}

/**
 * A text in the form in which words are searched: its letters and digits only, folded. `letters` is a string of UTF-16
 * units; unit `i` came from `[starts[i], ends[i])` of the text, and `gaps[i]` is what was before it (null when nothing
 * visible was).
 */
export interface FoldedText {
  letters: string;
  starts: number[];
  ends: number[];
  gaps: (Gap | null)[];
}

const letter = /[\p{L}\p{N}]/u;
/** Combining marks, and characters that draw nothing. */
const invisible = /[\p{M}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/u;
const lineEnd = /[\n\r\u0085\u2028\u2029]/;
const space = /[\s\p{Z}\u2800\u3164\uffa0]/u;
const clauseEnd = /[,;:!?，。、；：！？…｡､\ufe10-\ufe19\ufe50-\ufe57]/u;

/**
 * Folds one character: ignores width (NFKC and decomposition), case and accents, and turns a traditional character into
 * the simplified one. Empty for anything but letters and digits.
 */
function foldCharacter(character: string): string {
  let folded = "";
  for (const part of character.normalize("NFKD").toLowerCase().normalize("NFKD")) {
    if (letter.test(part) && !invisible.test(part)) folded += simplifiedForms.get(part) ?? part;
  }
  return folded;
}

/** Folded characters, because most characters of a text repeat. */
const simplified = new Map<string, string>();
const knownMaximum = 20_000;

function fold(character: string): string {
  const before = simplified.get(character);
  if (before !== undefined) return before;
  const folded = foldCharacter(character);
  if (simplified.size < knownMaximum) simplified.set(character, folded);
  return folded;
}

function widen(gap: Gap | null, character: string): Gap | null {
  const line = lineEnd.test(character);
  if (!line && !space.test(character) && invisible.test(character)) return gap;
  const wider = gap ?? { space: false, clause: false, sign: false, width: 0 };
  wider.width += 1;
  if (line || clauseEnd.test(character)) wider.clause = true;
  else if (space.test(character)) wider.space = true;
  else wider.sign = true;
  return wider;
}

/**
 * Folds a text for comparison and keeps where each letter came from. Offsets are in UTF-16 units, as browsers count.
 */
export function foldText(text: string): FoldedText {
  const folded: FoldedText = { letters: "", starts: [], ends: [], gaps: [] };
  let gap: Gap | null = null;
  let at = 0;
  for (const character of text) {
    const letters = fold(character);
    if (letters === "") gap = widen(gap, character);
    for (let unit = 0; unit < letters.length; unit += 1) {
      folded.starts.push(at);
      folded.ends.push(at + character.length);
      folded.gaps.push(unit === 0 ? gap : null);
    }
    if (letters !== "") gap = null;
    folded.letters += letters;
    at += character.length;
  }
  return folded;
}
