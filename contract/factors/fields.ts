import { z } from "zod";
import { verificationCode } from "../account/identity";
import { cleanText, typedText } from "../base/fields";
import { passkeyNameMax, recoveryCodeLength } from "./constants";

/** The letters and digits of recovery codes: none that is taken for another. */
export const recoveryAlphabet = "23456789abcdefghjkmnpqrstuvwxyz";

/** A recovery code as it is compared: its characters alone, however it was typed. */
export const recoveryCode = z
  .string("请输入恢复码")
  .transform((value) => cleanText(value).normalize("NFKC").toLowerCase().replace(/[\s-]/g, ""))
  .pipe(
    z
      .string()
      .min(1, "请输入恢复码")
      .regex(new RegExp(`^[${recoveryAlphabet}]{${recoveryCodeLength}}$`), "恢复码不对或已经用过"),
  );

/** What an authenticator shows, or a recovery code. */
export const codeOrRecoveryCode = z.union([verificationCode, recoveryCode], "验证码或恢复码不对");

/** What a person calls a passkey. */
export const passkeyName = typedText(passkeyNameMax, `名称不能超过 ${passkeyNameMax} 字`, "请给它起个名字");

/** What a browser answers, as JSON. */
export const passkeyAnswer = z
  .string("没有通过通行密钥的验证，请重试")
  .min(2, "没有通过通行密钥的验证，请重试")
  .max(20_000, "没有通过通行密钥的验证，请重试");

/** The site's own address as the browser knows it. */
export const siteOrigin = z
  .string("站点地址有误")
  .max(300, "站点地址有误")
  .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), "站点地址有误")
  .transform((value) => new URL(value).origin);
