/** What people agreed to, the export of their data, and the end of their account (spec 7.2, Privacy). */
import { z } from "zod";
import { count, flag, words } from "../base/absent";
import { defineCall } from "../base/call";
import { id, timestamp } from "../base/fields";
import { closeConfirmation, ledgerPolicyIds, privacyIds } from "./constants";

const empty = z.object({});

const privacyId = z.enum(privacyIds);

const version = z.string().min(1).max(20);

/** One line of a person's consent ledger. */
const consentRecord = z.object({
  id: z.number(),
  privacyId: z.enum(ledgerPolicyIds),
  title: words,
  version: words,
  /** "1" accepted, "2" refused (spec 4), "0" withdrawn. */
  decision: z.enum(["1", "2", "0"]),
  /** ISO 8601. */
  at: z.string(),
  /**
   * Where it came from: the network address, and what the browser said that it is; empty where that is not
   * known.
   */
  address: words,
  browser: words,
  system: words,
});

const done = z.object({ success: z.literal(true).default(true) });

/** The proof of a fresh verification. */
const proofUuid = z.string("身份验证已失效，请重新验证").max(200, "身份验证已失效，请重新验证");

/** An export of one's data, by what became of it. */
const dataExport = z.discriminatedUnion("state", [
  z.object({ state: z.literal("waiting"), askedAt: timestamp }),
  z.object({ state: z.literal("working"), askedAt: z.string(), percent: z.number() }),
  z.object({
    state: z.literal("ready"),
    askedAt: timestamp,
    /** Where the browser fetches it, until when. */
    address: z.string(),
    expiresAt: z.string(),
    bytes: count,
  }),
  z.object({ state: z.literal("failed"), askedAt: timestamp }),
]);

const closing = z.object({ number: z.string(), requestedAt: timestamp, effectiveAt: timestamp });

export const privacyCalls = {
  getToken: defineCall({
    group: "privacy",
    summary:
      "The security token that the calls of this group must carry as a header; workspace-current gives the same one.",
    method: "POST",
    path: "/gateway/rest/privacy/token",
    body: "json",
    access: "visitor",
    effect: "reads",
    request: empty,
    response: z.object({ result: z.string().nullable().default(null) }),
  }),
  checkUserSigned: defineCall({
    group: "privacy",
    summary:
      "Whether the version in force of a policy is signed: status is 200 when it is, 404 when it is not.",
    method: "GET",
    path: "/gateway/rest/privacy/check-user-signed",
    body: "query",
    access: "user",
    effect: "reads",
    request: z.object({ privacyId }),
    response: z.object({
      status: z.number(),
      result: z
        .object({ privacyId, version: words, signedVersion: z.string().nullable().default(null) })
        .optional(),
    }),
  }),
  userSigned: defineCall({
    group: "privacy",
    summary:
      'Records a decision on the version in force: "1" accepts, "2" refuses. A version that is not in force any more is refused.',
    method: "GET",
    path: "/gateway/rest/privacy/user-signed",
    body: "query",
    access: "user",
    limit: "consent",
    effect: "private",
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
    limit: "consent",
    effect: "private",
    request: z.object({ privacyId }),
    response: z.object({ status: z.literal(200) }),
  }),
  consentLedger: defineCall({
    group: "privacy",
    summary:
      "One's own decisions, newest first, 20 a page from below `before`; and of each policy what holds now.",
    method: "POST",
    path: "/gateway/rest/privacy/consent-ledger",
    body: "json",
    access: "user",
    effect: "reads",
    request: z.object({ before: id.optional() }),
    response: z.object({
      records: z.array(consentRecord),
      /** The cursor of the next page; null on the last one. */
      next: z.number().nullable().default(null),
      policies: z.array(
        z.object({
          privacyId,
          title: z.string(),
          version: z.string(),
          signedVersion: z.string().nullable().default(null),
        }),
      ),
    }),
  }),
  exportInfo: defineCall({
    group: "account",
    summary:
      "Seconds until one's data may be exported again, 0 for now; and what became of the export that was asked for last.",
    method: "GET",
    path: "/gateway/rest/account/export-info",
    body: "query",
    access: "user",
    effect: "reads",
    request: empty,
    response: z.object({ secondsLeft: z.number(), latest: dataExport.nullable().default(null) }),
  }),
  requestExport: defineCall({
    group: "account",
    summary:
      "Asks for one's data, by a proof with the purpose export; while one is being packed, it is answered with that. The ZIP itself is fetched at /gateway/exports/{key}.",
    method: "POST",
    path: "/gateway/rest/account/export",
    body: "json",
    access: "user",
    limit: "settings",
    effect: "private",
    // The proof is one: a code that went to the account's own contact.
    recentSignIn: true,
    request: z.object({ uuid: proofUuid }),
    response: dataExport,
  }),
  closureState: defineCall({
    group: "account",
    summary:
      "Whether the account is about to end, what would stay of it, and whether something stands in the way.",
    method: "GET",
    path: "/gateway/rest/account/closure",
    body: "query",
    access: "user",
    effect: "reads",
    request: empty,
    response: z.object({
      closing: closing.nullable().default(null),
      /** The person administers or moderates: somebody else has to take that over first. */
      handsOverFirst: flag,
      /** The texts that stay, without a name. */
      kept: z.object({ topics: count, replies: count }),
    }),
  }),
  closeAccount: defineCall({
    group: "account",
    summary:
      "Asks for the end of the account, by a proof with the purpose close: in 15 days, and every other session ends now.",
    method: "POST",
    path: "/gateway/rest/account/close",
    body: "json",
    access: "user",
    limit: "settings",
    effect: "hides",
    recentSignIn: true,
    request: z.object({
      uuid: proofUuid,
      confirmation: z.literal(closeConfirmation, `请输入“${closeConfirmation}”四个字`),
    }),
    response: closing,
  }),
  cancelClosure: defineCall({
    group: "account",
    summary: "Takes the end of the account back.",
    method: "POST",
    path: "/gateway/rest/account/cancel-closure",
    body: "json",
    access: "user",
    limit: "settings",
    effect: "hides",
    request: empty,
    response: done,
  }),
};

export type DataExport = z.infer<typeof dataExport>;
export type ConsentRecord = z.infer<typeof consentRecord>;
