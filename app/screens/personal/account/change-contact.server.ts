import { type Channel, email, phone, sendCodeMessage, verificationCode } from "contract/account/identity";
import type { RefusalCode } from "contract/refusals";
import { z } from "zod";
import { codeState, requestCode, verifyCode } from "~/account/codes.server";
import { forgetVerification, keepProof, keptProof, sentCode } from "~/account/verification-state.server";
import { notDone, orWithout } from "~/failure/explain.server";
import { besideField, isUnanswered, Refused } from "~/gateway-client/errors";
import { paths } from "~/navigation/paths";
import { ownPath } from "~/navigation/redirect";
import type { ActionTools, Answer } from "~/request/intents.server";
import type { Scope } from "~/request/scope.server";
import { changeFailed } from "./intents";

/** A field whose messages are those of the send-code checks (spec 5.5). */
const sendCodeField = (schema: z.ZodType<string>) =>
  z
    .unknown()
    .optional()
    .transform((value, context) => {
      const parsed = schema.safeParse(value ?? "");
      if (parsed.success) return parsed.data;
      context.addIssue({ code: "custom", message: sendCodeMessage(parsed.error.issues[0]?.message ?? "") });
      return z.NEVER;
    });

const schemas = {
  phone: {
    send: z.object({ phone: sendCodeField(phone) }),
    change: z.object({ phone, captchaCode: verificationCode }),
  },
  email: {
    send: z.object({ email: sendCodeField(email) }),
    change: z.object({ email, captchaCode: verificationCode }),
  },
};
const contactIn = (value: object) =>
  ("phone" in value ? value.phone : "email" in value ? value.email : "") as string;

/** What the change dialog shows: the contact that received a code, and the countdown until the next code. */
export function newContactState(scope: Scope, channel: Channel) {
  const sent = sentCode(scope, "change");
  return { ...codeState(scope, "change", channel), value: sent?.channel === channel ? sent.value : "" };
}

type Tools = Pick<ActionTools, "scope" | "submit" | "done"> & { query: { back?: string | undefined } };

export function sendNewCode({ scope, submit, done, query }: Tools, channel: Channel): Promise<Answer> {
  return submit(schemas[channel].send, async (value) => {
    await requestCode(scope, { purpose: "change", channel, contact: contactIn(value) });
    return done(paths.changeContact(channel, { step: "new", back: query.back }));
  });
}

/**
 * The uuid that proves the new contact. If an earlier update got no answer, its code is used up already: then the uuid
 * comes from the session instead of from a second check of the code.
 */
async function proofOf(scope: Scope, channel: Channel, value: string, code: string): Promise<string> {
  const proof = keptProof(scope, "change");
  if (proof?.channel === channel && proof.value === value) return proof.uuid;
  const uuid = await verifyCode(scope, { purpose: "change", channel, contact: value }, code);
  keepProof(scope, "change", { uuid, channel, value, at: Date.now() });
  return uuid;
}

/** Two refusals in the texts of spec 8, update contact; they appear beside the contact's field. */
const translations: Partial<Record<string, string>> = {
  PHONE_DUPLICATED: "该手机号已经绑定账号，请换一个",
  EMAIL_DUPLICATED: "该邮箱已经绑定账号，请换一个",
} satisfies Partial<Record<RefusalCode, string>>;

function withProductText(error: unknown, channel: Channel): unknown {
  if (isUnanswered(error)) return notDone(error, changeFailed);
  if (!(error instanceof Refused)) return error;
  const messageText = translations[error.code];
  return messageText ? besideField(error, channel, messageText) : error;
}

/**
 * The last step of the contact change (spec 4): checks the new contact's code, then sends the uuids of the old and the
 * new proof with the update.
 */
export function changeContact({ scope, submit, done, query }: Tools, channel: Channel): Promise<Answer> {
  return submit(schemas[channel].change, async (values) => {
    const value = contactIn(values);
    const identity = keptProof(scope, "identity");
    if (!identity) return startAgain(scope, channel, query.back);
    const isFirst = await orWithout(scope, hasNoContact(scope, channel), false);
    const change = await proofOf(scope, channel, value, values.captchaCode);
    const contact =
      channel === "phone" ? { phoneNumber: value, callCountryCode: "+86" as const } : { email: value };
    try {
      await scope.gateway.call("updateIdentityUser", { uuid: `${identity.uuid},${change}`, ...contact });
    } catch (error) {
      if (error instanceof Refused && error.code === "PROOF_INVALID")
        return startAgain(scope, channel, query.back);
      throw withProductText(error, channel);
    }
    forgetVerification(scope, "identity", "change");
    return done(query.back ? ownPath(query.back) : paths.info(2), isFirst ? "绑定成功" : "修改成功");
  });
}

/** Whether the account has no contact of this kind yet. The contact is then bound, not changed. */
async function hasNoContact(scope: Scope, channel: Channel): Promise<boolean> {
  const { phoneNumber, email } = await scope.gateway.call("accountDetail", {});
  return (channel === "phone" ? phoneNumber : email) === null;
}

/** Leads back to the first step, because the identity proof has expired. */
export function startAgain(scope: Scope, channel: Channel, back?: string | undefined): Promise<Response> {
  forgetVerification(scope, "identity", "change");
  scope.session.flash("problem", "身份验证已失效，请重新验证");
  return scope.redirect(paths.changeContact(channel, { back }), { status: 303 });
}
