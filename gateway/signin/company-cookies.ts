import { addTime } from "contract/base/time";
import { type CompanyProof, noteCompanySession } from "../company/sessions";
import type { Arrival } from "../company/sign-in";
import { hashToken } from "../server/sessions/sessions";
import { ownCookie, setOwnCookie, type Visit } from "./visit";

const name = "gateway_company";
/** How long a second factor may take. */
const minutes = 10;

const arrivalName = "gateway_arrival";
/** How long a person may take to choose between a new account and an existing one. */
const arrivalMinutes = 15;

const forgetCompanyProof = (visit: Visit): void => {
  if (ownCookie(visit, name)) setOwnCookie(visit, name, "", 0);
};

/**
 * Remembers the company account that was the first factor until the second factor is proved. With null it forgets the
 * company account of an abandoned sign-in.
 */
export function keepCompanyProof(visit: Visit, proof: CompanyProof | null): void {
  const { company, services } = visit.portal;
  if (!company) return;
  const until = addTime(services.now(), minutes, "minute");
  if (proof) setOwnCookie(visit, name, company.proofs.seal(proof, until), minutes * 60);
  else forgetCompanyProof(visit);
}

/** The company account that was the first factor of this browser's half-open sign-in; null without one. */
export function keptCompanyProof(visit: Visit): CompanyProof | null {
  const { company, services } = visit.portal;
  return company?.proofs.open(ownCookie(visit, name), services.now()) ?? null;
}

/** Records that a company account began this new session, if one did, so that the provider can end it. */
export async function noteCompanyProof(
  visit: Visit,
  { accountId, token, proof }: { accountId: number; token: string; proof: CompanyProof | null },
): Promise<void> {
  const { company, services } = visit.portal;
  if (!company) return;
  if (proof) await noteCompanySession(services.database, hashToken(token), accountId, proof);
  forgetCompanyProof(visit);
}

/** Remembers who has signed in at the provider, while they choose between a new account and an existing one. */
export function keepArrival(visit: Visit, arrival: Arrival): void {
  const { company, services } = visit.portal;
  if (!company) return;
  const at = services.now();
  const sealed = company.arrivals.seal(arrival, addTime(at, arrivalMinutes, "minute"));
  setOwnCookie(visit, arrivalName, sealed, arrivalMinutes * 60);
}

export function arrivalOf(visit: Visit): Arrival | null {
  const { company, services } = visit.portal;
  return company?.arrivals.open(ownCookie(visit, arrivalName), services.now()) ?? null;
}

export const forgetArrival = (visit: Visit): void => setOwnCookie(visit, arrivalName, "", 0);
