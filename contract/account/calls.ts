/** The account: its contacts, their verification codes, and the sources of visits (spec 7.2, Account). */
import { z } from "zod";
import { defineCall } from "../base/call";
import { cleanText } from "../base/fields";
import { resendSeconds } from "./constants";
import { type Channel, email, newPassword, phone, sendCodeMessage, verificationCode } from "./identity";

/**
 * The purpose of a verification; the `flag` of the spec's calls. `identity` begins a contact change, `change` proves
 * the new phone or email, `export` and `close` come before a data export and before closing the account, `show`
 * before the account's contacts are shown in full, `password` before a new password without the old one,
 * `unlink` before a company account is unlinked.
 */
export const proofPurposes = ["identity", "change", "export", "close", "show", "password", "unlink"] as const;

const flag = z.enum(proofPurposes, "验证的用途有误");

/** A value that cannot be the id of a code gets the refusal for a wrong code. */
const messageId = z.string("验证码校验失败，请重试").regex(/^[\w-]{1,64}$/, "验证码校验失败，请重试");

/** Only `change` takes a contact; all other codes go to the account's own contact. */
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

/** `outbox`: no sender is configured, so the code is in the development outbox. */
const sentCode = z.object({
  resendSeconds: z.number().default(resendSeconds),
  outbox: z.boolean().default(false),
});

const verified = z.object({ uuid: z.string() });

const accessRecord = z.object({
  /**
   * The browser's random id and the source of the visit, both HTML-escaped by the browser before it stored them (spec
   * 5.7).
   */
  visitorId: z.string("访客编号有误").regex(/^[\w-]{1,64}$/, "访客编号有误"),
  accessSource: z.string("来源有误").max(500, "来源有误").transform(cleanText).default(""),
  /** The time of the visit by the browser's clock: year-month-day hour:minute:second. */
  accessTime: z.string("时间有误").max(20, "时间有误").default(""),
  /** For members: the browser's view. The gateway uses the account's age instead. */
  firstLogin: z.literal([0, 1], "首次登录标记有误").optional(),
  loginTime: z
    .string("登录时间有误")
    .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/, "登录时间有误")
    .optional(),
  /** For guests: the number of visits without signing in. */
  unlogincount: z.int("访问次数有误").min(0, "访问次数有误").max(1_000_000, "访问次数有误").optional(),
});

export const accountCalls = {
  accountDetail: defineCall({
    group: "account",
    summary:
      "The account's phone and email, masked; in full with the uuid of a verification for the purpose show. Null where none is bound.",
    method: "GET",
    path: "/gateway/rest/account/detail",
    body: "query",
    access: "user",
    effect: "reads",
    seenAs: "withheld",
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
      'Sends a code by SMS: for "change" to `mobile`, otherwise to the account\'s phone; `mobile` is then ignored.',
    method: "POST",
    path: "/gateway/rest/account/phone-code",
    body: "json",
    access: "user",
    limit: "submit",
    effect: "private",
    request: z.object({ flag, mobile: typedPhone }).superRefine(contactField("phone")),
    response: sentCode.extend({ messageId: z.string() }),
  }),
  sendEmailCode: defineCall({
    group: "account",
    summary:
      'Sends a code by mail: for "change" to `email`, otherwise to the account\'s email; `email` is then ignored.',
    method: "POST",
    path: "/gateway/rest/account/email-code",
    body: "json",
    access: "user",
    limit: "submit",
    effect: "private",
    request: z.object({ flag, email: mail }).superRefine(contactField("email")),
    response: sentCode,
  }),
  verifyPhoneCode: defineCall({
    group: "account",
    summary:
      "Verifies a phone's code and returns the proof's uuid: valid for this session and `flag`, once, for 10 minutes.",
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
    summary: "Verifies the last code sent to an email in this session and returns the proof's uuid.",
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
      "Sets a new password by the old one or by the uuid of a verification; `ended` is the number of other sessions that were ended.",
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
      "Binds the phone or email that the second uuid proves; the first uuid proves the identity. `uuid` is both, separated by a comma.",
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
      "Stores the source of a visit (spec 3.5, access record). `firstLogin` in the answer: the account is younger than 3 s.",
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
