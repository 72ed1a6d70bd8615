/**
 * A set of products as one bit for each position in an index: 5,000 products are 157 words, so counting costs almost
 * nothing.
 */
export type Bits = Uint32Array;

export const noBits = (size: number): Bits => new Uint32Array(Math.ceil(size / 32));

export function addBit(bits: Bits, place: number): void {
  bits[place >>> 5] = (bits[place >>> 5] ?? 0) | (1 << (place & 31));
}

export const hasBit = (bits: Bits, place: number): boolean =>
  ((bits[place >>> 5] ?? 0) & (1 << (place & 31))) !== 0;

/** The set of all products. */
export function allBits(size: number): Bits {
  const bits = noBits(size);
  for (let place = 0; place < size; place++) addBit(bits, place);
  return bits;
}

/** The intersection. */
export function inAll(first: Bits, ...others: Bits[]): Bits {
  const bits = first.slice();
  for (const other of others)
    for (let word = 0; word < bits.length; word++) bits[word] = (bits[word] ?? 0) & (other[word] ?? 0);
  return bits;
}

/** The union. */
export function inAny(size: number, sets: Bits[]): Bits {
  const bits = noBits(size);
  for (const set of sets)
    for (let word = 0; word < bits.length; word++) bits[word] = (bits[word] ?? 0) | (set[word] ?? 0);
  return bits;
}

function onesIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The size of the intersection. */
export function countBoth(one: Bits, other: Bits): number {
  let count = 0;
  for (let word = 0; word < one.length; word++) count += onesIn((one[word] ?? 0) & (other[word] ?? 0));
  return count;
}

export const countBits = (bits: Bits): number => countBoth(bits, bits);

/** A choice of a filter, with the products that match it. */
export interface Choice {
  value: string;
  name: string;
  bits: Bits;
}
