import { z } from "zod";
import type { Signer } from "../server/signer";
import { companyPerson } from "./person";
import { createProviders, type Providers } from "./providers";
import { createSeal, type Seal } from "./sealed";
import type { CompanySettings } from "./settings";

/** A sign-in that is on its way through the provider. */
const trip = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** Where the provider sends the browser back to, as it was told. */
  redirectUri: z.string(),
  /** Where the browser goes at the end; already safe. */
  redirect: z.string(),
  /** The account that a company account is to be linked with; null for signing in. */
  linkTo: z.number().nullable(),
});
export type Trip = z.output<typeof trip>;

/** Somebody whom the provider vouched for and who has no account here yet. */
const arrival = z.object({ person: companyPerson, redirect: z.string() });
export type Arrival = z.output<typeof arrival>;

const proof = z.object({ companyAccountId: z.number(), sid: z.string() });

/** What the company's sign-in stands on, made once. What is on its way is kept by the browser, sealed: any gateway goes on. */
export interface CompanySignIn {
  settings: CompanySettings;
  providers: Providers;
  trips: Seal<Trip>;
  arrivals: Seal<Arrival>;
  proofs: Seal<z.output<typeof proof>>;
  /** Where a browser goes once the provider has logged it out. */
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
