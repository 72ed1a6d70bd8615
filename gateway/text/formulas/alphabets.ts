/**
 * The first characters of Unicode's mathematical alphabets: capitals, small letters, digits. MathML Core has no
 * attribute for alphabets.
 */
const alphabets: Record<string, readonly [capital: number, small: number, digit?: number]> = {
  bold: [0x1d400, 0x1d41a, 0x1d7ce],
  italic: [0x1d434, 0x1d44e],
  "bold-italic": [0x1d468, 0x1d482],
  script: [0x1d49c, 0x1d4b6],
  fraktur: [0x1d504, 0x1d51e],
  "double-struck": [0x1d538, 0x1d552, 0x1d7d8],
  "sans-serif": [0x1d5a0, 0x1d5ba, 0x1d7e2],
  monospace: [0x1d670, 0x1d68a, 0x1d7f6],
};

/** Letters that Unicode defined before the alphabets and therefore left out of them. */
const earlier: Record<string, string> = {
  "italic h": "ℎ",
  ...Object.fromEntries([..."BℬEℰFℱHℋIℐLℒMℳRℛeℯgℊoℴ"].flatMap(pairs("script"))),
  ...Object.fromEntries([..."CℭHℌIℑRℜZℨ"].flatMap(pairs("fraktur"))),
  ...Object.fromEntries([..."CℂHℍNℕPℙQℚRℝZℤ"].flatMap(pairs("double-struck"))),
};

function pairs(alphabet: string) {
  return (letter: string, index: number, all: string[]): [string, string][] =>
    index % 2 === 0 ? [[`${alphabet} ${letter}`, all[index + 1] ?? letter]] : [];
}

/** A text with its Latin letters and digits in a mathematical alphabet. Other characters stay unchanged. */
export function inAlphabet(alphabet: string, text: string): string {
  const first = alphabets[alphabet];
  if (!first) return text;
  return text.replace(/[A-Za-z0-9]/g, (letter) => {
    const [start, base] = letter >= "a" ? [first[1], "a"] : letter >= "A" ? [first[0], "A"] : [first[2], "0"];
    if (start === undefined) return letter;
    return (
      earlier[`${alphabet} ${letter}`] ??
      String.fromCodePoint(start + letter.charCodeAt(0) - base.charCodeAt(0))
    );
  });
}
