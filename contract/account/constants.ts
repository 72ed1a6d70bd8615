import type { RefusalTable } from "../base/constants";

/** A nickname's length in units: a non-Latin character counts 2 (spec 5.1). */
export const nicknameUnitsMax = 20;

/** Lengths of contacts and of their verification codes (spec 9). */
export const phoneLength = 11;

export const emailMax = 500;

export const codeLength = 6;

/** Seconds before another code may be requested. */
export const resendSeconds = 60;

/** Characters of a visit's source, before it is escaped, and of the visitor's id (spec 3.5). */
export const accessSourceMax = 80;

export const visitorIdMax = 64;

/** Exported alone, because a dialog on any page shows it: browsers need not load the other refusals. */
export const sessionConflict = { status: 401, message: "该账号已经在其他网站登录了" } as const;

export const accountRefusals = {
  SESSION_CONFLICT: sessionConflict,
  CODE_WRONG: { status: 422, message: "验证码校验失败，请重试" },
  CODE_NOT_SENT: { status: 422, message: "发送验证码失败" },
  CODE_TOO_SOON: { status: 429, message: "验证码刚刚发送过，请稍后再试" },
  CONTACT_MISSING: { status: 422, message: "账号还没有绑定这种联系方式，请换一种方式验证" },
  PROOF_INVALID: { status: 422, message: "身份验证已失效，请重新验证" },
  // Two messages of spec 8; the portal translates them.
  PHONE_DUPLICATED: {
    status: 422,
    message: "Please check whether the account、 phone number are duplicated",
  },
  EMAIL_DUPLICATED: { status: 422, message: "The email address has been bound to another account." },
  PASSWORD_WRONG: { status: 422, message: "当前密码不对" },
  PASSWORD_SAME: { status: 422, message: "新密码不能和当前密码一样" },
  COMPANY_ACCOUNT_NOT_FOUND: { status: 404, message: "这个公司账号已经不在了，请刷新页面" },
  LAST_WAY_IN: { status: 422, message: "这是你唯一的登录方式，请先绑定手机号或邮箱，或关联另一个公司账号" },
  SESSION_NOT_FOUND: { status: 404, message: "这个登录已经不在了，请刷新页面" },
  SESSION_IS_CURRENT: { status: 422, message: "这是你正在用的登录，要退出请用“退出登录”" },
} as const satisfies RefusalTable;
