const units = { d: 86_400_000, h: 3_600_000, m: 60_000 } as const;
const pattern = /^(?:\d{1,5}[dhm])+$/;

/** Milliseconds in a duration such as `12d4h` or `35m`; null when it is not one. */
export function parseDuration(text: string): number | null {
  if (!pattern.test(text)) return null;
  let milliseconds = 0;
  for (const [, count, unit] of text.matchAll(/(\d+)([dhm])/g))
    milliseconds += Number(count) * units[unit as keyof typeof units];
  return milliseconds;
}
