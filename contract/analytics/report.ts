/** Days that a report may look back. */
export const reportDays = [1, 7, 30, 90, 400] as const;

/** Pixels: the widest that a tooltip on a heatmap gets (spec 9). */
export const tooltipWidth = 320;
