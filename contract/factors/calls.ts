/** Second factors of one's own account, and showing again who one is. */
import { z } from "zod";
import { verificationCode } from "../account/identity";
import { count, flag, some } from "../base/absent";
import { defineCall } from "../base/call";
import { id, timestamp } from "../base/fields";
import { codeOrRecoveryCode, passkeyAnswer, passkeyName, siteOrigin } from "./fields";

const empty = z.object({});
const done = z.object({ success: z.literal(true).default(true) });

const root = "/gateway/rest/account/factors";

/** A write to one's own factors: by its own person alone, who signed in just now. */
const change = {
  group: "account",
  method: "POST",
  body: "json",
  access: "user",
  limit: "submit",
  effect: "private",
  recentSignIn: true,
} as const;

/** The codes that the first factor brings; empty where there are some already. */
const withCodes = done.extend({ recoveryCodes: some(z.string()) });

/** What a browser needs to make or to use a passkey, as JSON (PublicKeyCredential.parse…FromJSON). */
const options = z.object({ options: z.string() });

export const factorCalls = {
  secondFactors: defineCall({
    group: "account",
    summary: "One's own second factors, and whether one's office asks for one.",
    method: "GET",
    path: root,
    body: "query",
    access: "user",
    effect: "reads",
    seenAs: "withheld",
    request: empty,
    response: z.object({
      /** Since when an authenticator counts; null without one. */
      authenticator: z.object({ since: timestamp }).nullable().default(null),
      passkeys: some(
        z.object({
          id: z.number(),
          name: z.string(),
          /** The host that it was made on: it is of use there alone. */
          host: z.string(),
          createdAt: timestamp,
          usedAt: z.string().nullable().default(null),
        }),
      ),
      recoveryCodesLeft: count,
      /** Staff have to have one here, and this person is staff. */
      required: flag,
    }),
  }),
  confirmIdentity: defineCall({
    group: "account",
    summary: "Shows again who one is, by one of these; for 10 minutes this session is as good as a new one.",
    method: "POST",
    path: `${root}/confirm-identity`,
    body: "json",
    access: "user",
    limit: "submit",
    effect: "private",
    request: z
      .object({
        password: z.string("请输入密码").max(500, "密码不对").optional(),
        code: codeOrRecoveryCode.optional(),
        passkey: passkeyAnswer.optional(),
        origin: siteOrigin,
      })
      .refine(
        ({ password, code, passkey }) =>
          [password, code, passkey].filter((way) => way !== undefined && way !== "").length === 1,
        { error: "请用其中一种方式确认", path: ["password"] },
      ),
    response: done,
  }),
  confirmationWays: defineCall({
    group: "account",
    summary:
      "By what the caller can show again who they are, and what a browser needs to do it by a passkey.",
    method: "POST",
    path: `${root}/confirmation-ways`,
    body: "json",
    access: "user",
    limit: "submit",
    effect: "private",
    request: z.object({ origin: siteOrigin }),
    response: z.object({
      password: flag,
      /** An authenticator's code or a recovery code. */
      code: flag,
      /** As in `passkeyOptions`; null without a passkey of this host. */
      passkey: z.string().nullable().default(null),
    }),
  }),
  startAuthenticator: defineCall({
    ...change,
    summary:
      "The secret of an authenticator, which counts from its first right code on. Asked again within 15 minutes it is the same one.",
    path: `${root}/start-authenticator`,
    request: empty,
    response: z.object({
      secret: z.string(),
      /** For the QR code: otpauth://. */
      address: z.string(),
    }),
  }),
  confirmAuthenticator: defineCall({
    ...change,
    summary: "Has the authenticator count, by a code that it shows.",
    path: `${root}/confirm-authenticator`,
    request: z.object({ code: verificationCode }),
    response: withCodes,
  }),
  removeAuthenticator: defineCall({
    ...change,
    summary: "Has the authenticator count no more.",
    path: `${root}/remove-authenticator`,
    request: empty,
    response: done,
  }),
  addPasskey: defineCall({
    ...change,
    summary: "Adds the passkey that a browser made by these options.",
    path: `${root}/add-passkey`,
    request: z.object({ origin: siteOrigin, name: passkeyName, answer: passkeyAnswer }),
    response: withCodes,
  }),
  passkeyOptions: defineCall({
    ...change,
    summary: "What a browser needs to make a passkey.",
    path: `${root}/passkey-options`,
    request: z.object({ origin: siteOrigin }),
    response: options,
  }),
  removePasskey: defineCall({
    ...change,
    summary: "Removes a passkey.",
    path: `${root}/remove-passkey`,
    request: z.object({ id }),
    response: done,
  }),
  makeRecoveryCodes: defineCall({
    ...change,
    summary: "New recovery codes in place of the old ones; shown this once.",
    path: `${root}/recovery-codes`,
    request: empty,
    response: z.object({ recoveryCodes: z.array(z.string()) }),
  }),
};
