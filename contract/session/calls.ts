/** Who is signed in, what they may do, and where else they are signed in (spec 7.2, Session). */
import { z } from "zod";
import { flag, some, words } from "../base/absent";
import { defineCall } from "../base/call";
import { timestamp } from "../base/fields";
import { person } from "../base/shapes";
import { sectionBrief } from "../forum/shapes";
import { requiredPrivacyIds } from "../privacy/constants";

const empty = z.object({});
const done = z.object({ success: z.literal(true).default(true) });

/** A session's name in the list, from which nothing leads to its token. */
const sessionId = z.string("登录的编号有误").regex(/^[\w-]{16}$/, "登录的编号有误");

export const sessionCalls = {
  workspaceCurrent: defineCall({
    group: "session",
    summary: "Who is signed in, the menu, and (as a response header) the security token. Never refuses.",
    method: "GET",
    path: "/gateway/rest/workspace/current",
    body: "query",
    access: "visitor",
    effect: "reads",
    request: empty,
    response: z.object({
      jalorSecurityToken: z.string().optional(),
      leftMenuNode: some(
        z.object({ name: z.string(), children: some(z.object({ name: z.string(), url: words })) }),
      ),
      /** The marker of a user; absent: nobody is signed in. */
      user: z.object({ uid: z.number(), creationDate: timestamp }).nullable().default(null),
    }),
  }),
  currentUser: defineCall({
    group: "session",
    summary:
      "The session's user; null without a session; 401 SESSION_CONFLICT when the session was pushed out or revoked.",
    method: "GET",
    path: "/gateway/rest/user/current",
    body: "query",
    access: "visitor",
    effect: "reads",
    request: empty,
    response: z.object({ user: person.nullable().default(null) }),
  }),
  checkPhone: defineCall({
    group: "session",
    summary: 'Whether a phone is bound: data is "checked" when it is (spec 4, phone binding).',
    method: "POST",
    path: "/gateway/rest/base/check-phone",
    body: "json",
    access: "user",
    effect: "reads",
    request: empty,
    response: z.object({ data: z.string() }),
  }),
  getMyPersonalDetail: defineCall({
    group: "profile",
    summary:
      "The signed-in person: ids, moderated forum ids, follow counts, unread counts, and what is still to be agreed to.",
    method: "POST",
    path: "/api/v1/user/personal-detail",
    body: "json",
    access: "user",
    effect: "reads",
    request: empty,
    response: z.object({
      uid: z.number(),
      fids: z.array(z.number()),
      icon: z.string().nullable().default(null),
      nickName: z.string(),
      /** Where it does not say, nor does the menu. */
      followers: z.number().optional(),
      following: z.number().optional(),
      /**
       * What the other calls of spec 7.2 say one by one: asked there where an upstream leaves it out
       * (app/session/personal-detail.server.ts).
       */
      unread: z.object({ system: z.number(), forum: z.number(), inner: z.number() }).optional(),
      /** What must be accepted before anything else, in the order in which it is asked for (spec 4). */
      pendingPolicies: z.array(z.enum(requiredPrivacyIds)).optional(),
      disclaimerSigned: z.boolean().optional(),
      /**
       * Personal information must be completed and is not (spec 5.7), and no change of it is under review.
       */
      needsCompletion: z.boolean().optional(),
      /** Whether the moderation area is theirs: also an administrator's of a forum without sections; absent: by `fids`. */
      forumAdmin: z.boolean().optional(),
      /** They are staff, who have to have a second factor here, and have none: until then they have a member's rights. */
      needsSecondFactor: z.boolean().optional(),
      /** Whether they organise or judge an activity; absent: they do not. */
      organises: z.boolean().optional(),
      /** When the account ends, where its person has asked for it. */
      closingAt: z.string().optional(),
    }),
  }),
  userPermissions: defineCall({
    group: "forum",
    summary: "Whether the signed-in person may post, and if not, why.",
    method: "POST",
    path: "/api/v1/user/permissions",
    body: "json",
    access: "user",
    effect: "reads",
    request: z.object({}),
    response: z.object({
      canPost: z.boolean(),
      refusal: z.enum(["PHONE_NOT_BOUND", "MUTED"]).nullable().default(null),
      mutedUntil: z.string().nullable().default(null),
      muteReason: words,
      forumAdmin: flag,
    }),
  }),
  moderatorForumList: defineCall({
    group: "forum",
    summary: "The sections that the signed-in person moderates.",
    method: "POST",
    path: "/api/v1/user/moderated-sections",
    body: "json",
    access: "user",
    effect: "reads",
    request: z.object({}),
    response: z.object({ sections: z.array(sectionBrief) }),
  }),

  sessionList: defineCall({
    group: "account",
    summary: "The person's live sessions, the caller's first, then those seen last.",
    method: "GET",
    path: "/gateway/rest/account/sessions",
    body: "query",
    access: "user",
    effect: "reads",
    request: empty,
    response: z.object({
      sessions: z.array(
        z.object({
          id: sessionId,
          /** The browser and system as the browser names itself; empty where it does not. */
          browser: words,
          system: words,
          kind: z.enum(["computer", "phone", "tablet", "other"]).default("other"),
          address: words,
          since: timestamp,
          seenAt: timestamp,
          current: flag,
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
    limit: "settings",
    effect: "private",
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
    limit: "settings",
    effect: "private",
    request: empty,
    response: z.object({ revoked: z.number() }),
  }),
};
