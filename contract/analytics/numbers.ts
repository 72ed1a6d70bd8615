/**
 * The numbers of analytics (spec 9): the browser's queue keeps to them, and the gateway to those of a batch. Not called
 * limits: those are in the script of every page, and these go with the island alone.
 */

/** Milliseconds between the first event that waits and the flush that takes it along. */
export const flushMilliseconds = 3_000;
/** Events that may wait in one browser page; the next ones are not recorded. */
export const queueMax = 1_000;
/** Events of one batch: as many waiting are sent at once. */
export const batchMax = 200;
/** Milliseconds until a POST counts as failed. */
export const collectTimeout = 1_000;
export const adClickTimeout = 3_000;
/** Minutes without an event that end a session. */
export const sessionIdle = { minimum: 1, default: 30, maximum: 1_440 } as const;
/** Milliseconds in which another click on the same thing is none. */
export const clickDebounce = { minimum: 10, default: 200, maximum: 1_000 } as const;
/** 0: a session is the browser's; 1: each tab has its own. */
export const sessionModes = [0, 1] as const;
/** Milliseconds between two reports of how long somebody stays. */
export const stayMilliseconds = 4_000;
/** Ancestors among which a click's target is looked for. */
export const ancestorsMax = 10;
/** Characters of an element's text. */
export const elementTextMax = 256;
/** How much of a thing must be in sight, and for how many milliseconds, once. */
export const exposure = { ratio: 0.25, milliseconds: 500 } as const;
/** Pages that a page view names as the way to it. */
export const pageHistoryMax = 3;
/** Milliseconds between two looks at a window that is being resized. */
export const resizeThrottle = 10;
/** Milliseconds until a page stands as it will, and clicks have a place on it: on 4g, and on all else. */
export const heatmapWait = { fast: 1_000, slow: 5_000 } as const;

/** Bytes of a part that is sent as the page is left: 64 KiB is all that a page has for its beacons. */
export const partBytesMax = 60 * 1024;
/** Bytes of a batch. */
export const batchBytesMax = 256 * 1024;

/** Characters of a server's address (spec 9). */
export const serverAddress = /^[\w.\-/:]{1,200}$/;
/** Characters of the ids of app and domain. */
export const analyticsId = /^[\w.\-/]{1,64}$/;

/** Where events and clicks on advertising are posted to, after the server's address. */
export const collectPath = "/analytics/data-collection";
export const adClickPath = "/analytics/ad-click";

/** Raw events are kept this many days, and this many of them; their hourly sums longer. */
export const rawDays = 30;
export const rawRowsMax = 1_000_000;
export const sumDays = 400;

/** Milliseconds by which a browser's clock may be before or after the arrival; beyond it, that is the event's time. */
export const clockBounds = { before: rawDays * 86_400_000, after: 86_400_000 } as const;
