/** One bit for each character that a text has, of thirty-two. */
export function lettersOf(text: string): number {
  let bits = 0;
  for (let at = 0; at < text.length; at += 1) bits |= 1 << (text.charCodeAt(at) & 31);
  return bits;
}

/** Whether texts with these characters may be so near: a mistake changes at most two bits. A glance before a look. */
export function mayBeWithin(one: number, other: number, most: number): boolean {
  let bits = one ^ other;
  for (let matches = 2 * most; bits !== 0; bits &= bits - 1) {
    matches -= 1;
    if (matches < 0) return false;
  }
  return true;
}

/**
 * How many characters were left out, added, mistaken, or changed places with their neighbour (Damerau-Levenshtein, in
 * its form where nothing is changed twice); null when there are more than `most`. Two neighbours that changed places
 * are a little less than a mistake: that is what fingers do.
 * @param most `swap`: nothing but two neighbours may differ
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
