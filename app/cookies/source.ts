import { cookieNames } from "./names";

/**
 * Where a visitor came from, between the server that takes it out of the address and the browser that records
 * it (spec 4, from query). A plain cookie of its own, not the session's: a visitor with a session gets pages
 * that nobody shares.
 */
export const sourceCookie = cookieNames.source;
/** What the browser keeps of an arrival until it is sent (spec 3.5, traffic record). */
export const trafficKey = "trafficRecord";

/** Whether there is anything to record on this load. */
export function hasTraffic(): boolean {
  try {
    return document.cookie.includes(`${sourceCookie}=`) || localStorage.getItem(trafficKey) !== null;
  } catch {
    return false;
  }
}
