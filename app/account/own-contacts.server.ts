import type { CallResponse } from "contract";
import { maskEmail, maskPhone } from "contract/account/identity";
import type { Scope } from "~/request/scope.server";
import { keptProof } from "./verification-state.server";

type Contacts = Pick<CallResponse<"accountDetail">, "phoneNumber" | "email">;

/** Masks a phone and an email, unless the upstream has done so. */
export const maskedContacts = ({ phoneNumber: phone, email }: Contacts): Contacts => ({
  phoneNumber: phone && maskPhone(phone),
  email: email && maskEmail(email),
});

/** The unmasked contacts, for some minutes after the member has verified their identity; otherwise null. */
export async function wholeContacts(scope: Scope): Promise<Contacts | null> {
  const proof = keptProof(scope, "show");
  return proof && scope.gateway.call("accountDetail", { uuid: proof.uuid });
}
