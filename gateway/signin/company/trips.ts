import { addTime } from "contract/base/time";
import { getCookie } from "hono/cookie";
import type { CompanySignIn, Trip } from "../../company/sign-in";
import { spendOnce } from "../../company/spent";
import { ownCookie, setOwnCookie, type Visit } from "../visit";

/** How long a person may take at the provider. */
const tripMinutes = 15;
/** How many tabs may sign in at the same time. Older cookies are deleted, so that headers stay small. */
const tripsMaximum = 4;

const tripPrefix = "gateway_trip_";
/** Each sign-in has its own cookie, so that tabs do not disturb each other. */
const tripName = (state: string) => `${tripPrefix}${state.slice(0, 8)}`;

/** A visit to a gateway with a configured company sign-in. */
export interface CompanyVisit extends Visit {
  company: CompanySignIn;
}

const until = ({ portal }: Visit, minutes: number) => addTime(portal.services.now(), minutes, "minute");

/** Keeps the state of a sign-in in a cookie of the browser. */
export function keepTrip(visit: CompanyVisit, trip: Trip): void {
  const names = Object.keys(getCookie(visit.context)).map((name) => name.replace(/^__Host-/, ""));
  const trips = names.filter((name) => name.startsWith(tripPrefix));
  for (const name of trips.slice(0, Math.max(0, trips.length - tripsMaximum + 1)))
    setOwnCookie(visit, name, "", 0);
  const sealed = visit.company.trips.seal(trip, until(visit, tripMinutes));
  setOwnCookie(visit, tripName(trip.state), sealed, tripMinutes * 60);
}

/** Returns the sign-in with this state, once. Null if this browser did not begin it, or if it expired or was used. */
export async function takeTrip(visit: CompanyVisit, state: string): Promise<Trip | null> {
  if (!/^[\w-]{20,100}$/.test(state)) return null;
  const trip = visit.company.trips.open(ownCookie(visit, tripName(state)), visit.portal.services.now());
  if (!trip || trip.state !== state) return null;
  setOwnCookie(visit, tripName(state), "", 0);
  const isFirst = await spendOnce(visit.portal.services, "state", state, until(visit, tripMinutes));
  return isFirst ? trip : null;
}
