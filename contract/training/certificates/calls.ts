/** Certificates: public pages that show who finished which course, unchanged since the day of issue. */
import { z } from "zod";
import { count, some, words } from "../../base/absent";
import { defineCall } from "../../base/call";
import { cleanText, timestamp, typedText } from "../../base/fields";
import { shortKeep } from "../../base/keep-for";
import { realNameMax, revokeReasonMax } from "../constants";
import { certificateState, nameShown } from "../shapes";

const numberProblem = "证书编号有误";

/** The number on a certificate; it cannot be guessed. */
export const publicId = z.string(numberProblem).regex(/^[A-Za-z0-9_-]{16,40}$/, numberProblem);

/** The characters of a number without a letter that looks like a digit, and their groups. */
export const numberLetters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
export const [groupLength, groupCount] = [4, 5];
const numberLength = groupLength * groupCount;

/**
 * The numbers that somebody may mean who typed one from a paper: in any case, with or without dashes and blanks, O and I
 * for 0 and 1. Letters of both cases without groups may be a number of the older kind, which is meant as it is.
 */
export function typedNumbers(typed: string): string[] {
  const text = cleanText(typed).normalize("NFKC").trim();
  const letters = text
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, "")
    .replace(/O/g, "0")
    .replace(/[IL]/g, "1");
  const isGrouped =
    letters.length === numberLength && [...letters].every((one) => numberLetters.includes(one));
  if (!isGrouped) return [text];
  const mayBeOlder = text.length === numberLength && /[a-z]/.test(text) && /[A-Z]/.test(text);
  const grouped = letters.match(new RegExp(`.{${groupLength}}`, "g"))?.join("-") ?? text;
  return mayBeOlder ? [text, grouped] : [grouped];
}

/** The field of the page that checks a number: the numbers to look up, the likeliest first. */
export const numberToCheck = typedText(60, "证书编号最多 60 个字", "请填写证书上的编号")
  .transform(typedNumbers)
  .pipe(
    z.array(z.string().regex(/^[A-Za-z0-9_-]{16,40}$/, "编号不完整或有误，请对照证书上的“编号”再填一次")),
  );

/** A real name: letters of any script, with the points, blanks and dashes within names. */
const realName = typedText(realNameMax, `姓名不能超过 ${realNameMax} 个字`).refine(
  (name) => name === "" || /^\p{L}[\p{L}\p{M}·•.' -]+$/u.test(name),
  "姓名至少 2 个字，只能有文字、空格、“·”和“-”",
);

const certificate = z.object({
  publicId: z.string(),
  state: certificateState,
  /** The title of the certificate. */
  name: z.string(),
  /**
   * The name on it, as the caller may see it: the nickname of the day of issue, or the real name, whole or masked;
   * empty once the account is closed.
   */
  holder: words,
  /** The fields below do not change after the issue, even when the course does. */
  course: z.string(),
  /** The title of a learning path stands in `course`; one of the two numbers is null. Their pages may have changed or been removed. */
  courseId: z.number().nullable().default(null),
  pathId: z.number().nullable().default(null),
  class: words,
  level: words,
  lessons: count,
  minutes: count,
  /** The minutes that the holder studied by the gateway's clock; null when they are not known. */
  studiedMinutes: z.number().nullable().default(null),
  lecturers: some(z.string()),
  exam: words,
  /** The result of the exam, in percent; null without an exam. */
  percent: z.number().nullable().default(null),
  issuer: words,
  issuedAt: timestamp,
  revokedAt: timestamp.nullable().default(null),
  revokedReason: words,
});

export const certificateCalls = {
  certificateByPublicId: defineCall({
    group: "development",
    summary: "A certificate by its number, valid or revoked; anybody who knows the number may see it.",
    method: "POST",
    path: "/gateway/rest/training/certificate",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    keepFor: shortKeep,
    request: z.object({ publicId }),
    response: certificate,
  }),
  ownCertificate: defineCall({
    group: "development",
    summary:
      "The caller's own certificate with the whole name, and what they chose about it; null for others.",
    method: "POST",
    path: "/gateway/rest/training/own-certificate",
    body: "json",
    access: "user",
    effect: "reads",
    seenAs: "withheld",
    request: z.object({ publicId }),
    response: z.object({
      own: z
        .object({
          certificate,
          /** Empty before the person gave one. */
          realName: words,
          /** Null before the person chose. */
          nameShown: nameShown.nullable().default(null),
        })
        .nullable()
        .default(null),
    }),
  }),
  nameCertificates: defineCall({
    group: "development",
    summary:
      "Chooses the name on all certificates of the caller: the nickname, or the real name, masked or whole. A name that was given once is not replaced by another.",
    method: "POST",
    path: "/gateway/rest/training/name-certificates",
    body: "json",
    access: "user",
    limit: "settings",
    // A name that its person takes back disappears at once.
    effect: "hides",
    request: z
      .object({ nameShown: nameShown, realName: realName.default("") })
      .refine(({ nameShown: shown, realName: name }) => shown === "nickname" || name !== "", {
        path: ["realName"],
        message: "请填写真实姓名",
      }),
    response: z.object({ nameShown }),
  }),
  correctCertificateName: defineCall({
    group: "development",
    summary:
      "Corrects the real name on all certificates of the holder of this one, who gave it with a mistake.",
    method: "POST",
    path: "/gateway/rest/training/correct-certificate-name",
    body: "json",
    access: "admin",
    limit: "moderate",
    effect: "hides",
    request: z.object({
      publicId,
      realName: realName.refine((name) => name !== "", "请填写真实姓名"),
    }),
    response: certificate,
  }),
  revokeCertificate: defineCall({
    group: "development",
    summary: "Revokes a certificate with a reason, which its page shows.",
    method: "POST",
    path: "/gateway/rest/training/revoke-certificate",
    body: "json",
    access: "admin",
    limit: "moderate",
    effect: "hides",
    request: z.object({
      publicId,
      reason: z
        .string("请填写撤销原因")
        .transform((value) => cleanText(value).trim())
        .pipe(
          z
            .string()
            .min(1, "请填写撤销原因")
            .max(revokeReasonMax, `撤销原因不能超过 ${revokeReasonMax} 个字`),
        ),
    }),
    response: certificate,
  }),
};

export type Certificate = z.infer<typeof certificate>;
