/** How a week of study goes: 本周 2/3 天, and for how many weeks in a row the plan was met. */
export const weekWords = ({ plan, days, weeks }: { plan: number; days: number; weeks: number }): string =>
  `本周 ${days}/${plan} 天${weeks > 0 ? `，连续 ${weeks} 周达到计划` : ""}`;
