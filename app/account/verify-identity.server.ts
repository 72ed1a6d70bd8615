import type { ProofPurpose } from "contract/calls/account";
import { type Channel, verificationCode } from "contract/identity";
import { z } from "zod/v4";
import type { Scope } from "~/context.server";
import type { FormTools } from "~/forms/submit.server";
import { type CodeState, codeState, requestCode, verifyCode } from "./codes.server";
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

/** Spec 4: to the phone, or to the email where there is no phone; `?by=` switches. */
function channelFor(url: URL, { phoneNumber, email }: { phoneNumber: string | null; email: string | null }): Channel {
  const asked = url.searchParams.get("by");
  if (asked === "email" && email) return "email";
  if (asked === "phone" && phoneNumber) return "phone";
  return phoneNumber || !email ? "phone" : "email";
}

/** The first step of a contact change, and the fresh verification before an export or a closure (spec 4). */
export async function loadIdentityCheck(scope: Scope, url: URL, purpose: IdentityPurpose): Promise<IdentityCheck> {
  const detail = await scope.gateway.call("accountDetail", {});
  const channel = channelFor(url, detail);
  const { phoneNumber, email } = detail;
  const other = phoneNumber && email ? (channel === "phone" ? "email" : "phone") : null;
  return { ...codeState(scope, purpose, channel), contact: channel === "phone" ? phoneNumber : email, other };
}

export const isIdentityIntent = (intent: string) => intent === sendIntent || intent === verifyIntent;

const codeForm = z.object({ captchaCode: verificationCode });

/**
 * What the form of `VerifyIdentity` does: sends a code and leads back to the page, or checks it and goes on with the
 * uuid, which is good for this purpose, this session and one use within ten minutes.
 */
export function actOnIdentity(
  { scope, url, intent, submit }: { scope: Scope; url: URL } & Pick<FormTools, "intent" | "submit">,
  purpose: IdentityPurpose,
  onVerified: (uuid: string, channel: Channel) => Promise<Response>,
): ReturnType<FormTools["submit"]> {
  const channelNow = async () => channelFor(url, await scope.gateway.call("accountDetail", {}));
  if (intent === sendIntent)
    return submit(z.object({}), async () => {
      await requestCode(scope, { purpose, channel: await channelNow() });
      return scope.redirect(url.pathname + url.search, { status: 303 });
    });
  return submit(codeForm, async ({ captchaCode }) => {
    const channel = await channelNow();
    return onVerified(await verifyCode(scope, { purpose, channel }, captchaCode), channel);
  });
}
