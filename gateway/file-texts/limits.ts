/** What the reading of one file may cost. A file that costs more is read as far as it goes. */
export const readingLimits = {
  /** Larger files are not read: their bytes are in memory as a whole. */
  bytes: 64 * 1024 * 1024,
  /** Further pages are not read. */
  pages: 3_000,
  /** Further characters of a page are left out; they are more than its search document takes. */
  pageCharacters: 40_000,
  /** Further pages are not read when a file's text has so many characters. */
  characters: 12_000_000,
  /** The processor time of one page and of opening the file, in milliseconds; where the system does not tell it, time by the clock. */
  pageMilliseconds: 10_000,
  openMilliseconds: 30_000,
  /** The time of one attempt at the whole file by the clock, in milliseconds. */
  fileMilliseconds: 600_000,
  /** Pages that may cost too much before the rest of the file is left out. */
  costlyPages: 3,
  /**
   * How many bytes the process may grow while a page is read, and at most a quarter of what its container has: decoded
   * data is outside of the thread's own limit.
   */
  growth: 256 * 1024 * 1024,
};
export type ReadingLimits = typeof readingLimits;
