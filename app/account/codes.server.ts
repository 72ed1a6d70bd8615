import type { ProofPurpose } from "contract/account/calls";
import type { Channel } from "contract/account/identity";
import { notDone } from "~/failure/explain.server";
import { besideField, isUnanswered, Refused } from "~/gateway-client/errors";
import type { Scope } from "~/request/scope.server";
import { forgetVerification, keepSentCode, sentCode, stopCountdown } from "./verification-state.server";
import { sendFailed } from "./verify-identity-intents";

/**
 * Runs a call of the code's, whose refusals belong beside the code unless they name a field of their own. A phone is
 * `mobile` on the wire (spec 7.2) and `phone` in the form.
 */
async function besideCode<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { mobile: phone, ...others } = error.fields ?? {};
    if (phone) throw error.withReason({ fields: { ...others, phone } });
    throw error.fields ? error : besideField(error, "captchaCode");
  }
}

/** Props of the component of a code's form. */
export interface CodeState {
  channel: Channel;
  /** Milliseconds: a new number is a new code. Null where none is on its way. */
  sentAt: number | null;
  secondsLeft: number;
  /** Said once: 获取验证码成功. */
  justSent: boolean;
  outbox: boolean;
}

/** @param channel a code that went another way is not this form's */
export function codeState(scope: Scope, purpose: ProofPurpose, channel: Channel): CodeState {
  const sent = sentCode(scope, purpose);
  const mine = sent?.channel === channel ? sent : null;
  return {
    channel,
    sentAt: mine?.at ?? null,
    secondsLeft: mine ? Math.max(0, Math.ceil((mine.until - Date.now()) / 1000)) : 0,
    justSent: mine !== null && scope.session.has("codeSent") && scope.session.get("codeSent") === purpose,
    outbox: mine?.outbox ?? false,
  };
}

interface CodeOf {
  purpose: ProofPurpose;
  channel: Channel;
  /** The new contact, for `change`; otherwise the code goes to the account's own. */
  contact?: string;
}

/**
 * Has a code sent and keeps what the next step needs (spec 4, send-code). Throws the refusal, with the code's
 * field.
 */
export async function requestCode(scope: Scope, { purpose, channel, contact = "" }: CodeOf): Promise<void> {
  const { gateway } = scope;
  const sent = await besideCode(async () =>
    channel === "phone"
      ? gateway.call("sendPhoneCode", { flag: purpose, ...(contact ? { mobile: contact } : {}) })
      : {
          ...(await gateway.call("sendEmailCode", { flag: purpose, ...(contact ? { email: contact } : {}) })),
          messageId: "",
        },
  ).catch((error: unknown) => {
    if (!(error instanceof Refused && error.code === "CODE_TOO_SOON")) stopCountdown(scope, purpose);
    throw isUnanswered(error) ? besideField(notDone(error, sendFailed), "captchaCode") : error;
  });
  const at = Date.now();
  const { messageId, resendSeconds, outbox } = sent;
  keepSentCode(scope, purpose, {
    channel,
    value: contact,
    messageId,
    at,
    until: at + resendSeconds * 1000,
    outbox,
  });
  scope.session.flash("codeSent", purpose);
}

/**
 * Has a code checked and gives the uuid. Throws 验证码校验失败，请重试 beside the code where it is not right, or none
 * was sent.
 */
export async function verifyCode(
  scope: Scope,
  { purpose, channel, contact = "" }: CodeOf,
  captchaCode: string,
): Promise<string> {
  const sent = sentCode(scope, purpose);
  const messageId = sent?.channel === channel ? sent.messageId : "";
  const { uuid } = await besideCode(() =>
    channel === "phone"
      ? // No code can have this id: the gateway says so in its own words.
        scope.gateway.call("verifyPhoneCode", {
          flag: purpose,
          mobile: contact,
          messageId: messageId || "none",
          captchaCode,
        })
      : scope.gateway.call("verifyEmailCode", { flag: purpose, email: contact, captchaCode }),
  );
  forgetVerification(scope, purpose);
  return uuid;
}
