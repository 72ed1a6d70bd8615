import { z } from "zod/v4";
import { defineCall } from "../call";

const empty = z.object({});
const done = z.object({ success: z.literal(true) });

/** Where the browser itself fetches an export: this and the uuid of a proof with the purpose "export". */
export const exportsPrefix = "/gateway/exports/";

/** A session's name in the list: it says nothing of the session's token. */
const sessionId = z.string("登录的编号有误").regex(/^[\w-]{16}$/, "登录的编号有误");

/** What has to be typed to end an account. */
export const closeConfirmation = "注销账号";
/** Days between asking for the end of an account and the end. */
export const coolingOffDays = 15;

const closing = z.object({ number: z.string(), requestedAt: z.string(), effectiveAt: z.string() });

/** What stands behind the settings (spec 2.1, /personalCenter/setting). */
export const settingsCalls = {
  sessionList: defineCall({
    group: "account",
    summary: "The person's live sessions, the caller's first, then those seen last.",
    method: "GET",
    path: "/gateway/rest/account/sessions",
    body: "query",
    access: "user",
    request: empty,
    response: z.object({
      sessions: z.array(
        z.object({
          id: sessionId,
          /** The browser and system as the browser names itself; empty where it does not. */
          browser: z.string(),
          system: z.string(),
          kind: z.enum(["computer", "phone", "tablet", "other"]),
          address: z.string(),
          since: z.string(),
          seenAt: z.string(),
          current: z.boolean(),
        }),
      ),
    }),
  }),
  revokeSession: defineCall({
    group: "account",
    summary: "Ends another session of the person's: it answers 401 from then on.",
    method: "POST",
    path: "/gateway/rest/account/revoke-session",
    body: "json",
    access: "user",
    request: z.object({ id: sessionId }),
    response: done,
  }),
  revokeOtherSessions: defineCall({
    group: "account",
    summary: "Ends every session of the person's but the caller's; `revoked` is how many there were.",
    method: "POST",
    path: "/gateway/rest/account/revoke-other-sessions",
    body: "json",
    access: "user",
    request: empty,
    response: z.object({ revoked: z.number() }),
  }),
  exportInfo: defineCall({
    group: "account",
    summary: "Seconds until one's data may be exported again, 0 for now. The ZIP itself is fetched at /gateway/exports/{uuid of a proof}.",
    method: "GET",
    path: "/gateway/rest/account/export-info",
    body: "query",
    access: "user",
    request: empty,
    response: z.object({ secondsLeft: z.number() }),
  }),
  closureState: defineCall({
    group: "account",
    summary: "Whether the account is about to end, what would stay of it, and whether something stands in the way.",
    method: "GET",
    path: "/gateway/rest/account/closure",
    body: "query",
    access: "user",
    request: empty,
    response: z.object({
      closing: closing.nullable(),
      /** The person administers or moderates: somebody else has to take that over first. */
      handsOverFirst: z.boolean(),
      /** What stays, without a name. */
      kept: z.object({ topics: z.number(), replies: z.number() }),
    }),
  }),
  closeAccount: defineCall({
    group: "account",
    summary: "Asks for the end of the account, by a proof with the purpose close: in 15 days, and every other session ends now.",
    method: "POST",
    path: "/gateway/rest/account/close",
    body: "json",
    access: "user",
    request: z.object({
      uuid: z.string("身份验证已失效，请重新验证").max(200, "身份验证已失效，请重新验证"),
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
    request: empty,
    response: done,
  }),
};
