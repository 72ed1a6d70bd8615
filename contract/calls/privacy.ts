import { id } from "../fields";
import { z } from "zod/v4";
import { defineCall } from "../call";

const empty = z.object({});

/** What people are asked to agree to, in the order in which they are asked (spec 2.3). */
export const privacyIds = ["UserHidev", "HiDeveloper", "Disclaimer"] as const;
/** Titles of their dialogs (spec 2.3). */
export const privacyTitles = { UserHidev: "用户声明", HiDeveloper: "隐私声明", Disclaimer: "免责声明" } as const;
/** Those without which a signed-in person may only look around (spec 4); the disclaimer is asked for where it is needed. */
export const requiredPrivacyIds = ["UserHidev", "HiDeveloper"] as const;

const privacyId = z.enum(privacyIds);
const version = z.string().min(1).max(20);

/** One line of a person's consent ledger. */
const consentRecord = z.object({
  id: z.number(),
  privacyId,
  title: z.string(),
  version: z.string(),
  /** "1" accepted, "2" refused (spec 4), "0" withdrawn. */
  decision: z.enum(["1", "2", "0"]),
  /** ISO 8601. */
  at: z.string(),
  /** Where it came from: the network address, and what the browser said that it is; empty where that is not known. */
  address: z.string(),
  browser: z.string(),
  system: z.string(),
});

/** Spec 7.2, Privacy; `consentLedger` is our own: what the person decided, and what holds now. */
export const privacyCalls = {
  getToken: defineCall({
    group: "privacy",
    summary: "The security token that the calls of this group must carry as a header; workspace-current gives the same one.",
    method: "POST",
    path: "/gateway/rest/privacy/token",
    body: "json",
    access: "visitor",
    request: empty,
    response: z.object({ result: z.string().nullable() }),
  }),
  checkUserSigned: defineCall({
    group: "privacy",
    summary: "Whether the version in force of a policy is signed: status is 200 when it is, 404 when it is not.",
    method: "GET",
    path: "/gateway/rest/privacy/check-user-signed",
    body: "query",
    access: "user",
    request: z.object({ privacyId }),
    response: z.object({
      status: z.union([z.literal(200), z.literal(404)]),
      result: z.object({ privacyId, version: z.string(), signedVersion: z.string().nullable() }),
    }),
  }),
  userSigned: defineCall({
    group: "privacy",
    summary: 'Records a decision on the version in force: "1" accepts, "2" refuses. A version that is not in force any more is refused.',
    method: "GET",
    path: "/gateway/rest/privacy/user-signed",
    body: "query",
    access: "user",
    request: z.object({ privacyId, status: z.enum(["1", "2"]).default("1"), version: version.optional() }),
    response: z.object({ status: z.literal(200) }),
  }),
  cancelSigned: defineCall({
    group: "privacy",
    summary: "Withdraws what was accepted.",
    method: "POST",
    path: "/gateway/rest/privacy/cancel-signed",
    body: "json",
    access: "user",
    request: z.object({ privacyId }),
    response: z.object({ status: z.literal(200) }),
  }),
  consentLedger: defineCall({
    group: "privacy",
    summary: "One's own decisions, newest first, 20 a page from below `before`; and of each policy what holds now.",
    method: "POST",
    path: "/gateway/rest/privacy/consent-ledger",
    body: "json",
    access: "user",
    request: z.object({ before: id.optional() }),
    response: z.object({
      records: z.array(consentRecord),
      /** What the next page starts below; null on the last one. */
      next: z.number().nullable(),
      policies: z.array(z.object({ privacyId, title: z.string(), version: z.string(), signedVersion: z.string().nullable() })),
    }),
  }),
};

export type ConsentRecord = z.infer<typeof consentRecord>;
export type PrivacyId = (typeof privacyIds)[number];
export type RequiredPrivacyId = (typeof requiredPrivacyIds)[number];
