import { z } from "zod/v4";
import { defineCall } from "../call";

const empty = z.object({});
const done = z.object({ success: z.literal(true) });

/** Where the browser itself fetches an export: this and the uuid of a proof with the purpose "export". */
export const exportsPrefix = "/gateway/exports/";

/** A session's name in the list: it says nothing of the session's token. */
const sessionId = z.string("登录的编号有误").regex(/^[\w-]{16}$/, "登录的编号有误");

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
};
