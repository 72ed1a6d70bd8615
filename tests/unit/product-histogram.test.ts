import { allBits } from "gateway/products/filter/bits";
import { binsOf } from "gateway/products/filter/histogram";
import { expect, test } from "vitest";

test("the edges of a distribution of bytes have three digits as they are shown", () => {
  const sizes = Float64Array.of(1_024, 524_288, 4 * 1_048_576);
  const facet = {
    name: "p.flash",
    title: "Flash",
    type: "number" as const,
    unit: "B",
    units: [],
    low: sizes,
    high: sizes,
    byLow: new Uint32Array(),
    byHigh: new Uint32Array(),
  };
  const all = allBits(3);
  const edges = binsOf(facet, all, all).map(({ from }) => from);
  expect(edges[0]).toBe("1 kB");
  for (const edge of edges)
    expect(edge.replace(/\D/g, "").replace(/^0+/, "").length, edge).toBeLessThanOrEqual(3);
  // Powers of two stay what they are: 1 kB × 4,096 to the half is 64 kB.
  expect(edges[8]).toBe("64 kB");
});
