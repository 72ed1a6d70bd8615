import { z } from "zod/v4";
import { defineCall } from "../call";
import { requiredPrivacyIds } from "./privacy";
import { person } from "../shapes";

const empty = z.object({});

/** Spec 7.2, Session and Profile. */
export const sessionCalls = {
  workspaceCurrent: defineCall({
    group: "session",
    summary: "Who is signed in, the menu, and (as a response header) the security token. Never refuses.",
    method: "GET",
    path: "/gateway/rest/workspace/current",
    body: "query",
    access: "visitor",
    request: empty,
    response: z.object({
      jalorSecurityToken: z.string().optional(),
      leftMenuNode: z.array(z.object({ name: z.string(), children: z.array(z.object({ name: z.string(), url: z.string() })) })),
      user: z.object({ uid: z.number(), creationDate: z.string() }).nullable(),
    }),
  }),
  currentUser: defineCall({
    group: "session",
    summary: "The session's user; null without a session; 401 SESSION_CONFLICT when the session was pushed out or revoked.",
    method: "GET",
    path: "/gateway/rest/user/current",
    body: "query",
    access: "visitor",
    request: empty,
    response: z.object({ user: person.nullable() }),
  }),
  checkPhone: defineCall({
    group: "session",
    summary: 'Whether a phone is bound: data is "checked" when it is (spec 4, phone binding).',
    method: "POST",
    path: "/gateway/rest/base/check-phone",
    body: "json",
    access: "user",
    request: empty,
    response: z.object({ data: z.enum(["checked", "unbound"]) }),
  }),
  getMyPersonalDetail: defineCall({
    group: "profile",
    summary: "The signed-in person: ids, moderated forum ids, follow counts, unread counts, and what is still to be agreed to.",
    method: "POST",
    path: "/api/v1/user/personal-detail",
    body: "json",
    access: "user",
    request: empty,
    response: z.object({
      uid: z.number(),
      fids: z.array(z.number()),
      icon: z.string().nullable(),
      nickName: z.string(),
      followers: z.number(),
      following: z.number(),
      unread: z.object({ system: z.number(), forum: z.number(), inner: z.number() }),
      /** What must be accepted before anything else, in the order in which it is asked for (spec 4). */
      pendingPolicies: z.array(z.enum(requiredPrivacyIds)),
      disclaimerSigned: z.boolean(),
      /** Personal information must be completed and is not (spec 5.7), and no change of it is under review. */
      needsCompletion: z.boolean(),
      /** When the account ends, where its person has asked for it. */
      closingAt: z.string().optional(),
    }),
  }),
};
