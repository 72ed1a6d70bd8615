// What the report goes by. The numbers of the collecting script stand in numbers.ts, which browsers load.

/** Hosts, and names of advertising, of which an hour keeps its own sums; further ones are one, under this name. */
export const namesMax = 100;
export const furtherNames = "*";

/** Days that a report may look back. */
export const reportDays = [1, 7, 30, 90, 400] as const;

/** Pixels: the widest that a tooltip on a heatmap gets (spec 9). */
export const tooltipWidth = 320;
