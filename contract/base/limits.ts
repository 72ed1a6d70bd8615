/** Limits that both sides check, in the units that people count in (spec 5 and 9). */

/** Topics on a list page, and floors on a topic page. */
export const pageSize = 20;

/**
 * Bounds of a rendered text: bytes of HTML, elements, table cells (rows filled up included), levels of
 * nesting.
 */
export const htmlBytesMax = 512 * 1024;

export const elementsMax = 30_000;

export const cellsMax = 10_000;

export const nestingMax = 80;

/** Bytes of HTML for all texts of one page; a text beyond that is only linked to. */
export const pageTextsBytesMax = 1024 * 1024;

export const reportTextMax = 500;

/** A page number beyond this is refused rather than searched for. */
export const pageNumberMax = 100_000;

/** Two times that are closer than this are the same: an edit within it is not shown as one (spec 9). */
export const sameTimeSeconds = 20;
