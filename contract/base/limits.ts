/** Limits that both sides check, in the units that people count in (spec 5 and 9). */

/** Topics on a list page, and floors on a topic page. */
export const pageSize = 20;

/**
 * What a text may become on a page: bytes of HTML, elements, cells of its tables with those that are filled
 * up, nesting.
 */
export const htmlBytesMax = 512 * 1024;

export const elementsMax = 30_000;

export const cellsMax = 10_000;

export const nestingMax = 80;

/** Bytes of HTML that the texts of one page have together; what is beyond has a page of its own. */
export const pageTextsBytesMax = 2 * 1024 * 1024;

export const reportTextMax = 500;

/** A page number beyond this is refused rather than searched for. */
export const pageNumberMax = 100_000;

/** Two times that are closer than this are the same: an edit within it is not shown as one (spec 9). */
export const sameTimeSeconds = 20;
