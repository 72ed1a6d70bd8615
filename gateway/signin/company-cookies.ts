import { addTime } from "contract/base/time";
import { type CompanyProof, noteCompanySession } from "../company/sessions";
import type { Arrival } from "../company/sign-in";
import { hashToken } from "../server/sessions/sessions";
import { ownCookie, setOwnCookie, type Visit } from "./visit";

const name = "gateway_company";
/** As long as somebody may take to show what else their account asks for. */
const minutes = 10;

const arrivalName = "gateway_arrival";
/** As long as somebody may take over the page that asks what becomes of their company account. */
const arrivalMinutes = 15;

/** Keeps by which company account this browser signs in, until its session begins: that may be some pages later. */
export function keepCompanyProof(visit: Visit, proof: CompanyProof): void {
  const { company, services } = visit.portal;
  if (!company) return;
  visit.companyProof = proof;
  const until = addTime(services.now(), minutes, "minute");
  setOwnCookie(visit, name, company.proofs.seal(proof, until), minutes * 60);
}

/** Notes of a session that has just begun which company account began it, if one did: the provider may then end it. */
export async function noteCompanyProof(visit: Visit, accountId: number, token: string): Promise<void> {
  const { company, services } = visit.portal;
  if (!company) return;
  const kept = ownCookie(visit, name);
  const proof = visit.companyProof ?? company.proofs.open(kept, services.now());
  if (proof) await noteCompanySession(services.database, hashToken(token), accountId, proof);
  if (kept || visit.companyProof) setOwnCookie(visit, name, "", 0);
}

/** Keeps whom the provider has vouched for while they say what becomes of their company account. */
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
