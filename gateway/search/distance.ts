/** A set of the text's characters as 32 bits. */
export function lettersOf(text: string): number {
  let bits = 0;
  for (let at = 0; at < text.length; at += 1) bits |= 1 << (text.charCodeAt(at) & 31);
  return bits;
}

/** A quick test before `distanceWithin`: whether the distance can be so small. One mistake changes at most two bits. */
export function mayBeWithin(one: number, other: number, most: number): boolean {
  let bits = one ^ other;
  for (let matches = 2 * most; bits !== 0; bits &= bits - 1) {
    matches -= 1;
    if (matches < 0) return false;
  }
  return true;
}

/**
 * The number of missing, added, wrong and swapped characters (Damerau-Levenshtein distance in its restricted form,
 * which edits no part twice); null when it is more than `most`. Two swapped neighbours count a little less than one
 * mistake, because they are the most common typing error.
 * @param most `swap` allows only one pair of swapped neighbours
 */
export function distanceWithin(
  one: readonly string[],
  other: readonly string[],
  most: number | "swap",
): number | null {
  if (most === "swap") {
    const at = one.findIndex((character, index) => character !== other[index]);
    const swapped =
      one.length === other.length &&
      at >= 0 &&
      one[at] === other[at + 1] &&
      one[at + 1] === other[at] &&
      one.slice(at + 2).every((character, index) => character === other[at + 2 + index]);
    return swapped ? swapCost : null;
  }
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const now = [row];
    let least = row;
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1];
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (now[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1])
        cost = Math.min(cost, (before[column - 2] ?? 0) + (same ? 0 : swapCost));
      now.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return null;
    before = last;
    last = now;
  }
  const distance = last[other.length] ?? 0;
  return distance <= most ? distance : null;
}

const swapCost = 0.9;
