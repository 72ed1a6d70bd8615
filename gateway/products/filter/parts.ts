import { addBit, type Bits, type Choice, inAny, noBits } from "./bits";

export interface Part {
  productId: number;
  package: string;
  low: number | null;
  high: number | null;
}

/**
 * The parts of the products that can be ordered. Package and temperature must match in the same part, so both are
 * indexed together.
 */
export interface PartIndex {
  size: number;
  packages: Choice[];
  /** The temperature ranges of parts; a filter for one also matches parts with a wider range. */
  temperatures: (Choice & { low: number; high: number })[];
  /** By part: the positions of its product and package, and its limits (NaN when unknown). */
  product: Uint32Array;
  box: Uint32Array;
  low: Float64Array;
  high: Float64Array;
}

/** The most packages or temperatures that are offered as filters, the most frequent ones. */
const choicesMaximum = 60;

/** Builds the index of parts. @param ids the products, by position */
export function partIndex(parts: Part[], ids: number[]): PartIndex {
  const size = ids.length;
  const placeOf = new Map(ids.map((id, place) => [id, place]));
  const collator = new Intl.Collator("en", { numeric: true });
  const boxes = [...new Set(parts.map((part) => part.package))].sort(collator.compare);
  const boxPlace = new Map(boxes.map((box, place) => [box, place]));
  const index: PartIndex = {
    size,
    packages: boxes.map((box) => ({ value: box, name: box, bits: noBits(size) })),
    temperatures: [],
    product: Uint32Array.from(parts, ({ productId }) => placeOf.get(productId) ?? 0),
    box: Uint32Array.from(parts, (part) => boxPlace.get(part.package) ?? 0),
    low: Float64Array.from(parts, ({ low }) => low ?? Number.NaN),
    high: Float64Array.from(parts, ({ high }) => high ?? Number.NaN),
  };
  const ranges = new Map<string, { low: number; high: number; parts: number }>();
  for (const { low, high } of parts) {
    if (low === null || high === null) continue;
    const range = ranges.get(`${low}~${high}`) ?? { low, high, parts: 0 };
    range.parts += 1;
    ranges.set(`${low}~${high}`, range);
  }
  index.temperatures = [...ranges]
    .sort(([, one], [, other]) => other.parts - one.parts)
    .slice(0, choicesMaximum)
    .map(([value, { low, high }]) => ({ value, name: `${value} °C`, bits: noBits(size), low, high }))
    .sort((one, other) => other.low - one.low || one.high - other.high);
  for (const [place, bits] of packageBits(index, []).entries()) index.packages[place]?.bits.set(bits);
  for (const [place, bits] of temperatureBits(index, []).entries()) index.temperatures[place]?.bits.set(bits);
  return index;
}

type Range = { low: number; high: number };
const covers = (index: PartIndex, part: number, { low, high }: Range) =>
  (index.low[part] ?? Number.NaN) <= low && (index.high[part] ?? Number.NaN) >= high;

/** For each package, the products with such a part for one of the temperatures; an empty list means any temperature. */
export function packageBits(index: PartIndex, temperatures: Range[]): Bits[] {
  const sets = index.packages.map(() => noBits(index.size));
  for (let part = 0; part < index.product.length; part++) {
    if (temperatures.length > 0 && !temperatures.some((range) => covers(index, part, range))) continue;
    const set = sets[index.box[part] ?? 0];
    if (set) addBit(set, index.product[part] ?? 0);
  }
  return sets;
}

/** For each temperature, the products with such a part in one of the packages; an empty list means any package. */
export function temperatureBits(index: PartIndex, packages: number[]): Bits[] {
  const sets = index.temperatures.map(() => noBits(index.size));
  const packageIds = new Set(packages);
  for (let part = 0; part < index.product.length; part++) {
    if (packageIds.size > 0 && !packageIds.has(index.box[part] ?? 0)) continue;
    for (const [place, range] of index.temperatures.entries()) {
      const set = sets[place];
      if (set && covers(index, part, range)) addBit(set, index.product[part] ?? 0);
    }
  }
  return sets;
}

/** The products with a part in one of the packages for one of the temperatures. */
export function partBits(index: PartIndex, packages: number[], temperatures: Range[]): Bits {
  const sets = packageBits(index, temperatures);
  return inAny(index.size, packages.length === 0 ? sets : packages.flatMap((place) => sets[place] ?? []));
}
