import type { CallResponse } from "contract";
import { type Channel, email, maskEmail, maskPhone, phone, sendCodeMessage } from "contract/account/identity";
import { guestMinutes } from "contract/activities/constants";
import { orWithout } from "~/failure/explain.server";
import { besideField, Refused } from "~/gateway-client/errors";
import type { Scope } from "~/request/scope.server";

/**
 * What the signed cookie keeps of a contact that is proved for an activity (spec 3.5, Verification: messageId,
 * captchaCode, uuid), between the posts of a form: none of it stands in an address or a field.
 */
export interface ActivityProofs {
  sent?: SentCode;
  /** The latest of a few activities. */
  proofs?: Proof[];
}

interface SentCode {
  activity: number;
  channel: Channel;
  value: string;
  messageId: string;
  /** When, and until when there is no other, in milliseconds. */
  at: number;
  until: number;
  outbox: boolean;
}

interface Proof {
  activity: number;
  uuid: string;
  /** Masked. */
  contact: string;
  at: number;
}

/** A little less than the gateway's, so that nothing starts with a dead one. */
const codeMilliseconds = 9.5 * 60_000;
const proofMilliseconds = (guestMinutes - 0.5) * 60_000;
const proofsMax = 3;

const proofsIn = (scope: Scope): ActivityProofs => scope.session.get("activityProofs") ?? {};

function sentFor(scope: Scope, activity: number): SentCode | null {
  const { sent } = proofsIn(scope);
  return sent?.activity === activity && Date.now() - sent.at < codeMilliseconds ? sent : null;
}

/** What was proved for this activity, while it is good. */
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

/** What the fields of a proof are shown with. */
export interface ProofState {
  /** The contact that is proved already, masked: nothing more is asked then. */
  proved: string | null;
  /** The contact that the code went to, as it was typed. */
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

/** The state of a proof, with a picture to answer where a code has still to be sent. */
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

/** A contact as it was typed: an email has its sign. */
const channelIn = (contact: string): Channel => (/[@＠]/.test(contact) ? "email" : "phone");

/** What is wrong with a contact that was typed; null for one that a code can go to. */
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

/** Refusals beside the fields that the form has: both contacts are one field, and the rest is about the code. */
function besideOwn(error: unknown): unknown {
  if (!(error instanceof Refused)) return error;
  const { mobile, email: mail, ...others } = error.fields ?? {};
  const contact = mobile ?? mail;
  if (contact) return error.said({ fields: { ...others, contact } });
  return error.fields ? error : besideField(error, "captchaCode");
}

interface Sending {
  contact: string;
  captchaToken: string;
  captchaAnswer?: string | undefined;
  captchaWork?: string | undefined;
}

/**
 * Has a code sent to the contact against the picture's answer or the work done instead, and keeps what the
 * next step needs.
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
    throw besideOwn(error);
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

/** Has the code checked and keeps the uuid. Throws 验证码校验失败，请重试 beside the code where it is not right. */
export async function proveContact(
  scope: Scope,
  activity: number,
  { contact, captchaCode }: { contact: string; captchaCode: string },
): Promise<{ uuid: string; signedUp: boolean }> {
  const sent = sentFor(scope, activity);
  // No code can have this id: the gateway says so in its own words.
  const messageId = sent?.value === contact ? sent.messageId : "none";
  const request = { ...requestOf(activity, contact), messageId, captchaCode };
  const proved = await scope.gateway.call("activityCaptchaVerify", request).catch((error: unknown) => {
    throw besideOwn(error);
  });
  const masked = channelIn(contact) === "email" ? maskEmail(contact) : maskPhone(contact);
  const others = (proofsIn(scope).proofs ?? []).filter((one) => one.activity !== activity);
  scope.session.set("activityProofs", {
    proofs: [{ activity, uuid: proved.uuid, contact: masked, at: Date.now() }, ...others].slice(0, proofsMax),
  });
  return proved;
}
