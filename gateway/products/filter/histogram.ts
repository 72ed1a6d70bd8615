import type { ProductFacet } from "contract/products/shapes";
import { formatQuantity } from "contract/products/units";
import { type Bits, hasBit } from "./bits";
import type { NumberFacet } from "./class-index";

/** The intervals of a distribution. */
const binsMax = 16;
/** Numbers that differ by such a factor are divided by their logarithm: 1 µA to 50 mA. */
const wide = 100;

/** Three digits as they are shown: with bytes, of the K or M. */
function rounded(value: number, unit: string): number {
  const step = unit === "B" && value >= 1024 ? 1024 ** Math.floor(Math.log2(value) / 10) : 1;
  return Number((value / step).toPrecision(3)) * step;
}

/**
 * The distribution of a filter's numbers among the products that the other filters leave: how many lie in each
 * interval, and how many of these all filters leave. A product with a range counts in each interval that it touches.
 * Empty when all have the same number.
 */
export function binsOf(facet: NumberFacet, others: Bits, remaining: Bits): ProductFacet["bins"] {
  const { low, high, unit } = facet;
  let [least, most, total] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  for (let place = 0; place < low.length; place++) {
    const [from = Number.NaN, to = Number.NaN] = [low[place], high[place]];
    if (Number.isNaN(from) || Number.isNaN(to) || !hasBit(others, place)) continue;
    least = Math.min(least, from);
    most = Math.max(most, to);
    total += 1;
  }
  if (total < 2 || least >= most) return [];
  const isWide = least > 0 && most / least >= wide;
  const scale = (value: number) =>
    isWide ? Math.log(value / least) / Math.log(most / least) : (value - least) / (most - least);
  const edge = (at: number) => {
    if (at === 0 || at === binsMax) return at === 0 ? least : most;
    return rounded(
      isWide ? least * (most / least) ** (at / binsMax) : least + ((most - least) * at) / binsMax,
      unit,
    );
  };
  const [counts, kept] = [new Array<number>(binsMax).fill(0), new Array<number>(binsMax).fill(0)];
  const binAt = (value: number) => Math.min(binsMax - 1, Math.floor(scale(value) * binsMax));
  for (let place = 0; place < low.length; place++) {
    const [from = Number.NaN, to = Number.NaN] = [low[place], high[place]];
    if (Number.isNaN(from) || Number.isNaN(to) || !hasBit(others, place)) continue;
    const isKept = hasBit(remaining, place);
    for (let bin = binAt(from); bin <= binAt(to); bin++) {
      counts[bin] = (counts[bin] ?? 0) + 1;
      if (isKept) kept[bin] = (kept[bin] ?? 0) + 1;
    }
  }
  return counts.map((count, at) => ({
    from: formatQuantity(edge(at), unit),
    to: formatQuantity(edge(at + 1), unit),
    count,
    kept: kept[at] ?? 0,
  }));
}
