import type { ProductInfo } from "contract/products/calls";

export type Pin = ProductInfo["pins"][number];

/** The most pins that a drawing can name legibly. */
const drawnMax = 144;

/**
 * Packages by the number of their sides with pins, which are counted against the clock from the upper left corner. Those
 * with balls under the body are not among them: their pins are no row.
 */
const families: readonly (readonly [sides: 2 | 4, name: RegExp])[] = [
  [4, /^[A-Z]*Q(?:FP|FN)/i],
  [2, /^[A-Z]*(?:SOP|SOIC|DIP|DFN|SON)/i],
];

/**
 * The pins of the first package whose pins are all in the table, side by side, each in the order of its numbers. Null
 * when there is none: a drawing with gaps would say that pins are missing. Pins without a number, such as a pad under
 * the body, are in the table alone.
 */
export function pinPlaces({ packages, pins }: Pick<ProductInfo, "packages" | "pins">): Pin[][] | null {
  for (const { package: name, pins: count } of packages) {
    const [sides] = families.find(([, pattern]) => pattern.test(name)) ?? [];
    if (!sides || !count || count % sides !== 0 || count > drawnMax) continue;
    const placed = Array.from({ length: count }, (_, at) => pins.find(({ pin }) => pin === String(at + 1)));
    const named = placed.filter((pin) => pin !== undefined);
    if (named.length < count) continue;
    const each = count / sides;
    return Array.from({ length: sides }, (_, side) => named.slice(side * each, (side + 1) * each));
  }
  return null;
}
