import type { CallResponse } from "contract";
import { type Channel, email, maskEmail, maskPhone, phone, sendCodeMessage } from "contract/account/identity";
import { guestMinutes } from "contract/activities/constants";
import { orWithout } from "~/failure/explain.server";
import { besideField, Refused } from "~/gateway-client/errors";
import type { Scope } from "~/request/scope.server";

/**
 * The proofs of contacts for activities. The signed cookie keeps them between the posts of a form (spec 3.5,
 * Verification: messageId, captchaCode, uuid), so that none appears in an address or a field.
 */
export interface ActivityProofs {
  sent?: SentCode;
  /** The latest proof of each of a few activities. */
  proofs?: Proof[];
}

interface SentCode {
  activity: number;
  channel: Channel;
  value: string;
  messageId: string;
  /** When the code was sent, and until when no other can be sent, in milliseconds. */
  at: number;
  until: number;
  outbox: boolean;
}

interface Proof {
  activity: number;
  uuid: string;
  /** The masked contact. */
  contact: string;
  at: number;
}

/** Slightly shorter than the gateway's lifetimes, so that no step starts with an expired code or proof. */
const codeMilliseconds = 9.5 * 60_000;
const proofMilliseconds = (guestMinutes - 0.5) * 60_000;
const proofsMax = 3;

const proofsIn = (scope: Scope): ActivityProofs => scope.session.get("activityProofs") ?? {};

function sentFor(scope: Scope, activity: number): SentCode | null {
  const { sent } = proofsIn(scope);
  return sent?.activity === activity && Date.now() - sent.at < codeMilliseconds ? sent : null;
}

/** The proof of a contact for this activity, while it is valid. */
export function proofFor(scope: Scope, activity: number): Pick<Proof, "uuid" | "contact"> | null {
  const proof = proofsIn(scope).proofs?.find((one) => one.activity === activity);
  return proof && Date.now() - proof.at < proofMilliseconds ? proof : null;
}

export function forgetProof(scope: Scope, activity: number): void {
  const { sent, proofs = [] } = proofsIn(scope);
  scope.session.set("activityProofs", {
    ...(sent ? { sent } : {}),
    proofs: proofs.filter((one) => one.activity !== activity),
  });
}

/** The data that the fields of a proof need. */
export interface ProofState {
  /** The proved contact, masked; the fields then ask for nothing more. */
  proved: string | null;
  /** The contact that received the code, as it was typed. */
  contact: string;
  channels: Channel[];
  captcha: CallResponse<"activityCaptchaImage"> | null;
  signedIn: boolean;
  code: {
    channel: Channel;
    sentAt: number | null;
    secondsLeft: number;
    justSent: boolean;
    outbox: boolean;
  };
}

/** Loads the state of a proof, with a captcha while a code must still be sent. */
export async function loadProof(scope: Scope, activity: number, channels: Channel[]): Promise<ProofState> {
  const proof = proofFor(scope, activity);
  const sent = sentFor(scope, activity);
  return {
    proved: proof?.contact ?? null,
    contact: sent?.value ?? "",
    channels,
    signedIn: await scope.signedIn(),
    captcha: proof ? null : await orWithout(scope, scope.gateway.call("activityCaptchaImage", {}), null),
    code: {
      channel: sent?.channel ?? "phone",
      sentAt: sent?.at ?? null,
      secondsLeft: sent ? Math.max(0, Math.ceil((sent.until - Date.now()) / 1000)) : 0,
      justSent:
        sent !== null && scope.session.has("codeSent") && scope.session.get("codeSent") === "activity",
      outbox: sent?.outbox ?? false,
    },
  };
}

/** The channel of a typed contact: an email has an @. */
const channelIn = (contact: string): Channel => (/[@＠]/.test(contact) ? "email" : "phone");

/** The message for a typed contact; null for one that can receive a code. */
export function contactProblem(contact: string, channels: Channel[]): string | null {
  const only = channels.length === 1 ? channels[0] : undefined;
  const schema = (only ?? channelIn(contact)) === "email" ? email : phone;
  const problem = schema.safeParse(contact).error?.issues[0]?.message;
  if (problem && contact.trim() === "") return only ? problem : "请输入手机号或邮箱";
  return problem ? sendCodeMessage(problem) : null;
}

const requestOf = (activityId: number, contact: string) => ({
  activityId,
  ...(channelIn(contact) === "email" ? { email: contact } : { mobile: contact }),
});

/** Moves refusals to the fields of the form: both contacts share one field, and other refusals are about the code. */
function besideFormFields(error: unknown): unknown {
  if (!(error instanceof Refused)) return error;
  const { mobile, email: mail, ...others } = error.fields ?? {};
  const contact = mobile ?? mail;
  if (contact) return error.withReason({ fields: { ...others, contact } });
  return error.fields ? error : besideField(error, "captchaCode");
}

interface Sending {
  contact: string;
  captchaToken: string;
  captchaAnswer?: string | undefined;
  captchaWork?: string | undefined;
}

/**
 * Sends a code to the contact, in exchange for the picture's answer or a proof of work, and stores what the next step
 * needs.
 */
export async function requestCode(
  scope: Scope,
  activity: number,
  { contact, captchaToken, captchaAnswer, captchaWork }: Sending,
): Promise<void> {
  const request = {
    ...requestOf(activity, contact),
    captchaToken,
    ...(captchaWork ? { captchaWork } : { captchaAnswer: captchaAnswer ?? "" }),
  };
  const sent = await scope.gateway.call("activityCaptchaSend", request).catch((error: unknown) => {
    throw besideFormFields(error);
  });
  const at = Date.now();
  scope.session.set("activityProofs", {
    ...proofsIn(scope),
    sent: {
      activity,
      channel: channelIn(contact),
      value: contact,
      at,
      outbox: sent.outbox,
      messageId: sent.messageId,
      until: at + sent.resendSeconds * 1000,
    },
  });
  scope.session.flash("codeSent", "activity");
}

/** Checks the code and stores the uuid. Throws 验证码校验失败，请重试 beside the code when it is wrong. */
export async function proveContact(
  scope: Scope,
  activity: number,
  { contact, captchaCode }: { contact: string; captchaCode: string },
): Promise<{ uuid: string; signedUp: boolean }> {
  const sent = sentFor(scope, activity);
  // No message has this id, so the gateway answers with its own refusal.
  const messageId = sent?.value === contact ? sent.messageId : "none";
  const request = { ...requestOf(activity, contact), messageId, captchaCode };
  const proved = await scope.gateway.call("activityCaptchaVerify", request).catch((error: unknown) => {
    throw besideFormFields(error);
  });
  const masked = channelIn(contact) === "email" ? maskEmail(contact) : maskPhone(contact);
  const others = (proofsIn(scope).proofs ?? []).filter((one) => one.activity !== activity);
  scope.session.set("activityProofs", {
    proofs: [{ activity, uuid: proved.uuid, contact: masked, at: Date.now() }, ...others].slice(0, proofsMax),
  });
  return proved;
}
