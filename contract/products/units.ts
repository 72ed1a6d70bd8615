/** Quantities as typed: a number, an SI prefix and a unit. They are compared in the plain unit. */

/** Powers of ten of the SI prefixes; in front of bytes, powers of 1024. */
const prefixes: Record<string, number> = {
  p: -12,
  n: -9,
  u: -6,
  µ: -6,
  μ: -6,
  m: -3,
  k: 3,
  K: 3,
  M: 6,
  G: 9,
  T: 12,
};
const bytePowers: Record<string, number> = { k: 1, K: 1, M: 2, G: 3, T: 4 };

function prefixFactor(prefix: string, unit: string): number | null {
  if (unit === "B") return Object.hasOwn(bytePowers, prefix) ? 1024 ** (bytePowers[prefix] ?? 0) : null;
  return Object.hasOwn(prefixes, prefix) ? 10 ** (prefixes[prefix] ?? 0) : null;
}

/** The factor from a typed unit to the parameter's unit; null for another unit. */
export function factorOf(typedUnit: string, unit: string): number | null {
  if (typedUnit === "" || typedUnit === unit) return 1;
  if (unit === "" || !typedUnit.endsWith(unit)) return null;
  return prefixFactor(typedUnit.slice(0, typedUnit.length - unit.length), unit);
}

/** Removes floating-point errors: 500 mA is 0.5, not 0.5000000000000001. */
export const exact = (value: number) => Number(value.toPrecision(12));

/**
 * Parses a typed quantity into the unit: for A, `500 mA`, `500mA`, `500m` and `0.5` are equal. Null for other texts.
 * @param bare the unit of a number without one: the unit that the page shows
 */
export function parseQuantity(text: string, unit: string, bare = unit): number | null {
  const [, digits = "", unitText = ""] =
    /^([+-]?\d{1,12}(?:\.\d{1,9})?)\s*(\S{0,16})$/.exec(text.normalize("NFKC").trim()) ?? [];
  if (digits === "") return null;
  const typedUnit = unitText === "" ? bare : unitText;
  // The unit may be missing or in other letter case: `500m`, `khz`.
  const inUnit =
    unit !== "" && typedUnit.toLowerCase().endsWith(unit.toLowerCase())
      ? typedUnit.slice(0, typedUnit.length - unit.length) + unit
      : typedUnit;
  const factor = factorOf(inUnit, unit) ?? (unit === "" ? null : prefixFactor(typedUnit, unit));
  return factor === null ? null : exact(Number(digits) * factor);
}

/**
 * The units in shown quantities, most frequent first: `µA` and `mA` for 5 µA, 8 µA and 2 mA; empty when the parameter
 * has no unit.
 */
export function shownUnitsOf(quantities: readonly string[], unit: string): string[] {
  if (unit === "") return [];
  const counts = new Map<string, number>();
  for (const text of quantities) {
    const [typedUnit = ""] = /[^\d\s.]*$/.exec(text.trim()) ?? [];
    if (typedUnit !== "" && factorOf(typedUnit, unit) !== null)
      counts.set(typedUnit, (counts.get(typedUnit) ?? 0) + 1);
  }
  const units = [...counts].sort(([, one], [, other]) => other - one).map(([typedUnit]) => typedUnit);
  return units.length > 0 ? units : [unit];
}

const steps = { plain: ["p", "n", "µ", "m", "", "k", "M", "G", "T"], bytes: ["", "K", "M", "G", "T"] };

/**
 * The units that people may choose for a filter: those that are shown, most frequent first, and of each scale one step
 * around them. A unit without prefixes (°C, dBm, %) stays alone.
 */
export function unitChoices(units: readonly string[], unit: string): string[] {
  if (units.length === 0 || !/^[A-Za-zΩ]/.test(unit) || /^(?:dB|bit$)/.test(unit)) return [...units];
  const scale = steps[unit === "B" ? "bytes" : "plain"].map((prefix) => prefix + unit);
  const factors = units.map((each) => factorOf(each, unit));
  const placesShown = scale.flatMap((each, at) => (factors.includes(factorOf(each, unit)) ? [at] : []));
  if (placesShown.length === 0) return [...units];
  const around = scale.slice(Math.max(0, Math.min(...placesShown) - 1), Math.max(...placesShown) + 2);
  return [...units, ...around.filter((each) => !factors.includes(factorOf(each, unit)))];
}

/** A typed quantity with its unit added if missing: `5` becomes 5 µA where the page shows µA. */
export function saidQuantity(text: string, unit: string, bare = unit): string {
  const value = parseQuantity(text, unit, bare);
  if (value === null || unit === "" || text.trim().toLowerCase().endsWith(unit.toLowerCase())) return text;
  return /\d$/.test(text.trim()) ? `${text.trim()} ${bare}` : formatQuantity(value, unit);
}

const shownPrefixes = ["p", "n", "µ", "m", "", "k", "M", "G", "T"];

/** A quantity with a suitable prefix: 0.5 A is `500 mA`. */
export function formatQuantity(value: number, unit: string): string {
  const base = unit === "B" ? 1024 : 1000;
  // °C, dBm, percent and 路 take no prefix, nor do numbers without a unit.
  if (value === 0 || !/^[A-Za-zΩ]/.test(unit) || /^(?:dB|bit$)/.test(unit))
    return `${exact(value)} ${unit}`.trim();
  const power = Math.floor(Math.log(Math.abs(value)) / Math.log(base) + 1e-9);
  const step = Math.max(unit === "B" ? 0 : -4, Math.min(4, power));
  return `${exact(Number((value / base ** step).toPrecision(6)))} ${shownPrefixes[step + 4]}${unit}`;
}
