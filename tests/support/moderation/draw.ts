/** The same sequence of numbers from 0 to 1 in every run. */
let drawn = 20_261_123;
export function draw(): number {
  drawn = (Math.imul(drawn ^ (drawn >>> 15), drawn | 1) + 0x6d2b79f5) | 0;
  const mixed = Math.imul(drawn ^ (drawn >>> 7), drawn | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}
export const below = (count: number) => Math.floor(draw() * count);
export const pick = <Item>(from: readonly Item[]): Item => from[below(from.length)] as Item;
export const some = (from: readonly number[], most: number) => [
  ...new Set(Array.from({ length: 1 + below(most) }, () => pick(from))),
];
