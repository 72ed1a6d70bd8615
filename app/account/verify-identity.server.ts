import type { ProofPurpose } from "contract/account/calls";
import { type Channel, verificationCode } from "contract/account/identity";
import { z } from "zod";
import { type ActionTools, noFields, submitted } from "~/request/intents.server";
import type { Scope } from "~/request/scope.server";
import { type CodeState, codeState, requestCode, verifyCode } from "./codes.server";
import { maskedContacts } from "./own-contacts.server";
import { sendIntent, verifyIntent } from "./verify-identity-intents";

/** The purposes of an identity verification; a new contact is verified by the change dialog. */
export type IdentityPurpose = Exclude<ProofPurpose, "change">;

/** Props of `VerifyIdentity`. */
export interface IdentityCheck extends CodeState {
  /** The contact that gets the code, masked; null when the account has none. */
  contact: string | null;
  /** The other contact, if the account has both. */
  other: Channel | null;
}

/** The requested contact in the address. */
interface IdentityQuery {
  by?: Channel | undefined;
}

/** The phone, or the email without a phone (spec 4); `?by=` selects. */
function channelFor(
  { by: channel }: IdentityQuery,
  { phoneNumber: phone, email }: { phoneNumber: string | null; email: string | null },
): Channel {
  if (channel === "email" && email) return "email";
  if (channel === "phone" && phone) return "phone";
  return phone || !email ? "phone" : "email";
}

/** The data of the first step of a contact change, and of the verification before an export or a closure (spec 4). */
export async function loadIdentityCheck(
  scope: Scope,
  query: IdentityQuery,
  purpose: IdentityPurpose,
): Promise<IdentityCheck> {
  const detail = maskedContacts(await scope.gateway.call("accountDetail", {}));
  const channel = channelFor(query, detail);
  const { phoneNumber: phone, email } = detail;
  const other = phone && email ? (channel === "phone" ? "email" : "phone") : null;
  return { ...codeState(scope, purpose, channel), contact: channel === "phone" ? phone : email, other };
}

const codeForm = z.object({ captchaCode: verificationCode });

type Tools = Pick<ActionTools, "scope" | "here" | "submit" | "done"> & { query: IdentityQuery };

/**
 * The intents of `VerifyIdentity`. One sends a code and returns to the page; the other verifies the code and passes
 * on its uuid, which is valid once, for this purpose and session, for ten minutes.
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
