/**
 * The numbers of analytics (spec 9) for the browser's queue and the gateway. They are in a file of their own, which
 * only the analytics island loads.
 */

/** Milliseconds from the first waiting event until the queue is sent. */
export const flushMilliseconds = 3_000;
/** The most events waiting in one page; later ones are dropped. */
export const queueMax = 1_000;
/** The most events in a batch; as soon as this many wait, they are sent. */
export const batchMax = 200;
/** Timeouts of a POST, in milliseconds. */
export const collectTimeout = 1_000;
export const adClickTimeout = 3_000;
/** Minutes without an event after which a session ends. */
export const sessionIdle = { minimum: 1, default: 30, maximum: 1_440 } as const;
/** Milliseconds in which a second click on the same element is ignored. */
export const clickDebounce = { minimum: 10, default: 200, maximum: 1_000 } as const;
/** 0: all tabs of a browser share a session; 1: each tab has its own. */
export const sessionModes = [0, 1] as const;
/** Milliseconds between two reports of how long a page is visible. */
export const stayMilliseconds = 4_000;
/** How many ancestors are searched for the target of a click. */
export const ancestorsMax = 10;
/** The most characters of an element's text. */
export const elementTextMax = 256;
/** An element counts as seen when this share of it is visible for this many milliseconds. */
export const exposure = { ratio: 0.25, milliseconds: 500 } as const;
/** How many previous pages a page view contains. */
export const pageHistoryMax = 3;
/** Milliseconds between two measurements while a window is resized. */
export const resizeThrottle = 10;
/** Milliseconds before a page's layout is stable and clicks get positions: on 4g, and on slower networks. */
export const heatmapWait = { fast: 1_000, slow: 5_000 } as const;

/** The most bytes sent when a page is left: browsers allow 64 KiB for all beacons of a page. */
export const partBytesMax = 60 * 1024;
/** The most bytes of a batch. */
export const batchBytesMax = 256 * 1024;

/** The allowed characters of a server's address (spec 9). */
export const serverAddress = /^[\w.\-/:]{1,200}$/;
/** The allowed characters of the ids of app and domain. */
export const analyticsId = /^[\w.\-/]{1,64}$/;

/** The paths for events and for clicks on advertisements, after the server's address. */
export const collectPath = "/analytics/data-collection";
export const adClickPath = "/analytics/ad-click";

/**
 * How many days of raw events are stored; hourly sums are stored longer. The newest days stay that together have
 * `rawRowsMax` events, and of these the newest `rawRowsLimit` events.
 */
export const rawDays = 30;
export const rawRowsMax = 1_000_000;
export const rawRowsLimit = 5_000_000;
export const sumDays = 400;

/** How far a browser's clock may be behind or ahead, in milliseconds; beyond that the time of arrival is used. */
export const clockBounds = { before: rawDays * 86_400_000, after: 86_400_000 } as const;
