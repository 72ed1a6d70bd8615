import { z } from "zod";
import { cleanText, id, numeric } from "../base/fields";
import {
  answerMax,
  realNameMax,
  reasonMax,
  scoreCommentMax,
  scoreMax,
  searchTextMax,
  teamNameMax,
  workLinkMax,
} from "./constants";

/** The fields of sign-ups, teams and works with their messages, shared by the portal's forms and the gateway. */

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

/** The key of a field, category or list in the pack. */
export const fieldKey = z.string("请选择").regex(/^[a-z][a-zA-Z0-9-]{0,39}$/, "请选择");

export const categoryKey = z.string("请选择组别").regex(/^[a-z0-9-]{1,40}$/, "请选择组别");

export const realName = words(realNameMax, "请填写姓名", `姓名不能超过 ${realNameMax} 个字`);

/**
 * Answers by field: a text, or the chosen codes. The answer to a file field is the id from fileuploadAndCheck. The
 * gateway checks the activity's own rules, and refuses with `answers.{field}`.
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
  .refine((answers) => Object.keys(answers).length <= 50, "填写的内容有误")
  .default({});

/** The person has read the shown version of activeprivacyPolicy and agrees. */
export const consent = { agreed: z.literal(true, "请先阅读并同意活动隐私政策") };
export const policyVersion = z.string("请先阅读并同意活动隐私政策").min(1).max(20);

/** The uuid of a proof that opens a guest's sign-up (spec 3.5, Verification). */
export const guestUuid = z
  .string("身份验证已失效，请重新验证")
  .max(64, "身份验证已失效，请重新验证")
  .default("");

export const cancelReason = words(reasonMax, "请填写取消的原因", `原因不能超过 ${reasonMax} 个字`);
export const removalReason = words(reasonMax, "请写明原因", `原因不能超过 ${reasonMax} 个字`);
export const reviewReason = optionalWords(reasonMax, `原因不能超过 ${reasonMax} 个字`);

/** The key in the link of the mail and notice about a free seat. */
export const declineKey = z.string("链接无效").regex(/^[\w-]{22}$/, "链接无效");
/** The key in the public address of a sign-up's proof. */
export const proofKey = z.string("没有这份凭证").regex(/^[\w-]{22}$/, "没有这份凭证");

export const teamName = words(teamNameMax, "请填写队名", `队名不能超过 ${teamNameMax} 个字`);

/** What a team wants of people, or what somebody who looks for a team says of themselves. */
export const searchText = words(searchTextMax, "请写几句", `不能超过 ${searchTextMax} 个字`);
/** Its author agrees that everybody reads it. */
export const searchShown = z.literal(true, "请先同意公开显示");

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

/** The answer to the image captcha; an impossible value gets the message for a wrong one. */
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
  /** The decoded answer; on the wire it is JSON in base64. */
  payload: z.object({
    challenge,
    solution: z.object({ counter: z.int().min(0), derivedKey: hex }),
  }),
  /** An encoded answer. */
  answer: z.string("图形验证码不对").max(4_000, "图形验证码不对"),
};
