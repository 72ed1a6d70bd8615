/** Who is signed in, their rights, and their other sessions (spec 7.2, Session). */
import { z } from "zod";
import { banner } from "../announcements/banner";
import { flag, some, words } from "../base/absent";
import { officeNames } from "../base/access";
import { defineCall } from "../base/call";
import { timestamp } from "../base/fields";
import { person } from "../base/shapes";
import { sectionBrief } from "../forum/shapes";
import { seeingAs } from "../moderation/see-as/fields";
import { requiredPrivacyIds } from "../privacy/constants";

const empty = z.object({});
const done = z.object({ success: z.literal(true).default(true) });

/** A session's id in the list; its token cannot be derived from it. */
const sessionId = z.string("登录的编号有误").regex(/^[\w-]{16}$/, "登录的编号有误");

export const sessionCalls = {
  workspaceCurrent: defineCall({
    group: "session",
    summary: "The signed-in user, the menu, and (as a response header) the security token. Never refuses.",
    method: "GET",
    path: "/gateway/rest/workspace/current",
    body: "query",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
    request: empty,
    response: z.object({
      jalorSecurityToken: z.string().optional(),
      leftMenuNode: some(
        z.object({ name: z.string(), children: some(z.object({ name: z.string(), url: words })) }),
      ),
      /** The signed-in user; null when nobody is signed in. */
      user: z.object({ uid: z.number(), creationDate: timestamp }).nullable().default(null),
      /** As whom an administrator sees pages: `user` is then that person. Missing for everybody else. */
      seeingAs: seeingAs.optional(),
    }),
  }),
  currentUser: defineCall({
    group: "session",
    summary:
      "The session's user; null without a session; 401 SESSION_CONFLICT when another sign-in replaced the session or it was revoked.",
    method: "GET",
    path: "/gateway/rest/user/current",
    body: "query",
    access: "visitor",
    effect: "reads",
    seenAs: "shown",
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
    seenAs: "withheld",
    request: empty,
    response: z.object({ data: z.string() }),
  }),
  getMyPersonalDetail: defineCall({
    group: "profile",
    summary:
      "The signed-in person: ids, moderated forum ids, follow counts, unread counts, and policies to accept.",
    method: "POST",
    path: "/api/v1/user/personal-detail",
    body: "json",
    access: "user",
    effect: "reads",
    seenAs: "shown",
    request: empty,
    response: z.object({
      uid: z.number(),
      fids: z.array(z.number()),
      icon: z.string().nullable().default(null),
      nickName: z.string(),
      /** Missing: the menu shows no numbers. */
      followers: z.number().optional(),
      following: z.number().optional(),
      /** Missing: the portal gets these from the other calls of spec 7.2 (app/request/personal.server.ts). */
      unread: z.object({ system: z.number(), forum: z.number(), inner: z.number() }).optional(),
      /** The policies that must be accepted before anything else, in order (spec 4). */
      pendingPolicies: z.array(z.enum(requiredPrivacyIds)).optional(),
      disclaimerSigned: z.boolean().optional(),
      /** Required personal information is missing (spec 5.7), and no change of it is under review. */
      needsCompletion: z.boolean().optional(),
      /**
       * Whether the person may open the moderation area: whoever holds an office, also an administrator of a forum
       * without sections.
       * Missing: derived from `fids`.
       */
      forumAdmin: z.boolean().optional(),
      /** The person's offices, which open the parts of that area; missing: a moderator's, with `forumAdmin`. */
      offices: z.array(z.enum(officeNames)).optional(),
      /** Staff who must have a second factor and have none: until then they have a member's rights. */
      needsSecondFactor: z.boolean().optional(),
      /** Whether they organise or judge an activity; missing: no. */
      organises: z.boolean().optional(),
      /** When the account will be closed, if the person has requested it. */
      closingAt: z.string().optional(),
      /** The banner above the person's pages; missing: none. */
      banner: banner.optional(),
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
    seenAs: "shown",
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
    seenAs: "shown",
    request: z.object({}),
    response: z.object({ sections: z.array(sectionBrief) }),
  }),

  sessionList: defineCall({
    group: "account",
    summary: "The person's active sessions: the caller's first, then those used last.",
    method: "GET",
    path: "/gateway/rest/account/sessions",
    body: "query",
    access: "user",
    effect: "reads",
    seenAs: "withheld",
    request: empty,
    response: z.object({
      sessions: z.array(
        z.object({
          id: sessionId,
          /** The browser and system from the user agent; empty if unknown. */
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
    summary: "Ends another session of the person: it is answered 401 from then on.",
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
    summary: "Ends all other sessions of the person; `revoked` is their number.",
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
