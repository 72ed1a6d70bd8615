import type { VitalName } from "contract/analytics/events";

/**
 * The values of a vital are counted in fields, each 5 % wider than the previous one. From the counts, any percentile of
 * any period can be computed with this precision.
 */
const step = Math.log(1.05);

/** A value in thousandths for CLS, which is small and has no unit, and in milliseconds for the others. */
const scaled = (name: VitalName, value: number) => (name === "CLS" ? value * 1_000 : value);

export const vitalField = (name: VitalName, value: number): number =>
  Math.ceil(Math.log(Math.max(1, scaled(name, value))) / step);

/** The largest value of a field. */
const largestOf = (field: number) => Math.exp(field * step);

/** @param counts by field. @returns the 75th percentile, rounded; null without any. */
export function p75(counts: ReadonlyMap<number, number>): number | null {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  let remaining = Math.ceil(total * 0.75);
  for (const [field, count] of [...counts].sort(([one], [other]) => one - other)) {
    remaining -= count;
    if (remaining <= 0) return Math.round(largestOf(field));
  }
  return null;
}
