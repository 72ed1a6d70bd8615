import type { ProofPurpose } from "contract/account/calls";
import type { Channel } from "contract/account/identity";
import type { Scope } from "~/request/scope.server";

/**
 * Proofs and codes live ten minutes at the gateway; a little less here, so that a step never starts with a
 * dead one.
 */
const freshMilliseconds = 9.5 * 60_000;

/** A code that was sent, by what it is for. */
export interface SentCode {
  channel: Channel;
  /** The new contact as it was typed; empty where the code went to the account's own. */
  value: string;
  messageId: string;
  /** When, and until when there is no other, in milliseconds. */
  at: number;
  until: number;
  /** It lies in the development outbox. */
  outbox: boolean;
}

/** A uuid (spec 3.5, Verification) and the contact that it proves, empty for the account's own. */
export interface Proof {
  uuid: string;
  channel: Channel;
  value: string;
  at: number;
}

/** What the signed cookie keeps of codes and proofs between steps: neither ever stands in an address. */
export interface VerificationState {
  sent?: Partial<Record<ProofPurpose, SentCode>>;
  proofs?: Partial<Record<ProofPurpose, Proof>>;
}

const stateOf = (scope: Scope): VerificationState => scope.session.get("verification") ?? {};
const isFresh = ({ at }: { at: number }) => Date.now() - at < freshMilliseconds;

/** The code that was last sent for this, while it is good. */
export function sentCode(scope: Scope, purpose: ProofPurpose): SentCode | null {
  const sent = stateOf(scope).sent?.[purpose];
  return sent && isFresh(sent) ? sent : null;
}

/** The proof that was kept for this, while it is good. */
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

/** Forgets the code and the proof for these, once they are used or worth nothing. */
export function forgetVerification(scope: Scope, ...purposes: ProofPurpose[]): void {
  const { sent = {}, proofs = {} } = stateOf(scope);
  const others = <Kept>(states: Partial<Record<ProofPurpose, Kept>>) =>
    Object.fromEntries(
      Object.entries(states).filter(([purpose]) => !purposes.includes(purpose as ProofPurpose)),
    );
  scope.session.set("verification", { sent: others(sent), proofs: others(proofs) });
}

/** After a send that failed there is nothing to wait for (spec 4): the countdown stops. */
export function stopCountdown(scope: Scope, purpose: ProofPurpose): void {
  const sent = stateOf(scope).sent?.[purpose];
  if (sent) keepSentCode(scope, purpose, { ...sent, until: 0 });
}
