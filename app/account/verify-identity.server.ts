import type { ProofPurpose } from "contract/account/calls";
import { type Channel, verificationCode } from "contract/account/identity";
import { z } from "zod";
import { type ActionTools, noFields, submitted } from "~/request/intents.server";
import type { Scope } from "~/request/scope.server";
import { type CodeState, codeState, requestCode, verifyCode } from "./codes.server";
import { maskedContacts } from "./own-contacts.server";
import { sendIntent, verifyIntent } from "./verify-identity-intents";

/** What an identity is verified for; a new contact is verified by the change dialog. */
export type IdentityPurpose = Exclude<ProofPurpose, "change">;

/** What `VerifyIdentity` is given. */
export interface IdentityCheck extends CodeState {
  /** The contact that the code goes to, masked; null where the account has none at all. */
  contact: string | null;
  /** The other contact, where there is one to switch to. */
  other: Channel | null;
}

/** Where the code is asked to go, by the address. */
interface IdentityQuery {
  by?: Channel | undefined;
}

/** Spec 4: to the phone, or to the email where there is no phone; `?by=` switches. */
function channelFor(
  { by: channel }: IdentityQuery,
  { phoneNumber, email }: { phoneNumber: string | null; email: string | null },
): Channel {
  if (channel === "email" && email) return "email";
  if (channel === "phone" && phoneNumber) return "phone";
  return phoneNumber || !email ? "phone" : "email";
}

/** The first step of a contact change, and the fresh verification before an export or a closure (spec 4). */
export async function loadIdentityCheck(
  scope: Scope,
  query: IdentityQuery,
  purpose: IdentityPurpose,
): Promise<IdentityCheck> {
  const detail = maskedContacts(await scope.gateway.call("accountDetail", {}));
  const channel = channelFor(query, detail);
  const { phoneNumber, email } = detail;
  const other = phoneNumber && email ? (channel === "phone" ? "email" : "phone") : null;
  return { ...codeState(scope, purpose, channel), contact: channel === "phone" ? phoneNumber : email, other };
}

const codeForm = z.object({ captchaCode: verificationCode });

type Tools = Pick<ActionTools, "scope" | "here" | "submit" | "done"> & { query: IdentityQuery };

/**
 * What the buttons of `VerifyIdentity` do: one sends a code and leads back to the page, the other checks it
 * and goes on with the uuid, which is good for this purpose, this session and one use within ten minutes.
 */
export function identityIntents<Used extends Tools>(
  purpose: IdentityPurpose,
  onVerified: (uuid: string, channel: Channel, tools: Used) => Promise<Response>,
) {
  const channelNow = async ({ scope, query }: Used) =>
    channelFor(query, await scope.gateway.call("accountDetail", {}));
  return {
    [sendIntent]: submitted(noFields, async (_, tools: Used) => {
      await requestCode(tools.scope, { purpose, channel: await channelNow(tools) });
      return tools.done(tools.here);
    }),
    [verifyIntent]: submitted(codeForm, async ({ captchaCode }, tools: Used) => {
      const channel = await channelNow(tools);
      return onVerified(await verifyCode(tools.scope, { purpose, channel }, captchaCode), channel, tools);
    }),
  };
}
