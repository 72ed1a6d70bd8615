import { z } from "zod";
import { cleanText, withoutControls } from "../base/fields";
import { emailMax, nicknameUnitsMax } from "./constants";

/**
 * A person's nickname, phone, email, code and password (spec 5.1, 5.4, 5.5), with a Chinese message for each problem.
 * The sign-in portal and the portal's account forms share them.
 */

export const passwordMin = 8;
export const passwordMax = 128;

/**
 * Converts full-width digits and letters to ASCII, and removes control and invisible characters and surrounding
 * spaces.
 */
const contactText = (required: string) =>
  z.string(required).transform((value) => cleanText(value).normalize("NFKC").trim());

/** A field that shows only its first problem. */
const checked = (problem: (value: string) => string | null) =>
  z.string().superRefine((value, context) => {
    const message = problem(value);
    if (message) context.addIssue({ code: "custom", message });
  });

/** Units of a nickname: a Latin character counts 1, any other 2 (spec 5.1). Counted by code points. */
export function nicknameUnits(nickname: string): number {
  return [...nickname].reduce((units, character) => units + (character <= "\u00ff" ? 1 : 2), 0);
}

/**
 * The form of a nickname for comparison (`accounts.nickname_folded`). Width, case and invisible characters do not
 * count, so that names that look alike are equal.
 */
export function foldNickname(nickname: string): string {
  return nickname
    .normalize("NFKC")
    .replace(/[\p{Default_Ignorable_Code_Point}\u2800\u{1D159}]/gu, "")
    .toLowerCase();
}

/** The spec's forbidden characters, and control and format characters. */
const nicknameForbidden = /[\\'"><()]|[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/u;

/** A visible character: not a space, a combining accent or an invisible sign. */
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Closed accounts get a nickname with this prefix; members cannot choose one. */
export const closedNicknamePrefix = "已注销用户";

/** A nickname (spec 5.1). The output has no surrounding or repeated spaces. */
export const nickname = z
  .string("请输入昵称")
  .transform((value) => withoutControls(value).replace(/\s+/g, " ").trim())
  .pipe(
    checked((value) => {
      if (!value) return "请输入昵称";
      if (nicknameForbidden.test(value) || !visible.test(foldNickname(value))) return "昵称存在特殊字符";
      // Closed accounts get such names (gateway/account/personal-data.ts).
      if (value.startsWith(closedNicknamePrefix)) return "该昵称已被使用，请换一个";
      return nicknameUnits(value) > nicknameUnitsMax ? "昵称长度不超过10个汉字或20个英文字符" : null;
    }),
  );

const phonePattern = /^1[3-9]\d{9}$/;
/** A phone (spec 5.5): 11 digits, the first 1, the second 3 to 9. The country code is always +86; it may be typed. */
export const phone = contactText("请输入手机号")
  .transform((value) => value.replace(/[\s-]/g, "").replace(/^\+86/, ""))
  .pipe(
    checked((value) => (!value ? "请输入手机号" : phonePattern.test(value) ? null : "请输入正确的手机号")),
  );

const emailFormat = z.email().max(emailMax);

/**
 * An email with its host in ASCII form: `lan@例子.中国` becomes `lan@xn--fsqu00a.xn--fiqs8s`, as mail servers use it.
 * Null for an invalid host.
 */
function networkEmail(value: string): string | null {
  const at = value.lastIndexOf("@");
  const host = value.slice(at + 1);
  if (at < 0 || !/[^\p{ASCII}]/u.test(host)) return value;
  try {
    return /[\s/?#@:%\\]/.test(host) ? null : value.slice(0, at + 1) + new URL(`http://${host}`).hostname;
  } catch {
    return null;
  }
}

/** zod's email format refuses endings with digits, which the ASCII form of a host may have. */
const isEmail = (value: string) =>
  value.length <= emailMax &&
  emailFormat.safeParse(networkEmail(value)?.replace(/\.xn--[a-z\d-]+$/i, ".xn")).success;

/**
 * An email (spec 5.5): valid and at most 500 characters. The case stays as typed (compare with `foldEmail`); the host
 * is stored in ASCII form.
 */
export const email = contactText("请输入邮箱")
  .pipe(checked((value) => (!value ? "请输入邮箱" : isEmail(value) ? null : "请输入正确的邮箱地址")))
  .transform((value) => networkEmail(value) ?? value);

/** The form of an email for comparison. */
export function foldEmail(value: string): string {
  return value.toLowerCase();
}

/** A code (spec 5.4). A value that cannot be a code gets the message for a wrong one. */
export const verificationCode = contactText("请输入验证码")
  .transform((value) => value.replace(/\s/g, ""))
  .pipe(
    checked((value) => (!value ? "请输入验证码" : /^\d{6}$/.test(value) ? null : "验证码校验失败，请重试")),
  );

/** A new password: checks its length in characters, and that it is not one repeated character. It is not changed. */
export const newPassword = z.string("请输入密码").pipe(
  checked((value) => {
    const characters = [...value];
    if (characters.length === 0) return "请输入密码";
    if (characters.length < passwordMin) return `密码至少 ${passwordMin} 个字符`;
    if (characters.length > passwordMax) return `密码不能超过 ${passwordMax} 个字符`;
    return new Set(characters).size === 1 ? "密码不能是同一个字符的重复" : null;
  }),
);

export type Channel = "phone" | "email";
/** The address for a code, and what a person signs in with: a phone or an email, in the form for comparison. */
export interface Recipient {
  channel: Channel;
  contact: string;
}

/** A masked phone, also for its owner: `138****0003`. A masked one does not change. */
export const maskPhone = (phone: string) => phone.replace(/^(.{3}).*(.{4})$/, "$1****$2");

/** A masked email, also for its owner: the first letter and the host. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return at < 0 ? email : `${[...email.slice(0, at)][0] ?? ""}***${email.slice(at)}`;
}

/** The recipient of each channel (spec 5.5). */
export const recipientOf = {
  phone: phone.transform((value): Recipient => ({ channel: "phone", contact: value })),
  email: email.transform((value): Recipient => ({ channel: "email", contact: foldEmail(value) })),
};

/** The messages of the button that sends a code, by the field's messages (spec 5.5, send-code checks). */
const sendCodeMessages: Record<string, string> = {
  请输入手机号: "手机号不能为空",
  请输入邮箱: "邮箱不能为空",
  请输入手机号或邮箱: "手机号或邮箱不能为空",
  请输入正确的手机号: "手机格式有误",
  请输入正确的邮箱地址: "邮箱格式有误",
};
/** The button's message for a field's message. */
export const sendCodeMessage = (message: string): string => sendCodeMessages[message] ?? message;

/** One field for both: a text with an `@` is an email, otherwise a phone. */
export const anyRecipient = contactText("请输入手机号或邮箱").transform((value, context): Recipient => {
  const schema = !value ? null : value.includes("@") ? recipientOf.email : recipientOf.phone;
  const parsed = schema?.safeParse(value);
  if (parsed?.success) return parsed.data;
  context.addIssue({ code: "custom", message: parsed?.error.issues[0]?.message ?? "请输入手机号或邮箱" });
  return z.NEVER;
});
