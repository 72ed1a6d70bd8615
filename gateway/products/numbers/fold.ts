/** A text that has so many characters when folded is a whole number; one with fewer may be corrected to any neighbour. */
export const wholeNumber = 6;

/** A part number in the form for comparison in searches: `RS-485` and `rs485` are equal. */
export const foldPart = (number: string) => number.toUpperCase().replace(/[^A-Z0-9]/g, "");

/**
 * A typed text folded like a part number; null when it cannot be the beginning of one. Part numbers have Latin letters
 * and digits; the text needs at least three characters and one digit.
 */
export function partBeginning(text: string): string | null {
  const plain = text.normalize("NFKC");
  if (!/^[\x20-\x7e]+$/.test(plain)) return null;
  const joined = foldPart(plain);
  return joined.length >= 3 && /\d/.test(joined) ? joined : null;
}

/** Whether a typed text has no space in it. */
export const isOneWord = (text: string) => !/\s/.test(text.normalize("NFKC").trim());
