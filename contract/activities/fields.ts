import { z } from "zod";
import { cleanText, id, numeric } from "../base/fields";
import {
  answerMax,
  realNameMax,
  reasonMax,
  scoreCommentMax,
  scoreMax,
  teamNameMax,
  workLinkMax,
} from "./constants";

/** Fields of sign-ups, teams and works, shared by the portal's forms and the gateway, with their messages. */

const words = (max: number, missing: string, long: string) =>
  z
    .string(missing)
    .transform((value) => cleanText(value).trim())
    .pipe(z.string(missing).min(1, missing).max(max, long));
const optionalWords = (max: number, long: string) =>
  z
    .string(long)
    .transform((value) => cleanText(value).trim())
    .pipe(z.string().max(max, long))
    .default("");

export const activityId = id;
export const signupId = id;

/** The name of a field, a category, a list: what the pack calls it by. */
export const fieldKey = z.string("请选择").regex(/^[a-z][a-zA-Z0-9-]{0,39}$/, "请选择");

export const categoryKey = z.string("请选择组别").regex(/^[a-z0-9-]{1,40}$/, "请选择组别");

export const realName = words(realNameMax, "请填写姓名", `姓名不能超过 ${realNameMax} 个字`);

/**
 * Answers by field: one text, or what is ticked of a choice. A file is answered with the id that
 * fileuploadAndCheck gave. What the activity asks for is checked by the gateway, which answers by
 * `answers.{field}`.
 */
export const answers = z
  .record(
    fieldKey,
    z.union(
      [
        z.string().max(answerMax * 4, `不能超过 ${answerMax} 个字`),
        z.array(z.string().max(answerMax)).max(50, "选择过多"),
      ],
      "填写的内容有误",
    ),
    "填写的内容有误",
  )
  .refine((given) => Object.keys(given).length <= 50, "填写的内容有误")
  .default({});

/** The person has read the version of activeprivacyPolicy that was shown, and agrees. */
export const consent = { agreed: z.literal(true, "请先阅读并同意活动隐私政策") };
export const policyVersion = z.string("请先阅读并同意活动隐私政策").min(1).max(20);

/** Opens a guest's sign-up: what a code proved (spec 3.5, Verification). */
export const guestUuid = z
  .string("身份验证已失效，请重新验证")
  .max(64, "身份验证已失效，请重新验证")
  .default("");

export const cancelReason = words(reasonMax, "请填写取消的原因", `原因不能超过 ${reasonMax} 个字`);
export const reviewReason = optionalWords(reasonMax, `原因不能超过 ${reasonMax} 个字`);

/** In the link of the mail and notice that tell of a seat. */
export const declineKey = z.string("链接无效").regex(/^[\w-]{22}$/, "链接无效");
/** In the public address of a proof. */
export const proofKey = z.string("没有这份凭证").regex(/^[\w-]{22}$/, "没有这份凭证");

export const teamName = words(teamNameMax, "请填写队名", `队名不能超过 ${teamNameMax} 个字`);

export const workLink = z
  .string("应是 https:// 开头的地址")
  .transform((value) => cleanText(value).trim())
  .pipe(
    z
      .string()
      .max(workLinkMax, "地址太长")
      .regex(/^https:\/\/[^/\s][^\s\\"'<>]*$/, "应是 https:// 开头的地址"),
  );

export const score = numeric(
  z
    .number("请打分")
    .int("请打整数分")
    .min(0, `分数应在 0 到 ${scoreMax} 之间`)
    .max(scoreMax, `分数应在 0 到 ${scoreMax} 之间`),
);
export const scoreComment = optionalWords(scoreCommentMax, `评语不能超过 ${scoreCommentMax} 个字`);

/** The answer to the image captcha; what cannot be one is a wrong one. */
export const captchaAnswer = z
  .string("请输入图形验证码")
  .min(1, "请输入图形验证码")
  .max(20, "图形验证码不对");

const hex = z.string().regex(/^[0-9a-f]{1,128}$/);
const challenge = z.object({
  parameters: z.looseObject({
    algorithm: z.literal("PBKDF2/SHA-256"),
    nonce: hex,
    salt: hex,
    keyPrefix: hex,
    cost: z.int().min(1).max(1_000_000),
    keyLength: z.int().min(16).max(64),
    expiresAt: z.int().optional(),
  }),
  signature: hex,
});

/** Proof of work in the format of ALTCHA, version 2. */
export const captchaWork = {
  challenge,
  /** What an answer is, before it is made JSON and that base64. */
  payload: z.object({
    challenge,
    solution: z.object({ counter: z.int().min(0), derivedKey: hex }),
  }),
  /** An answer as it is sent. */
  answer: z.string("图形验证码不对").max(4_000, "图形验证码不对"),
};
