import { addTime } from "contract/base/time";
import { type CompanyProof, noteCompanySession } from "../company/sessions";
import type { Arrival } from "../company/sign-in";
import { hashToken } from "../server/sessions/sessions";
import { ownCookie, setOwnCookie, type Visit } from "./visit";

const name = "gateway_company";
/** How long a second factor may take. */
const minutes = 10;

const arrivalName = "gateway_arrival";
/** How long somebody may take to choose between a new account and their own. */
const arrivalMinutes = 15;

/** Remembers the company account of this sign-in until the session begins, which may be some pages later (second factors). */
export function keepCompanyProof(visit: Visit, proof: CompanyProof): void {
  const { company, services } = visit.portal;
  if (!company) return;
  visit.companyProof = proof;
  const until = addTime(services.now(), minutes, "minute");
  setOwnCookie(visit, name, company.proofs.seal(proof, until), minutes * 60);
}

/** Records that a company account began this new session, if one did, so that the provider can end it. */
export async function noteCompanyProof(visit: Visit, accountId: number, token: string): Promise<void> {
  const { company, services } = visit.portal;
  if (!company) return;
  const cookie = ownCookie(visit, name);
  const proof = visit.companyProof ?? company.proofs.open(cookie, services.now());
  if (proof) await noteCompanySession(services.database, hashToken(token), accountId, proof);
  if (cookie || visit.companyProof) setOwnCookie(visit, name, "", 0);
}

/** Remembers who has signed in at the provider, while they choose between a new account and their own. */
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
