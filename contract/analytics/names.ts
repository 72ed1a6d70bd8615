/** Not among the numbers: those go with the browser's island, and these with the report. */

/** Hosts, and names of advertising, of which an hour keeps its own sums; further ones are one, under this name. */
export const namesMax = 100;
export const furtherNames = "*";
