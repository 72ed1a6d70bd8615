/** Signing up for an activity, and managing the sign-up (spec 3.5, 7.2 Activity, File verification). */
import { z } from "zod";
import { email, phone, sendCodeMessage, verificationCode } from "../../account/identity";
import { count, firstPage, flag, some, words } from "../../base/absent";
import { defineCall } from "../../base/call";
import { page, submissionId, timestamp } from "../../base/fields";
import {
  activityId,
  answers,
  cancelReason,
  captchaAnswer,
  captchaWork,
  categoryKey,
  consent,
  declineKey,
  fieldKey,
  guestUuid,
  policyVersion,
  proofKey,
  realName,
} from "../fields";
import {
  activityBrief,
  activityWhole,
  mySignup,
  shownAnswer,
  signupField,
  signupState,
  storedFile,
} from "../shapes";

/** The phone or email that gets a code; exactly one of them. */
const contact = {
  mobile: z.string("手机格式有误").max(1_000, "手机格式有误").optional(),
  email: z.string("邮箱格式有误").max(1_000, "邮箱格式有误").optional(),
};
function oneContact(
  { mobile, email: mail }: { mobile?: string; email?: string },
  context: z.RefinementCtx,
): void {
  const [field, schema, value] = mail === undefined ? ["mobile", phone, mobile] : ["email", email, mail];
  const problem = (schema as z.ZodType).safeParse(value ?? "").error?.issues[0]?.message;
  if (problem)
    context.addIssue({ code: "custom", path: [field as string], message: sendCodeMessage(problem) });
  else if (mail !== undefined && mobile !== undefined)
    context.addIssue({ code: "custom", path: ["mobile"], message: "请只填写一种联系方式" });
}

function someAnswer(
  { captchaAnswer: read, captchaWork: work }: { captchaAnswer?: string; captchaWork?: string },
  context: z.RefinementCtx,
): void {
  if (!read && !work)
    context.addIssue({ code: "custom", path: ["captchaAnswer"], message: "请输入图形验证码" });
}

const messageId = z.string("验证码校验失败，请重试").regex(/^[\w-]{1,64}$/, "验证码校验失败，请重试");
const own = { activityId, uuid: guestUuid };

export const activitySignupCalls = {
  activityCaptchaImage: defineCall({
    group: "activity",
    summary:
      "An image captcha: its picture as a data address, and the token to send with the answer; and a proof of work that a script can do instead. Each is valid once.",
    method: "POST",
    path: "/gateway/rest/activity/captcha-image",
    body: "json",
    access: "visitor",
    limit: "submit",
    effect: "private",
    request: z.object({}),
    response: z.object({
      token: z.string(),
      image: z.string(),
      /** The proof-of-work challenge; without it the caller must answer the picture. */
      work: captchaWork.challenge.nullish().catch(null),
    }),
  }),
  activityCaptchaSend: defineCall({
    group: "activity",
    summary:
      "Sends a code to a phone or email for a sign-up; needs the answer to an image captcha or its proof of work (purpose `activity`, limits of contact codes).",
    method: "POST",
    path: "/gateway/rest/activity/captcha-send",
    body: "json",
    access: "visitor",
    limit: "submit",
    effect: "private",
    request: z
      .object({
        activityId,
        ...contact,
        captchaToken: z.string("请输入图形验证码").max(300),
        /** The text of the picture, or the proof of work; exactly one of them. */
        captchaAnswer: captchaAnswer.or(z.literal("")).optional(),
        captchaWork: captchaWork.answer.optional(),
      })
      .superRefine(oneContact)
      .superRefine(someAnswer),
    response: z.object({ messageId: z.string(), resendSeconds: count, outbox: flag }),
  }),
  activityCaptchaVerify: defineCall({
    group: "activity",
    summary:
      "Verifies the code and returns the uuid that proves the contact for this activity: valid for one sign-up, and to open that sign-up for 30 minutes.",
    method: "POST",
    path: "/gateway/rest/activity/captcha-verify",
    body: "json",
    access: "visitor",
    limit: "submit",
    effect: "private",
    request: z
      .object({ activityId, ...contact, messageId, captchaCode: verificationCode })
      .superRefine(oneContact),
    response: z.object({
      uuid: z.string(),
      /** A sign-up with this contact exists: the uuid opens it. */
      signedUp: flag,
    }),
  }),
  activityRegistration: defineCall({
    group: "activity",
    summary:
      "The data of the sign-up page: the activity, its fields, the policy in force, and how the caller can prove a contact.",
    method: "POST",
    path: "/gateway/rest/activity/registration",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "withheld",
    replica: "nobody",
    request: z.object({ activityId }),
    response: z.object({
      activity: activityWhole,
      fields: some(signupField),
      policy: z.object({ version: z.string(), title: words }).nullable().default(null),
      /** The caller's bound contacts, masked, which need no code; empty for visitors. */
      bound: some(z.object({ channel: z.enum(["phone", "email"]), masked: z.string() })),
      /** Why the caller cannot sign up; null when they can. */
      obstacle: z.enum(["notOpen", "closed", "signIn", "exam", "signedUp"]).nullable().default(null),
    }),
  }),
  activityAccountDetail: defineCall({
    group: "activity",
    summary:
      "The member's own information for the first values of a sign-up: name, masked contacts, answers by field.",
    method: "POST",
    path: "/gateway/rest/activity/account-detail",
    body: "json",
    access: "user",
    effect: "reads",
    seenAs: "withheld",
    request: z.object({ activityId }),
    response: z.object({
      name: z.string(),
      phone: words,
      email: words,
      answers: z.record(z.string(), z.union([z.string(), z.array(z.string())])).default({}),
    }),
  }),
  activitySignup: defineCall({
    group: "activity",
    summary:
      "Signs up. Needs consent to the policy in force, and the caller's bound contact or the uuid of a verified one. The same submission twice makes one sign-up.",
    method: "POST",
    path: "/gateway/rest/activity/signup",
    body: "json",
    access: "visitor",
    limit: "submit",
    effect: "adds",
    request: z.object({
      activityId,
      category: categoryKey,
      name: realName,
      answers,
      ...consent,
      policyVersion,
      /** The bound contact that gets messages; by default the first one that the activity accepts. */
      channel: z.enum(["phone", "email"], "请选择联系方式").optional(),
      uuid: guestUuid,
      submissionId,
      /** Whether to join the waiting list when no seat is free; otherwise CATEGORY_FULL. */
      wait: z.boolean("请选择是否候补").default(true),
    }),
    response: mySignup,
  }),
  activitySignupUpdate: defineCall({
    group: "activity",
    summary:
      "Changes the caller's sign-up: name, answers, category (takes a free seat, or the last place of the waiting list). One in state `more` goes back to review.",
    method: "POST",
    path: "/gateway/rest/activity/signup-update",
    body: "json",
    access: "visitor",
    limit: "submit",
    effect: "adds",
    request: z.object({
      ...own,
      category: categoryKey,
      name: realName,
      answers,
      wait: z.boolean().default(false),
    }),
    response: mySignup,
  }),
  activityMySignup: defineCall({
    group: "activity",
    summary:
      "The caller's sign-up for an activity: of an account, which takes over guest sign-ups with its contacts, or of a guest by the uuid of a code.",
    method: "POST",
    path: "/gateway/rest/activity/my-signup",
    body: "json",
    access: "visitor",
    limit: "view",
    effect: "private",
    seenAs: "withheld",
    request: z.object(own),
    response: z.object({ signup: mySignup.nullable() }),
  }),
  activityMine: defineCall({
    group: "activity",
    summary: "All sign-ups of the caller, latest first, and the activities that they organise or judge.",
    method: "POST",
    path: "/gateway/rest/activity/mine",
    body: "json",
    access: "user",
    effect: "private",
    seenAs: "withheld",
    request: z.object({ page: page.default(1) }),
    response: z.object({
      items: z.array(
        z.object({
          signupId: z.number(),
          activity: activityBrief,
          state: signupState,
          place: z.number().nullable().default(null),
          at: timestamp,
        }),
      ),
      page: firstPage,
      pages: firstPage,
      total: count,
      organised: some(activityBrief),
      judged: some(activityBrief),
    }),
  }),
  activitySignupCancel: defineCall({
    group: "activity",
    summary: "Cancels the caller's sign-up, with a reason; its seat goes to the first in the waiting list.",
    method: "POST",
    path: "/gateway/rest/activity/signup-cancel",
    body: "json",
    access: "visitor",
    limit: "submit",
    effect: "adds",
    request: z.object({ ...own, reason: cancelReason }),
    response: mySignup,
  }),
  activitySeatOffer: defineCall({
    group: "activity",
    summary: "The sign-up of a decline link, for the page that asks for confirmation.",
    method: "POST",
    path: "/gateway/rest/activity/seat-offer",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "withheld",
    replica: "nobody",
    request: z.object({ key: declineKey }),
    response: z.object({ activity: activityBrief, name: z.string(), category: words, declined: flag }),
  }),
  activitySeatDecline: defineCall({
    group: "activity",
    summary: "Declines a seat from the waiting list by the link in the notice or mail; the link works once.",
    method: "POST",
    path: "/gateway/rest/activity/seat-decline",
    body: "json",
    access: "visitor",
    limit: "submit",
    effect: "adds",
    request: z.object({ key: declineKey }),
    response: z.object({ success: z.literal(true).default(true) }),
  }),
  activityProof: defineCall({
    group: "activity",
    summary: "A sign-up's proof by the key in its public address, with every printed field.",
    method: "POST",
    path: "/gateway/rest/activity/proof",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "withheld",
    replica: "nobody",
    request: z.object({ key: proofKey }),
    response: z.object({
      /** For example BM-12-000034. */
      number: z.string(),
      activity: activityBrief,
      name: z.string(),
      /** Masked. */
      contact: words,
      category: words,
      team: words,
      answers: some(shownAnswer),
      state: signupState,
      signedUpAt: timestamp,
      checkedInAt: z.string().nullable().default(null),
      organisers: some(z.string()),
      erased: flag,
    }),
  }),
  selectTestPassedByTypeId: defineCall({
    group: "activity",
    summary: "Whether the caller has passed an exam of this type.",
    method: "POST",
    path: "/gateway/rest/activity/test-passed",
    body: "json",
    access: "user",
    effect: "reads",
    seenAs: "withheld",
    request: z.object({ typeId: z.string("没有这种考试").regex(/^[A-Za-z0-9-]{1,40}$/, "没有这种考试") }),
    response: z.object({ passed: flag, passedAt: z.string().nullable().default(null) }),
  }),
  fileuploadAndCheck: defineCall({
    group: "activity",
    summary:
      "Stores a file for a field of a sign-up or a work; checks its content and answers the problem. In four parts (spec 7.1).",
    method: "POST",
    path: "/gateway/rest/activity/file-upload-and-check",
    body: "file",
    access: "user",
    limit: "upload",
    effect: "private",
    request: z.object({
      activityId,
      field: fieldKey,
      of: z.enum(["signup", "work"], "没有这一项").default("signup"),
      file: z.custom<Uint8Array>((value) => value instanceof Uint8Array, "请选择文件"),
      filename: z.string("文件名有误").min(1, "文件名有误").max(1_000, "文件名太长"),
    }),
    response: storedFile,
  }),
};
