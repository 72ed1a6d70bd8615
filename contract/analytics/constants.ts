// Limits and choices of the report. The numbers of the collecting script are in numbers.ts, which browsers load.

/** The most hosts, and advertisement names, with an own sum in an hour; all others are summed under this name. */
export const namesMax = 100;
export const furtherNames = "*";

/** The choices for the days of a report. */
export const reportDays = [1, 7, 30, 90, 400] as const;

/** The greatest width of a tooltip on a heatmap, in pixels (spec 9). */
export const tooltipWidth = 320;
