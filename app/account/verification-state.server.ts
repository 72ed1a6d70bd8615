import type { ProofPurpose } from "contract/account/calls";
import type { Channel } from "contract/account/identity";
import type { Scope } from "~/request/scope.server";

/**
 * How long codes and proofs are used here. The gateway keeps them for ten minutes; a little less ensures that a step
 * does not begin with one that expires.
 */
const freshMilliseconds = 9.5 * 60_000;

/** A code that was sent for a purpose. */
export interface SentCode {
  channel: Channel;
  /** The new contact as typed; empty when the code went to the account's contact. */
  value: string;
  messageId: string;
  /** When it was sent, and when the next one may be requested, in milliseconds. */
  at: number;
  until: number;
  /** The code is in the development outbox. */
  outbox: boolean;
}

/** A proof's uuid (spec 3.5, Verification) and the proved contact; empty for the account's contact. */
export interface Proof {
  uuid: string;
  channel: Channel;
  value: string;
  at: number;
}

/** Codes and proofs, stored in the signed cookie between steps. They never appear in an address. */
export interface VerificationState {
  sent?: Partial<Record<ProofPurpose, SentCode>>;
  proofs?: Partial<Record<ProofPurpose, Proof>>;
}

const stateOf = (scope: Scope): VerificationState => scope.session.get("verification") ?? {};
const isFresh = ({ at }: { at: number }) => Date.now() - at < freshMilliseconds;

/** The last code sent for a purpose, until it expires. */
export function sentCode(scope: Scope, purpose: ProofPurpose): SentCode | null {
  const code = stateOf(scope).sent?.[purpose];
  return code && isFresh(code) ? code : null;
}

/** The stored proof for a purpose, until it expires. */
export function keptProof(scope: Scope, purpose: ProofPurpose): Proof | null {
  const proof = stateOf(scope).proofs?.[purpose];
  return proof && isFresh(proof) ? proof : null;
}

export function keepSentCode(scope: Scope, purpose: ProofPurpose, code: SentCode): void {
  const state = stateOf(scope);
  scope.session.set("verification", { ...state, sent: { ...state.sent, [purpose]: code } });
}

export function keepProof(scope: Scope, purpose: ProofPurpose, proof: Proof): void {
  const state = stateOf(scope);
  scope.session.set("verification", { ...state, proofs: { ...state.proofs, [purpose]: proof } });
}

/** Deletes the codes and proofs of purposes, after use or when they are invalid. */
export function forgetVerification(scope: Scope, ...purposes: ProofPurpose[]): void {
  const { sent = {}, proofs = {} } = stateOf(scope);
  const others = <Kept>(states: Partial<Record<ProofPurpose, Kept>>) =>
    Object.fromEntries(
      Object.entries(states).filter(([purpose]) => !purposes.includes(purpose as ProofPurpose)),
    );
  scope.session.set("verification", { sent: others(sent), proofs: others(proofs) });
}

/** Stops the countdown after a failed send (spec 4). */
export function stopCountdown(scope: Scope, purpose: ProofPurpose): void {
  const code = stateOf(scope).sent?.[purpose];
  if (code) keepSentCode(scope, purpose, { ...code, until: 0 });
}
