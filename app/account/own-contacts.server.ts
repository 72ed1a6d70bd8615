import type { CallResponse } from "contract";
import { maskEmail, maskPhone } from "contract/account/identity";
import type { Scope } from "~/request/scope.server";
import { keptProof } from "./verification-state.server";

type Contacts = Pick<CallResponse<"accountDetail">, "phoneNumber" | "email">;

/** A phone and an email as they are shown, whether or not the upstream has masked them. */
export const maskedContacts = ({ phoneNumber: phone, email }: Contacts): Contacts => ({
  phoneNumber: phone && maskPhone(phone),
  email: email && maskEmail(email),
});

/** The same whole, for some minutes after the person has verified who they are; null else. */
export async function wholeContacts(scope: Scope): Promise<Contacts | null> {
  const proof = keptProof(scope, "show");
  return proof && scope.gateway.call("accountDetail", { uuid: proof.uuid });
}
