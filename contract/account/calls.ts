/** The account: its contacts, the codes that verify them, and where people came from (spec 7.2, Account). */
import { z } from "zod";
import { defineCall } from "../base/call";
import { cleanText } from "../base/fields";
import { resendSeconds } from "./constants";
import { type Channel, email, newPassword, phone, sendCodeMessage, verificationCode } from "./identity";

/**
 * The purpose of a verification; the `flag` of the spec's calls. `identity` opens a contact change, `change`
 * is for the new phone or email, `export` and `close` come before the data export and the end of the account,
 * `show` before one's own contacts are shown whole, `password` before a new password when the old one is not
 * known, `unlink` before a company account is taken away.
 */
export const proofPurposes = ["identity", "change", "export", "close", "show", "password", "unlink"] as const;

const flag = z.enum(proofPurposes, "验证的用途有误");

/** A value that cannot be a code's id is answered as a wrong code. */
const messageId = z.string("验证码校验失败，请重试").regex(/^[\w-]{1,64}$/, "验证码校验失败，请重试");

/** Only `change` names a contact: all else goes to the account's own, whatever the client says. */
function contactField(channel: Channel) {
  const field = channel === "phone" ? "mobile" : "email";
  const schema = channel === "phone" ? phone : email;
  return (request: { flag: ProofPurpose; mobile?: string; email?: string }, context: z.RefinementCtx) => {
    if (request.flag !== "change") return;
    const problem = schema.safeParse(request[field] ?? "").error?.issues[0]?.message;
    if (problem) context.addIssue({ code: "custom", path: [field], message: sendCodeMessage(problem) });
  };
}

const typedPhone = z.string("手机格式有误").max(1_000, "手机格式有误").optional();

const mail = z.string("邮箱格式有误").max(1_000, "邮箱格式有误").optional();

/** `outbox`: no sender is configured, the code lies in the development outbox. */
const sent = z.object({
  resendSeconds: z.number().default(resendSeconds),
  outbox: z.boolean().default(false),
});

const verified = z.object({ uuid: z.string() });

const accessRecord = z.object({
  /**
   * The browser's own random id, and where it came from; HTML-escaped by the browser before it kept them
   * (spec 5.7).
   */
  visitorId: z.string("访客编号有误").regex(/^[\w-]{1,64}$/, "访客编号有误"),
  accessSource: z.string("来源有误").max(500, "来源有误").transform(cleanText).default(""),
  /** When the browser came, by its own clock: year-month-day hour:minute:second. */
  accessTime: z.string("时间有误").max(20, "时间有误").default(""),
  /** Of signed-in people: as the browser sees it. What counts is the account's own age. */
  firstLogin: z.literal([0, 1], "首次登录标记有误").optional(),
  loginTime: z
    .string("登录时间有误")
    .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/, "登录时间有误")
    .optional(),
  /** Of guests: how many visits the browser has counted without a sign-in. */
  unlogincount: z.int("访问次数有误").min(0, "访问次数有误").max(1_000_000, "访问次数有误").optional(),
});

export const accountCalls = {
  accountDetail: defineCall({
    group: "account",
    summary:
      "The account's phone and email, masked, or whole with the uuid of a fresh verification to show them. Null where none is bound.",
    method: "GET",
    path: "/gateway/rest/account/detail",
    body: "query",
    access: "user",
    effect: "reads",
    request: z.object({ uuid: z.string().max(64, "身份验证已失效，请重新验证").optional() }),
    response: z.object({
      uid: z.number(),
      phoneNumber: z.string().nullable().default(null),
      email: z.string().nullable().default(null),
    }),
  }),
  sendPhoneCode: defineCall({
    group: "account",
    summary:
      'Sends a code by SMS: for "change" to `mobile`, otherwise to the account\'s own phone, whatever `mobile` says.',
    method: "POST",
    path: "/gateway/rest/account/phone-code",
    body: "json",
    access: "user",
    limit: "submit",
    effect: "private",
    request: z.object({ flag, mobile: typedPhone }).superRefine(contactField("phone")),
    response: sent.extend({ messageId: z.string() }),
  }),
  sendEmailCode: defineCall({
    group: "account",
    summary:
      'Sends a code by mail: for "change" to `email`, otherwise to the account\'s own email, whatever `email` says.',
    method: "POST",
    path: "/gateway/rest/account/email-code",
    body: "json",
    access: "user",
    limit: "submit",
    effect: "private",
    request: z.object({ flag, email: mail }).superRefine(contactField("email")),
    response: sent,
  }),
  verifyPhoneCode: defineCall({
    group: "account",
    summary:
      "Takes a phone's code and gives the uuid that proves it: for this session and `flag`, once, within 10 minutes.",
    method: "POST",
    path: "/gateway/rest/account/verify-phone-code",
    body: "json",
    access: "user",
    limit: "submit",
    effect: "private",
    request: z
      .object({ flag, mobile: typedPhone, messageId, captchaCode: verificationCode })
      .superRefine(contactField("phone")),
    response: verified,
  }),
  verifyEmailCode: defineCall({
    group: "account",
    summary:
      "Takes the code that was last sent to an email in this session, and gives the uuid that proves it.",
    method: "POST",
    path: "/gateway/rest/account/verify-email-code",
    body: "json",
    access: "user",
    limit: "submit",
    effect: "private",
    request: z
      .object({ flag, email: mail, captchaCode: verificationCode })
      .superRefine(contactField("email")),
    response: verified,
  }),
  changePassword: defineCall({
    group: "account",
    summary:
      "Sets a new password by the old one, or by the uuid of a fresh verification; `ended` is how many other sessions ended with it.",
    method: "POST",
    path: "/gateway/rest/account/password",
    body: "json",
    access: "user",
    limit: "submit",
    effect: "private",
    request: z
      .object({
        oldPassword: z.string("请输入当前密码").max(500, "当前密码不对").optional(),
        uuid: z.string("身份验证已失效，请重新验证").max(64, "身份验证已失效，请重新验证").optional(),
        password: newPassword,
        endOthers: z.boolean("请选择是否退出其他登录").default(true),
      })
      .refine(({ oldPassword, uuid }) => Boolean(oldPassword) !== Boolean(uuid), {
        error: "请输入当前密码",
        path: ["oldPassword"],
      }),
    response: z.object({
      success: z.literal(true).default(true),
      ended: z.number().default(0),
    }),
  }),
  updateIdentityUser: defineCall({
    group: "account",
    summary:
      "Binds the phone or the email that the second uuid proves; the first is of the identity. `uuid` is both, with a comma.",
    method: "POST",
    path: "/gateway/rest/account/identity-user",
    body: "json",
    access: "user",
    limit: "submit",
    effect: "private",
    request: z
      .object({
        uuid: z.string("身份验证已失效，请重新验证").max(200, "身份验证已失效，请重新验证"),
        phoneNumber: phone.optional(),
        callCountryCode: z.literal("+86", "只支持 +86 的手机号").optional(),
        email: email.optional(),
      })
      .refine(
        ({ phoneNumber, email }) => (phoneNumber === undefined) !== (email === undefined),
        "请输入手机号或邮箱",
      ),
    response: z.object({ success: z.literal(true).default(true) }),
  }),
  recordAccess: defineCall({
    group: "account",
    summary:
      "Keeps where somebody came from (spec 3.5, access record). `firstLogin` in the answer: the account is younger than 3 s.",
    method: "POST",
    path: "/gateway/rest/account/access-record",
    body: "json",
    access: "visitor",
    limit: "accessRecord",
    effect: "private",
    request: accessRecord,
    response: z.object({
      success: z.literal(true).default(true),
      firstLogin: z.literal([0, 1]).nullable().default(null),
    }),
  }),
};

export type ProofPurpose = (typeof proofPurposes)[number];

export type AccessRecord = z.input<typeof accessRecord>;
