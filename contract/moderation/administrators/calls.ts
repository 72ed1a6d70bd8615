/** Who administers the forum, appointed and dismissed by one another. */
import { z } from "zod";
import { defineCall } from "../../base/call";
import { id } from "../../base/fields";
import { person } from "../../base/shapes";
import { reason } from "../fields";
import { personTyped } from "../sections/fields";

const adminRow = { group: "moderator", method: "POST", body: "json", access: "admin" } as const;

/** Whether anything is not as it was: a form that is posted twice changes nothing the second time. */
const changed = z.object({ changed: z.boolean() });

export const administratorCalls = {
  administratorList: defineCall({
    ...adminRow,
    summary: "The administrators of the forum.",
    path: "/api/v1/moderator/administrator/list",
    effect: "reads",
    request: z.object({}),
    response: z.object({ people: z.array(person) }),
  }),
  appointAdministrator: defineCall({
    ...adminRow,
    summary: "Appoints an administrator, who is told.",
    limit: "moderate",
    effect: "hides",
    path: "/api/v1/moderator/administrator/appoint",
    recentSignIn: true,
    request: z.object({ person: personTyped, reason }),
    response: changed,
  }),
  dismissAdministrator: defineCall({
    ...adminRow,
    summary: "Dismisses an administrator, who is told; never oneself, so that one is always left.",
    limit: "moderate",
    effect: "hides",
    path: "/api/v1/moderator/administrator/dismiss",
    recentSignIn: true,
    request: z.object({ uid: id, reason }),
    response: changed,
  }),
};
