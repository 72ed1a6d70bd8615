import { z } from "zod";
import type { Signer } from "../server/signer";
import { companyPerson } from "./person";
import { createProviders, type Providers } from "./providers";
import { createSeal, type Seal } from "./sealed";
import type { CompanySettings } from "./settings";

/** The state of a sign-in while the browser is at the provider. */
const trip = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** The address that we gave the provider to send the browser back to. */
  redirectUri: z.string(),
  /** Where the browser goes at the end. It was already checked. */
  redirect: z.string(),
  /** The account that the company account will be linked with; null for a sign-in. */
  linkTo: z.number().nullable(),
});
export type Trip = z.output<typeof trip>;

/** A person who has signed in at the provider and has no linked account here yet. */
const arrival = z.object({ person: companyPerson, redirect: z.string() });
export type Arrival = z.output<typeof arrival>;

const proof = z.object({ companyAccountId: z.number(), sid: z.string() });

/**
 * The services of the company's sign-in, created once. Transient state is in encrypted cookies, so that any gateway can
 * continue a sign-in.
 */
export interface CompanySignIn {
  settings: CompanySettings;
  providers: Providers;
  trips: Seal<Trip>;
  arrivals: Seal<Arrival>;
  proofs: Seal<z.output<typeof proof>>;
  /** Where a browser goes after the provider has logged it out. */
  returns: Seal<string>;
}

export function createCompanySignIn(settings: CompanySettings, signer: Signer): CompanySignIn {
  return {
    settings,
    providers: createProviders(settings),
    trips: createSeal(signer, "company trip", trip),
    arrivals: createSeal(signer, "company arrival", arrival),
    proofs: createSeal(signer, "company proof", proof),
    returns: createSeal(signer, "company return", z.string()),
  };
}
