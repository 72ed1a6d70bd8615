/** A count of waiting items as menu and tabs show it, 999+ at most. */
export const cappedCount = (count: number) => (count > 999 ? "999+" : String(count));

/** A tab's name with its count of waiting items; without a count when it is zero or unknown. */
export const withCount = (name: string, count: number | undefined) =>
  count ? `${name} ${cappedCount(count)}` : name;
