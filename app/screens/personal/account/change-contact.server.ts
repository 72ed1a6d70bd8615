import { type Channel, email, phone, sendCodeMessage, verificationCode } from "contract/identity";
import { z } from "zod/v4";
import { atField, codeState, notDone, requestCode, unanswered, verifyCode } from "~/account/codes.server";
import { forgetVerification, keepProof, keptProof, sentCode } from "~/account/verification-state.server";
import type { Scope } from "~/context.server";
import type { FormTools } from "~/forms/submit.server";
import { Refused } from "~/gateway-client/errors";
import { paths } from "~/paths";
import { changeFailed } from "./intents";

const fields = { phone: "mobile", email: "email" } as const;

/** A field in the words of the send-code checks (spec 5.5). */
const forSending = (schema: z.ZodType<string>) =>
  z.unknown().transform((value, context) => {
    const parsed = schema.safeParse(value ?? "");
    if (parsed.success) return parsed.data;
    context.addIssue({ code: "custom", message: sendCodeMessage(parsed.error.issues[0]?.message ?? "") });
    return z.NEVER;
  });

const schemas = {
  phone: { send: z.object({ mobile: forSending(phone) }), change: z.object({ mobile: phone, captchaCode: verificationCode }) },
  email: { send: z.object({ email: forSending(email) }), change: z.object({ email, captchaCode: verificationCode }) },
};
const contactIn = (value: object) => ("mobile" in value ? value.mobile : "email" in value ? value.email : "") as string;

/** What the change dialog shows: the contact that a code went to, and its countdown. */
export function newContactState(scope: Scope, channel: Channel) {
  const sent = sentCode(scope, "change");
  return { ...codeState(scope, "change", channel), value: sent?.channel === channel ? sent.value : "" };
}

type Answer = ReturnType<FormTools["submit"]>;

export function sendNewCode(scope: Scope, { submit }: FormTools, channel: Channel): Answer {
  return submit(schemas[channel].send, async (value) => {
    await requestCode(scope, { purpose: "change", channel, value: contactIn(value) });
    return scope.redirect(paths.changeContact(channel, { step: "new" }), { status: 303 });
  });
}

/** The uuid of the new contact: of its code, or kept from a try whose last call had no answer and whose code is used up. */
async function proofOf(scope: Scope, channel: Channel, value: string, code: string): Promise<string> {
  const kept = keptProof(scope, "change");
  if (kept?.channel === channel && kept.value === value) return kept.uuid;
  const uuid = await verifyCode(scope, { purpose: "change", channel, value }, code);
  keepProof(scope, "change", { uuid, channel, value, at: Date.now() });
  return uuid;
}

/** Spec 8, update contact: the server's two messages in the product's words, beside the contact. */
const translations: Record<string, string> = {
  "Please check whether the account、 phone number are duplicated": "该手机号已经绑定账号，请换一个",
  "The email address has been bound to another account.": "该邮箱已经绑定账号，请换一个",
};

function translated(error: unknown, channel: Channel): unknown {
  if (unanswered(error)) return notDone(error, changeFailed);
  const known = error instanceof Refused ? translations[error.message] : undefined;
  return known ? atField(error as Refused, fields[channel], known) : error;
}

/** The last step of the contact change (spec 4): the new contact's code is checked, and both uuids go with the update. */
export function changeContact(scope: Scope, { submit }: FormTools, channel: Channel): Answer {
  return submit(schemas[channel].change, async (typed) => {
    const value = contactIn(typed);
    const identity = keptProof(scope, "identity");
    if (!identity) return startAgain(scope, channel);
    const change = await proofOf(scope, channel, value, typed.captchaCode);
    const contact = channel === "phone" ? { phoneNumber: value, callCountryCode: "+86" as const } : { email: value };
    try {
      await scope.gateway.call("updateIdentityUser", { uuid: `${identity.uuid},${change}`, ...contact });
    } catch (error) {
      if (error instanceof Refused && error.code === "PROOF_INVALID") return startAgain(scope, channel);
      throw translated(error, channel);
    }
    forgetVerification(scope, "identity", "change");
    scope.session.flash("notice", "修改成功");
    return scope.redirect(paths.info(2), { status: 303 });
  });
}

/** Back to the first step: what it proved is no longer good. */
export function startAgain(scope: Scope, channel: Channel): Promise<Response> {
  forgetVerification(scope, "identity", "change");
  scope.session.flash("problem", "身份验证已失效，请重新验证");
  return scope.redirect(paths.changeContact(channel), { status: 303 });
}
