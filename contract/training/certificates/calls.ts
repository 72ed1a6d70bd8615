/** Certificates: public pages that show who finished which course, unchanged since the day of issue. */
import { z } from "zod";
import { count, some, words } from "../../base/absent";
import { defineCall } from "../../base/call";
import { cleanText, timestamp } from "../../base/fields";
import { shortKeep } from "../../base/keep-for";
import { revokeReasonMax } from "../constants";
import { certificateState } from "../shapes";

/** The number on a certificate; it cannot be guessed. */
export const publicId = z.string("证书编号有误").regex(/^[A-Za-z0-9_-]{16,40}$/, "证书编号有误");

const certificate = z.object({
  publicId: z.string(),
  state: certificateState,
  /** The title of the certificate. */
  name: z.string(),
  /** The holder's name on the day of issue; empty once the account is closed. */
  holder: words,
  /** The fields below do not change after the issue, even when the course does. */
  course: z.string(),
  /** The course's number; its page may have changed or been removed. */
  courseId: count,
  class: words,
  level: words,
  lessons: count,
  minutes: count,
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
    keepFor: shortKeep,
    request: z.object({ publicId }),
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
