import { z } from "zod";
import { cleanText, withoutControls } from "../base/fields";
import { emailMax, nicknameUnitsMax } from "./constants";

/**
 * Who a person is to the product: nickname, phone, email, code, password (spec 5.1, 5.4, 5.5), with the
 * Chinese message for each way in which they can be wrong. Shared by the sign-in portal and the portal's
 * account forms.
 */

export const passwordMin = 8;
export const passwordMax = 128;

/**
 * Full-width digits and letters become plain ones; characters that no text needs go; so does space around.
 */
const typed = (required: string) =>
  z.string(required).transform((value) => cleanText(value).normalize("NFKC").trim());

/** A field with one message at a time: the first that applies. */
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
 * The form in which nicknames are compared (`accounts.nickname_folded`): two that look alike are one, so
 * width, case and characters that draw nothing do not count.
 */
export function foldNickname(nickname: string): string {
  return nickname
    .normalize("NFKC")
    .replace(/[\p{Default_Ignorable_Code_Point}\u2800\u{1D159}]/gu, "")
    .toLowerCase();
}

/** The spec's forbidden characters, and controls and formats that nobody sees. */
const nicknameForbidden = /[\\'"><()]|[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/u;

/** Something that is drawn by itself: not a blank, an accent, or a sign that has no ink. */
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** How the names of accounts that have ended begin; people cannot take such a name. */
export const closedNicknamePrefix = "已注销用户";

/** Spec 5.1. Gives the nickname with spaces trimmed and runs of them made one. */
export const nickname = z
  .string("请输入昵称")
  .transform((value) => withoutControls(value).replace(/\s+/g, " ").trim())
  .pipe(
    checked((value) => {
      if (!value) return "请输入昵称";
      if (nicknameForbidden.test(value) || !visible.test(foldNickname(value))) return "昵称存在特殊字符";
      // Closed accounts are renamed to this (gateway/account/personal-data.ts).
      if (value.startsWith(closedNicknamePrefix)) return "该昵称已被使用，请换一个";
      return nicknameUnits(value) > nicknameUnitsMax ? "昵称长度不超过10个汉字或20个英文字符" : null;
    }),
  );

const phonePattern = /^1[3-9]\d{9}$/;
/** Spec 5.5: 11 digits, the first 1, the second 3 to 9; the country code is fixed (+86) and may be typed. */
export const phone = typed("请输入手机号")
  .transform((value) => value.replace(/[\s-]/g, "").replace(/^\+86/, ""))
  .pipe(
    checked((value) => (!value ? "请输入手机号" : phonePattern.test(value) ? null : "请输入正确的手机号")),
  );

const emailFormat = z.email().max(emailMax);

/**
 * An email with its host as the network knows it: `lan@例子.中国` is `lan@xn--fsqu00a.xn--fiqs8s`, which mail servers
 * and lists of addresses have. Null where the host is none.
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

/** The format knows no ending with digits, which those of the network's form have. */
const isEmail = (value: string) =>
  value.length <= emailMax &&
  emailFormat.safeParse(networkEmail(value)?.replace(/\.xn--[a-z\d-]+$/i, ".xn")).success;

/**
 * Spec 5.5: valid and at most 500 characters. The case is kept as typed (compare with `foldEmail`), a host under 中国
 * is kept as mail servers know it.
 */
export const email = typed("请输入邮箱")
  .pipe(checked((value) => (!value ? "请输入邮箱" : isEmail(value) ? null : "请输入正确的邮箱地址")))
  .transform((value) => networkEmail(value) ?? value);

/** The form in which emails are compared. */
export function foldEmail(value: string): string {
  return value.toLowerCase();
}

/** Spec 5.4. What cannot be a code is answered as a wrong one. */
export const verificationCode = typed("请输入验证码")
  .transform((value) => value.replace(/\s/g, ""))
  .pipe(
    checked((value) => (!value ? "请输入验证码" : /^\d{6}$/.test(value) ? null : "验证码校验失败，请重试")),
  );

/**
 * A password being chosen: its length in characters, and not one character over and over. Kept exactly as
 * typed.
 */
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
/**
 * Where a code is sent and what a person signs in with: a phone or an email, in the form in which it is
 * compared.
 */
export interface Recipient {
  channel: Channel;
  value: string;
}

/** A phone as it is shown, also to its own person: `138****0003`. A masked one stays as it is. */
export const maskPhone = (phone: string) => phone.replace(/^(.{3}).*(.{4})$/, "$1****$2");

/** An email as it is shown, also to its own person: the first letter and the host. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return at < 0 ? email : `${[...email.slice(0, at)][0] ?? ""}***${email.slice(at)}`;
}

/** Spec 5.5 by channel. */
export const recipientOf = {
  phone: phone.transform((value): Recipient => ({ channel: "phone", value })),
  email: email.transform((value): Recipient => ({ channel: "email", value: foldEmail(value) })),
};

/** Spec 5.5, send-code checks: what is wrong with a contact, in the words of the button. */
const sendCodeMessages: Record<string, string> = {
  请输入手机号: "手机号不能为空",
  请输入邮箱: "邮箱不能为空",
  请输入手机号或邮箱: "手机号或邮箱不能为空",
  请输入正确的手机号: "手机格式有误",
  请输入正确的邮箱地址: "邮箱格式有误",
};
/** A field's message as the send-code check says it. */
export const sendCodeMessage = (message: string): string => sendCodeMessages[message] ?? message;

/** One field for both: with an `@` it is an email, otherwise a phone. */
export const anyRecipient = typed("请输入手机号或邮箱").transform((value, context): Recipient => {
  const schema = !value ? null : value.includes("@") ? recipientOf.email : recipientOf.phone;
  const parsed = schema?.safeParse(value);
  if (parsed?.success) return parsed.data;
  context.addIssue({ code: "custom", message: parsed?.error.issues[0]?.message ?? "请输入手机号或邮箱" });
  return z.NEVER;
});
