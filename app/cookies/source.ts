import { cookieNames } from "./names";

/**
 * The cookie with the source of a visit (spec 4, from query): the server takes it from the address, the browser
 * records it. It is a plain cookie and not part of the session, because visitors with a session get no shared pages.
 */
export const sourceCookie = cookieNames.source;
/** The storage key of a visit's record until it is sent (spec 3.5, traffic record). */
export const trafficKey = "trafficRecord";

/** Whether this page load has anything to record. */
export function hasTraffic(): boolean {
  try {
    return document.cookie.includes(`${sourceCookie}=`) || localStorage.getItem(trafficKey) !== null;
  } catch {
    return false;
  }
}
