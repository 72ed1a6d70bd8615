/** Check-in (sign-in): signed codes, typed codes, photos, and scans made offline. */
import { z } from "zod";
import { flag, some } from "../../base/absent";
import { defineCall } from "../../base/call";
import { checkInCodeLength, scansMax } from "../constants";
import { activityId, signupId } from "../fields";
import { checkIn } from "../shapes";

/** The scanned or typed text. The gateway decides what it is; an invalid code is answered 无效. */
const code = z
  .string("请扫描或输入签到码")
  .trim()
  .min(1, "请扫描或输入签到码")
  .max(checkInCodeLength * 4);
const nonce = z.string("扫描编号有误").regex(/^[\w-]{16,40}$/, "扫描编号有误");
const write = {
  group: "activity",
  method: "POST",
  access: "organiser",
  limit: "moderate",
} as const;
const target = ({ activityId: activity }: { activityId: number }) => ({ activity });

export const activityCheckInCalls = {
  activitySignIn: defineCall({
    ...write,
    summary: "Checks a person in by the QR code, by its eight letters, or by a sign-up found by search.",
    path: "/gateway/rest/activity/sign-in",
    effect: "private",
    body: "json",
    target,
    request: z
      .object({ activityId, code: code.optional(), signupId: signupId.optional(), nonce: nonce.optional() })
      .refine((request) => (request.code === undefined) !== (request.signupId === undefined), {
        error: "请扫描或输入签到码",
        path: ["code"],
      }),
    response: checkIn,
  }),
  activitySignInPhoto: defineCall({
    ...write,
    summary:
      "Checks a person in by a photo of their QR code, which the gateway decodes. In four parts (spec 7.1).",
    path: "/gateway/rest/activity/sign-in-photo",
    effect: "private",
    body: "file",
    target,
    request: z.object({
      activityId,
      file: z.custom<Uint8Array>((value) => value instanceof Uint8Array, "请选择照片"),
      filename: z.string("文件名有误").max(1_000, "文件名太长").default("photo"),
    }),
    response: checkIn,
  }),
  activitySignInUndo: defineCall({
    ...write,
    summary: "Undoes a check-in.",
    path: "/gateway/rest/activity/sign-in-undo",
    effect: "private",
    body: "json",
    target,
    request: z.object({ activityId, signupId }),
    response: z.object({ success: z.literal(true).default(true) }),
  }),
  activityScansSync: defineCall({
    ...write,
    summary:
      "Stores scans made offline, with times corrected to the gateway's clock. A nonce counts once; of several scans of a person the earliest counts, the others are `duplicate` (重复).",
    path: "/gateway/rest/activity/scans-sync",
    effect: "private",
    body: "json",
    target,
    request: z.object({
      activityId,
      /**
       * The device's clock when it sends the scans, ISO 8601: its difference to the gateway's clock corrects their
       * times.
       */
      deviceTime: z.iso.datetime("设备的时间有误").optional(),
      scans: z
        .array(
          z.object({
            nonce,
            code,
            /** The time by the device's clock, ISO 8601. */
            at: z.iso.datetime("扫描的时间有误"),
          }),
          "没有要同步的扫描",
        )
        .min(1, "没有要同步的扫描")
        .max(scansMax, `一次最多 ${scansMax} 条`),
    }),
    response: z.object({ scans: some(checkIn.extend({ nonce: z.string(), duplicate: flag })) }),
  }),
  activityKeys: defineCall({
    group: "activity",
    summary: "The public keys of signed check-in codes (JWK, ES256), for scanners that are offline.",
    method: "POST",
    path: "/gateway/rest/activity/keys",
    body: "json",
    access: "visitor",
    effect: "private",
    request: z.object({}),
    response: z.object({
      keys: z.array(
        z.object({
          kty: z.literal("EC"),
          crv: z.literal("P-256"),
          x: z.string(),
          y: z.string(),
          kid: z.string(),
        }),
      ),
    }),
  }),
};
