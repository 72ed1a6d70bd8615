/** Consents, data exports, and closing the account (spec 7.2, Privacy). */
import { z } from "zod";
import { count, flag, words } from "../base/absent";
import { defineCall } from "../base/call";
import { id, timestamp } from "../base/fields";
import { closeConfirmation, ledgerPolicyIds, privacyIds } from "./constants";

const empty = z.object({});

const privacyId = z.enum(privacyIds);

const version = z.string().min(1).max(20);

/** One row of a person's consent ledger. */
const consentRecord = z.object({
  id: z.number(),
  privacyId: z.enum(ledgerPolicyIds),
  title: words,
  version: words,
  /** "1" accepted, "2" refused (spec 4), "0" withdrawn. */
  decision: z.enum(["1", "2", "0"]),
  /** ISO 8601. */
  at: z.string(),
  /** The network address, and the browser and system from the user agent; empty if unknown. */
  address: words,
  browser: words,
  system: words,
});

const done = z.object({ success: z.literal(true).default(true) });

/** The proof of a fresh verification. */
const proofUuid = z.string("身份验证已失效，请重新验证").max(200, "身份验证已失效，请重新验证");

/** A data export, by its state. */
const dataExport = z.discriminatedUnion("state", [
  z.object({ state: z.literal("waiting"), askedAt: timestamp }),
  z.object({ state: z.literal("working"), askedAt: z.string(), percent: z.number() }),
  z.object({
    state: z.literal("ready"),
    askedAt: timestamp,
    /** Where the browser can download it, and until when. */
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
      "The security token that calls of this group must send as a header; workspace-current gives the same one.",
    method: "POST",
    path: "/gateway/rest/privacy/token",
    body: "json",
    access: "visitor",
    effect: "reads",
    seenAs: "withheld",
    request: empty,
    response: z.object({ result: z.string().nullable().default(null) }),
  }),
  checkUserSigned: defineCall({
    group: "privacy",
    summary:
      "Whether the caller has accepted the version in force of a policy: status is 200 if so, otherwise 404.",
    method: "GET",
    path: "/gateway/rest/privacy/check-user-signed",
    body: "query",
    access: "user",
    effect: "reads",
    seenAs: "withheld",
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
      'Records a decision on the version in force: "1" accepts, "2" refuses. A decision on an old version is refused.',
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
    summary: "Withdraws a consent.",
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
      "The caller's decisions, newest first, 20 a page from below `before`; and the present decision on each policy.",
    method: "POST",
    path: "/gateway/rest/privacy/consent-ledger",
    body: "json",
    access: "user",
    effect: "reads",
    seenAs: "withheld",
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
      "Seconds until the next data export may be requested, 0 for now; and the state of the last export.",
    method: "GET",
    path: "/gateway/rest/account/export-info",
    body: "query",
    access: "user",
    effect: "reads",
    seenAs: "withheld",
    request: empty,
    response: z.object({ secondsLeft: z.number(), latest: dataExport.nullable().default(null) }),
  }),
  requestExport: defineCall({
    group: "account",
    summary:
      "Requests a data export, by a proof with the purpose export; while one is running, answers with that. The ZIP is downloaded at /gateway/exports/{key}.",
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
    summary: "Whether the account is about to be closed, what would remain of it, and what prevents closing.",
    method: "GET",
    path: "/gateway/rest/account/closure",
    body: "query",
    access: "user",
    effect: "reads",
    seenAs: "withheld",
    request: empty,
    response: z.object({
      closing: closing.nullable().default(null),
      /** The person is an administrator or moderator: somebody else must take over first. */
      handsOverFirst: flag,
      /** The texts that remain without a name. */
      kept: z.object({ topics: count, replies: count }),
    }),
  }),
  closeAccount: defineCall({
    group: "account",
    summary:
      "Requests the closing of the account, by a proof with the purpose close: it is closed after 15 days, and all other sessions end now.",
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
    summary: "Cancels the closing of the account.",
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
