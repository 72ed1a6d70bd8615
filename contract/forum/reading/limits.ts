/** Topics whose marks are asked for at once: more than any list's page has. */
export const marksMax = 100;

/** Followed or muted topics that a list of them shows, the latest first. */
export const leveledShown = 200;

/** How long a topic that nobody opened stays new to them, in seconds. */
export const newSeconds = 2 * 86_400;
