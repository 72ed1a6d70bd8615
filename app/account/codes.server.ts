import type { ProofPurpose } from "contract/account/calls";
import type { Channel } from "contract/account/identity";
import { notDone } from "~/failure/explain.server";
import { besideField, isUnanswered, Refused } from "~/gateway-client/errors";
import type { Scope } from "~/request/scope.server";
import { forgetVerification, keepSentCode, sentCode, stopCountdown } from "./verification-state.server";
import { sendFailed } from "./verify-identity-intents";

/**
 * Runs a call for a code. Its refusals are shown by the code's field, unless they name another field. A phone is
 * `mobile` in the call (spec 7.2) and `phone` in the form.
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

/** Props of the component for a code. */
export interface CodeState {
  channel: Channel;
  /** When the code was sent, in milliseconds; a new number means a new code. Null without a valid code. */
  sentAt: number | null;
  secondsLeft: number;
  /** Shows 获取验证码成功 once. */
  justSent: boolean;
  outbox: boolean;
}

/** @param channel codes sent by another channel are ignored */
export function codeState(scope: Scope, purpose: ProofPurpose, channel: Channel): CodeState {
  const sent = sentCode(scope, purpose);
  const ownCode = sent?.channel === channel ? sent : null;
  return {
    channel,
    sentAt: ownCode?.at ?? null,
    secondsLeft: ownCode ? Math.max(0, Math.ceil((ownCode.until - Date.now()) / 1000)) : 0,
    justSent: ownCode !== null && scope.session.has("codeSent") && scope.session.get("codeSent") === purpose,
    outbox: ownCode?.outbox ?? false,
  };
}

interface CodeOf {
  purpose: ProofPurpose;
  channel: Channel;
  /** The new contact, for `change`; otherwise the code goes to the account's contact. */
  contact?: string;
}

/**
 * Requests a code and stores what the next step needs (spec 4, send-code). Throws the refusal with the code's field.
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
 * Verifies a code and returns the proof's uuid. Throws 验证码校验失败，请重试 with the code's field when the code is wrong or
 * none was sent.
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
      ? // No code has this id, so the gateway refuses with its own message.
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
